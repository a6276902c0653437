/** What is shared of a comparison: addresses that stay with its versions, and a message for a channel. Pure. */
import type { ComparisonSummary } from '../../../src/control/api/comparison.ts';
import { patterns, diffHref } from '../browser/addresses.ts';
import { hrefOf } from '../browser/router.ts';

type Compared = Pick<ComparisonSummary, 'workload' | 'env' | 'baseline' | 'head'>;

function versionsOf({ workload, env, baseline, head }: Compared) {
  return { workload, env, from: baseline.version, to: head.version };
}

/** Of these versions, whatever is captured later. */
export function linkTo(diff: Compared, origin: string): string {
  return `${origin}${diffHref(versionsOf(diff))}`;
}

/** The same with what is selected on the page; `search`: of its address. */
export function linkToView(diff: Compared, { origin, search }: Pick<Location, 'origin' | 'search'>): string {
  const versions = versionsOf(diff);
  const shown = Object.fromEntries(new URLSearchParams(search));
  return `${origin}${hrefOf(patterns.diff, { ...versions, ...shown, ...versions })}`;
}

/** Answered in the words of `farol capture diff --format markdown`. `env` is sent even when empty. */
export function markdownPath(diff: Compared): string {
  return `/api/profiling/diff?${new URLSearchParams({ ...versionsOf(diff), format: 'markdown' }).toString()}`;
}

export function withLink(markdown: string, link: string): string {
  return `${markdown.trimEnd()}\n\n<${link}>\n`;
}

/** Characters of a message, of what is sent. */
export const mostCharacters = 1500;

/** Lines that fit in front of the link, the last of them cut; a link that fills the message is left out. */
export function composeMessage(lines: readonly string[], link: string): string {
  const end = link.length > mostCharacters / 2 ? '' : `\n${link}`;
  const room = mostCharacters - end.length;
  const text = lines.map(escapeText).join('\n');
  if (text.length <= room) return `${text}${end}`;
  // Neither half of a character nor half of an entity stays at the end.
  const cut = text.slice(0, room - 1).replace(/[\uD800-\uDBFF]$|&[a-z]*$/u, '');
  return `${cut}…${end}`;
}

/**
 * For Slack, in whose texts angle brackets enclose mentions and links, and the ampersand begins an entity:
 * https://docs.slack.dev/messaging/formatting-message-text#escaping
 */
function escapeText(text: string): string {
  return text
    .replaceAll(/&(?=(?:amp|lt|gt);)/gu, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
