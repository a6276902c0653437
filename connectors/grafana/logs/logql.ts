/** What is judged of a LogQL text before it is sent. */
import { Fault } from '../../../src/core/fault.ts';
import { operations } from '../declarations.ts';
import { durationSec, guardLength, guardRanges, offsetsOf, partsOf } from '../query-bounds.ts';

const mostSec = operations['logs.aggregate'].windowSec;
/** Selectors of one query, each of which is estimated with a call of its own. */
const mostSelectors = 5;

/** A query of lines: begins with its selector, perhaps in parentheses or after a comment. @throws Fault */
export function guardLineQuery(text: string): void {
  guardLength(text);
  if (beginsWithSelector(text)) return;
  throw invalid('Begin with a selector such as {service_name="checkout"}. For counts and rates, use logs.aggregate.');
}

/** A query of figures. @throws Fault */
export function guardFigureQuery(text: string, points: number): void {
  guardLength(text);
  if (beginsWithSelector(text)) {
    throw invalid(
      'Count over the lines, such as sum(count_over_time({…}[5m])). For the lines themselves, use logs.search.',
    );
  }
  guardRanges(text, { mostSec, points });
  guardOffsets(text);
  const selectors = selectorsOf(text);
  if (selectors.length === 0) throw invalid('Select streams, such as {service_name="checkout"}.');
  if (selectors.length <= mostSelectors) return;
  throw new Fault(
    'cap_exceeded',
    { limit: `${mostSelectors} different selectors in one query`, estimate: `${selectors.length}` },
    'Send several requests instead of one.',
  );
}

/** Different stream selectors; a text in braces elsewhere, as in line_format, is quoted and none. */
export function selectorsOf(text: string): string[] {
  return [...new Set(partsOf(text).selectors)];
}

/** How far the widest range looks back, in seconds. */
export function widestRangeSec(text: string): number {
  return Math.max(0, ...partsOf(text).ranges.map((range) => durationSec(range) ?? 0));
}

/** How far before and behind its window a query reads lines: its widest range, and the offsets that shift what is read. */
export function reachOf(text: string): { readonly beforeSec: number; readonly afterSec: number } {
  const shifts = offsetsOf(text).map((offset) => {
    const seconds = durationSec(offset.replace('-', '')) ?? 0;
    return offset.startsWith('-') ? -seconds : seconds;
  });
  return {
    beforeSec: widestRangeSec(text) + Math.max(0, ...shifts),
    afterSec: Math.max(0, ...shifts.map((one) => -one)),
  };
}

function guardOffsets(text: string): void {
  for (const offset of offsetsOf(text)) {
    const seconds = durationSec(offset.replace('-', ''));
    if (seconds === undefined) throw invalid(`Write the offset ${offset.slice(0, 40)} as a duration such as 1h.`);
    if (seconds <= mostSec) continue;
    const allowed = `${mostSec / 86_400} days`;
    throw new Fault('window_too_wide', { allowed }, `Use offsets of at most ${allowed}; move the window instead.`);
  }
}

function beginsWithSelector(text: string): boolean {
  return /^(?:[\s(]|#[^\n]*\n)*\{/u.test(text);
}

function invalid(remedy: string): Fault {
  return new Fault('invalid_arguments', { field: 'query.text' }, remedy);
}
