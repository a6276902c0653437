/** The reads that a person asked last from this browser, until the session ends. Their arguments are stored nowhere else. */
import { longestHref, operationPattern } from '../browser/page-addresses.ts';
import { matchPath } from '../browser/router.ts';
import { organizationId, readLines, writeLines } from '../edge/remembered-lines.ts';
import type { JsonObject } from './ask-form.ts';
import { parseArguments } from './question-state.ts';

export interface RecentQuestion {
  readonly operation: string;
  readonly args: JsonObject;
  readonly href: string;
}

const most = 6;

/** The latest first. */
export function readRecentQuestions(): readonly RecentQuestion[] {
  const prefix = `${organizationId()} `;
  return readLines('questions').flatMap((line) =>
    line.startsWith(prefix) ? toQuestion(line.slice(prefix.length)) : [],
  );
}

/** `href`: of the question, with its arguments; kept after its organization. One that no address can hold is not remembered. */
export function rememberQuestion(href: string): void {
  if (href.length > longestHref) return;
  const line = `${organizationId()} ${href}`;
  writeLines('questions', [line, ...readLines('questions').filter((one) => one !== line)], most);
}

/** None where the line is not as this page writes it. */
function toQuestion(href: string): RecentQuestion[] {
  const { pathname, searchParams } = new URL(href, location.origin);
  const operation = matchPath(operationPattern, pathname)?.['name'];
  const args = parseArguments(searchParams.get('args') ?? '{}');
  return operation === undefined || args === undefined ? [] : [{ operation, args, href }];
}
