/**
 * What a query may cost, judged from its text before anything is asked: its length, how far its range
 * vectors look back, and at how many points it is evaluated. Quoted texts and comments are left out of it.
 */
import { maxPointsPerSeries } from '../../catalog/metrics.ts';
import type { ResolvedWindow } from '../../catalog/window.ts';
import { widthSec } from '../../src/connector/window.ts';
import { Fault } from '../../src/core/fault.ts';

/** Points of a series when the caller leaves the step to us: enough for a curve, few enough to read. */
const aimedPoints = 300;
/** Evaluations of all subqueries at all points together. */
const maxEvaluations = 10_000_000;
/** A query that travels in the address must fit there, as proxies bound it. */
const maxAddressBytes = 6000;
/** Prometheus evaluates a subquery without a step of its own at this interval unless it is set up otherwise. */
const usualSubquerySec = 60;

const quoted = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|` + '`[^`]*`';
const token = new RegExp(
  String.raw`${quoted}|#[^\n]*|\[(?<range>[^\]]*)\]|(?<selector>\{(?:${quoted}|[^}"'` + '`' + String.raw`])*\})`,
  'gsu',
);

export interface QueryParts {
  /** The text in brackets: `5m`, or `1h:1m` of a subquery. */
  readonly ranges: readonly string[];
  /** With their braces. */
  readonly selectors: readonly string[];
}

export function partsOf(text: string): QueryParts {
  const found = [...text.matchAll(token)].map(({ groups }) => groups ?? {});
  return {
    ranges: found.flatMap(({ range }) => (range === undefined ? [] : [range.trim()])),
    selectors: found.flatMap(({ selector }) => selector ?? []),
  };
}

/** The text after each `offset`, such as `1h` or `-5m`. */
export function offsetsOf(text: string): string[] {
  return [...text.replaceAll(token, ' ').matchAll(/\boffset\s+(-?\s*[^\s()[\]{},]+)/giu)].map(([, offset = '']) =>
    offset.replaceAll(/\s/gu, ''),
  );
}

const unitSec = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600, d: 86_400, w: 604_800, y: 31_536_000 };

/** Seconds of `1h30m`, or of a plain number; undefined for anything else. */
export function durationSec(text: string): number | undefined {
  if (/^\d+(?:\.\d+)?$/u.test(text)) return Number(text);
  if (!/^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|[smhdwy]))+$/u.test(text)) return undefined;
  let seconds = 0;
  for (const [, count, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|[smhdwy])/gu)) {
    seconds += Number(count) * unitSec[unit as keyof typeof unitSec];
  }
  return seconds;
}

/** Seconds between the points of a window, chosen when the caller does not. */
export function stepFor(window: ResolvedWindow, wantedSec: number | undefined): number {
  return wantedSec ?? Math.max(1, Math.ceil(widthSec(window) / aimedPoints));
}

/** @throws Fault `invalid_arguments`, `window_too_wide` or `cap_exceeded`. */
export function guardRanges(
  text: string,
  { mostSec, points }: { readonly mostSec: number; readonly points: number },
): void {
  let evaluations = points;
  for (const range of partsOf(text).ranges) evaluations *= evaluationsOf(range, mostSec);
  if (evaluations <= maxEvaluations) return;
  throw new Fault(
    'cap_exceeded',
    { limit: `${maxEvaluations} evaluations of subqueries`, estimate: `${evaluations} evaluations` },
    'Give the subqueries a narrower range or a coarser step, or ask for fewer points.',
  );
}

function evaluationsOf(range: string, mostSec: number): number {
  const [width = '', step] = range.split(':').map((part) => part.trim());
  const seconds = durationSec(width);
  const stepSec = step === undefined || step === '' ? usualSubquerySec : durationSec(step);
  if (seconds === undefined || stepSec === undefined || stepSec <= 0) {
    const remedy = `Write the range [${range.slice(0, 40)}] as a duration such as 5m, or as 1h:1m for a subquery.`;
    throw new Fault('invalid_arguments', { field: 'query.text' }, remedy);
  }
  if (seconds > mostSec) {
    const allowed = `${mostSec / 86_400} days`;
    throw new Fault('window_too_wide', { allowed }, `Use ranges of at most ${allowed} in the query.`);
  }
  if (step === undefined) return 1;
  const evaluations = Math.ceil(seconds / stepSec);
  if (evaluations <= maxPointsPerSeries) return Math.max(1, evaluations);
  throw new Fault(
    'cap_exceeded',
    { limit: `${maxPointsPerSeries} points of a subquery`, estimate: `${evaluations} points` },
    'Give the subquery a narrower range or a coarser step.',
  );
}

/** @throws Fault `cap_exceeded` for a query that would not fit into an address. */
export function guardLength(text: string): void {
  const bytes = encodeURIComponent(text).length;
  if (bytes <= maxAddressBytes) return;
  throw new Fault(
    'cap_exceeded',
    { limit: `${maxAddressBytes} bytes of query, encoded`, estimate: `${bytes} bytes` },
    'Shorten the query: it is sent in the address, and an address of this length would be refused.',
  );
}
