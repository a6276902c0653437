import { expect, test } from 'vitest';
import { moderate as moderateColumns, type NoiseKind } from './moderate.ts';

const sides = { before: 3, after: 3 };

interface Draft {
  readonly variance: number;
  readonly counting: number;
  readonly noise: NoiseKind | undefined;
  readonly isTotal: boolean;
}

function draft(variance: number, counting: number, noise: NoiseKind | undefined, isTotal = false): Draft {
  return { variance, counting, noise, isTotal };
}

function moderate(drafts: readonly Draft[], of: typeof sides): { readonly error: number; readonly degrees: number }[] {
  const counting = Float64Array.from(drafts, (one) => one.counting);
  const { error, degrees } = moderateColumns(
    {
      noise: drafts.map(({ noise }) => noise),
      isTotal: Uint8Array.from(drafts, ({ isTotal }) => Number(isTotal)),
      variance: Float64Array.from(drafts, ({ variance }) => variance),
      countingBefore: counting,
      countingAfter: counting,
    },
    of,
  );
  return drafts.map((_, at) => ({ error: error[at] ?? 0, degrees: degrees[at] ?? 0 }));
}

/** As if drawn of a chi-squared distribution with four degrees of freedom: its quantiles, over their mean. */
const spread = [0.18, 0.27, 0.35, 0.42, 0.5, 0.57, 0.65, 0.74, 0.84, 0.94, 1.06, 1.21, 1.4, 1.68, 2.3];
const keys = (variance: number, counting: number, noise: NoiseKind | undefined): Draft[] =>
  spread.map((factor) => draft(variance * factor, counting, noise));
const errorsOf = (drafts: readonly Draft[]): number[] => moderate(drafts, sides).map(({ error }) => error);

test('counts that many keys show to be regular are surer than random events would be', () => {
  // Nothing varies beyond 1 %, although 25 events would vary by 20 % if they were random.
  const [regular] = errorsOf(keys(1e-4, 0.04, 'counts'));
  const [random] = errorsOf(keys(1e-4, 0.04, 'cpu'));
  expect(random).toBeGreaterThan(Math.sqrt((2 * 0.04) / 3) * 0.99);
  expect(regular).toBeLessThan(random! / 3);
});

test('too few counts are no witness of being regular', () => {
  const few = keys(1e-4, 0.04, 'counts').slice(0, 5);
  expect(errorsOf(few).every((error) => error >= Math.sqrt((2 * 0.04) / 3))).toBe(true);
});

test('keys learn from those whose noise has the same source', () => {
  const waits = keys(0.09, 1e-4, 'times');
  const apart = moderate([...keys(4e-4, 1e-4, 'counts'), ...waits], sides);
  const alone = moderate(waits, sides);
  expect(apart.slice(15)).toEqual(alone);
  const [together] = moderate([...keys(4e-4, 1e-4, undefined), ...keys(0.09, 1e-4, undefined)], sides);
  expect(apart[0]!.degrees).toBeGreaterThan(together!.degrees);
});

test('a kind with few keys learns from the whole report', () => {
  const waits = keys(0.09, 1e-4, 'times');
  const [lonely] = moderate([draft(0.09, 1e-4, 'cpu'), ...waits], sides);
  expect(lonely!.degrees).toBeGreaterThan(4);
});

test('totals learn from keys and teach them nothing', () => {
  const waits = keys(0.09, 1e-4, 'times');
  const totals = spread.map(() => draft(1e-6, 0, 'times', true));
  const apart = moderate(waits, sides);
  const [beside, total] = [moderate([...waits, totals[0]!], sides), moderate([...waits, totals[0]!], sides).at(-1)];
  expect(beside.slice(0, 15)).toEqual(apart);
  expect(total!.degrees).toBe(apart[0]!.degrees);
  expect(errorsOf(totals).every((error) => error > 0)).toBe(true);
});
