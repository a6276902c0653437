/** The reads that a person asked last from this browser, until the session ends. Their arguments are stored nowhere else. */
import { readPreference, writePreference } from '../browser/preferences.ts';
import { askHref, longestHref } from '../browser/page-addresses.ts';
import { session } from '../edge/session.ts';

export interface RecentQuestion {
  readonly operation: string;
  /** As JSON. */
  readonly args: string;
  readonly href: string;
}

const most = 6;

/** The latest first. */
export function readRecentQuestions(): readonly RecentQuestion[] {
  const prefix = `${organizationId()} `;
  return hrefs().flatMap((line) => (line.startsWith(prefix) ? toQuestion(line.slice(prefix.length)) : []));
}

/** `href`: of the question, with its arguments. One that no address can hold is not remembered. */
export function rememberQuestion(href: string): void {
  if (href.length > longestHref) return;
  const line = `${organizationId()} ${href}`;
  writePreference('questions', [line, ...hrefs().filter((one) => one !== line)].slice(0, most).join('\n'));
}

/** Each after the organization that it is of. */
function hrefs(): readonly string[] {
  return (readPreference('questions') ?? '').split('\n').filter(Boolean);
}

/** The same browser may be signed in to another organization later. */
function organizationId(): string {
  const now = session.peek();
  return now.state === 'signed_in' ? now.me.organization.id : '';
}

function toQuestion(href: string): RecentQuestion[] {
  const { pathname, searchParams } = new URL(href, location.origin);
  const operation = decodeURIComponent(pathname.slice(askHref('').length));
  return operation === '' ? [] : [{ operation, args: searchParams.get('args') ?? '{}', href }];
}
