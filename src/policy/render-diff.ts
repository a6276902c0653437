/** A difference between two policies as a person reads it. */
import type { ChangedAction, GrownWildcard, PolicyDiff } from './policy-diff.ts';

export function renderPolicyDiff({ added, removed, moved, grown, allowed }: PolicyDiff): string {
  const lines = [
    ...added.map((one) => `+ ${renderAction(one)}`),
    ...removed.map((one) => `- ${renderAction(one)}`),
    ...moved.map(({ action, from, to }) => `~ ${action}  from statement ${from} to ${to}`),
    ...grown.flatMap(renderGrowth),
  ];
  const size = `${allowed.before} actions allowed before, ${allowed.after} after (wildcards expanded).`;
  return lines.length === 0 ? `Nothing differs. ${size}` : [...lines, size].join('\n');
}

function renderAction({ action, sid, access, neededBy, matches }: ChangedAction): string {
  const users = neededBy.length === 0 ? 'no operation needs it' : `needed by ${neededBy.join(', ')}`;
  const width = matches === undefined ? '' : `  matches ${matches.length} actions`;
  return `${action}  ${sid}  ${access}${width}  ${users}`;
}

function renderGrowth({ action, sid, added, removed }: GrownWildcard): string[] {
  return [
    `= ${action}  ${sid}  same text, ${added.length} new actions${removed.length > 0 ? `, ${removed.length} gone` : ''}`,
    ...added.map((one) => `    + ${one.action}  ${one.access}`),
    ...removed.map((one) => `    - ${one}`),
  ];
}
