/** What version 2 changes on purpose, and whether a comparison found exactly that. */
import type { Change, Diff } from '../profiler/witness/diff/diff.ts';

export interface Check {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
}

export interface Planted {
  /** Set axis → what must be listed, as a pattern on the key. Nothing else may be. */
  readonly sets: readonly { axis: string; change: 'new' | 'not_seen'; key: RegExp; what: string }[];
  readonly slowedFunction: string;
}

export function plantedChanges(backendPort: number): Planted {
  return {
    sets: [
      { axis: 'files', change: 'new', key: /\/lantern\/flags\.conf\b/u, what: 'a new file is read' },
      { axis: 'files', change: 'not_seen', key: /\/lantern\/audit\.log\b/u, what: 'one log file is no longer written' },
      {
        axis: 'network',
        change: 'new',
        key: new RegExp(`127\\.0\\.0\\.2\\b.*\\b${backendPort}\\b`, 'u'),
        what: 'a new outbound peer',
      },
      { axis: 'syscall_names', change: 'new', key: /\bsysinfo\b/u, what: 'a new system call' },
    ],
    slowedFunction: 'price_quote',
  };
}

/** One check for each planted change, one for each set axis that nothing else is listed, two for the rate axis. */
export function checkPlanted(diff: Diff, planted: Planted): Check[] {
  const checks: Check[] = [];
  for (const { axis, change, key, what } of planted.sets) {
    const found = listed(diff, axis).find((one) => one.change === change && key.test(one.key));
    checks.push({ check: `${axis}: ${what}`, ok: found !== undefined, detail: found?.key ?? 'not listed' });
  }
  for (const axis of new Set(planted.sets.map((one) => one.axis))) {
    const expected = planted.sets.filter((one) => one.axis === axis);
    const extra = listed(diff, axis).filter(
      (one) => !expected.some((e) => e.change === one.change && e.key.test(one.key)),
    );
    const detail = extra.map((one) => `${one.change} ${one.key}`).join('; ') || 'nothing else';
    checks.push({ check: `${axis}: nothing but what was planted`, ok: extra.length === 0, detail });
  }
  const stacks = diff.axes.find(({ axis }) => axis === 'cpu_stacks');
  const first = stacks?.changes[0];
  checks.push({
    check: 'cpu_stacks: the slowed function is the first row',
    ok: first !== undefined && first.key.includes(planted.slowedFunction),
    detail: first?.key ?? 'no row',
  });
  checks.push(checkHeadline(diff, planted, first));
  return checks;
}

/** While a hypervisor keeps CPU time, a comparison may suspect what costs more of it, and must not confirm it. */
function checkHeadline(diff: Diff, { slowedFunction }: Planted, first: Change | undefined): Check {
  const stolen = diff.caveats.find((text) => text.startsWith('the hypervisor kept '));
  if (stolen !== undefined) {
    const level = first?.verdict?.level ?? 'undecided';
    return {
      check: 'headline: CPU time is not confirmed while the hypervisor keeps some',
      ok: level === 'suspected' || level === 'undecided',
      detail: `${first?.key ?? 'no row'} is ${level}: ${stolen}`,
    };
  }
  const { answer } = diff.summary;
  return {
    check: 'headline: the slowed function is the cause',
    ok: answer?.causes[0]?.function?.includes(slowedFunction) === true,
    detail: answer?.lead.en ?? diff.summary.sentence,
  };
}

function listed(diff: Diff, axis: string): Diff['axes'][number]['changes'] {
  const found = diff.axes.find((one) => one.axis === axis);
  return found?.state === 'compared' ? found.changes : [];
}
