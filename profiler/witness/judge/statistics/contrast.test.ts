import { describe, expect, test } from 'vitest';
import { contrastBy, type Elasticities, makeContrasts } from './contrast.ts';

const ln = Math.log;

interface Side {
  readonly rate: readonly number[];
  readonly work: readonly number[] | undefined;
}

function contrast(before: Side, after: Side, elasticities?: Elasticities) {
  const work = before.work && after.work && [...before.work, ...after.work];
  const sizes = { before: before.rate.length, after: after.rate.length };
  const found = makeContrasts(2);
  // Behind another key.
  contrastBy({ ...sizes, work, elasticities }, found)(1, [...before.rate, ...after.rate]);
  const [perSecond = 0, perWork = 0, sure = 0, largest = 0, variance = 0] = (
    ['perSecond', 'perWork', 'sure', 'largest', 'variance'] as const
  ).map((column) => found[column][1]);
  return { perSecond, perWork, sure, largest, variance };
}

describe('the difference that every elasticity to the load shows', () => {
  test('is all of it when the load was the same', () => {
    const work = [ln(100), ln(100)];
    const found = contrast({ rate: [1, 1.1], work }, { rate: [2, 2.1], work });
    expect(found.perSecond).toBeCloseTo(1, 12);
    expect(found.perWork).toBeCloseTo(1, 12);
    expect(found.sure).toBeCloseTo(1, 12);
  });

  test('is nothing when twice the load explains twice the rate', () => {
    const found = contrast({ rate: [0, 0], work: [0, 0] }, { rate: [ln(2), ln(2)], work: [ln(2), ln(2)] });
    expect([found.perSecond, found.perWork]).toEqual([ln(2), 0]);
    expect(found.sure).toBe(0);
    expect(found.largest).toBe(ln(2));
  });

  test('is nothing when a timer kept its pace under twice the load', () => {
    const found = contrast({ rate: [0, 0], work: [0, 0] }, { rate: [0, 0], work: [ln(2), ln(2)] });
    expect(found.perWork).toBe(-ln(2));
    expect(Math.abs(found.sure)).toBe(0);
  });

  test('is what remains of a tripled rate after twice the load', () => {
    const found = contrast({ rate: [0, 0], work: [0, 0] }, { rate: [ln(3), ln(3)], work: [ln(2), ln(2)] });
    expect(found.sure).toBeCloseTo(ln(1.5), 12);
  });

  test('keeps its direction when it is less', () => {
    const found = contrast({ rate: [ln(4), ln(4)], work: [0, 0] }, { rate: [0, 0], work: [ln(2), ln(2)] });
    expect(found.sure).toBeCloseTo(-ln(4), 12);
  });

  test('is smaller where keys may follow the load more than wholly', () => {
    const [before, after] = [
      { rate: [0, 0], work: [0, 0] },
      { rate: [ln(8), ln(8)], work: [ln(2), ln(2)] },
    ];
    expect(contrast(before, after).sure).toBeCloseTo(ln(4), 12);
    expect(contrast(before, after, [0, 2]).sure).toBeCloseTo(ln(2), 12);
  });
});

describe('what captures of one version differ by', () => {
  test('leaves out what their load explains', () => {
    const found = contrast({ rate: [0, 0.2, 0.4], work: [0, 0.2, 0.4] }, { rate: [1, 1.3, 1.1], work: [0, 0.3, 0.1] });
    expect(found.variance).toBeCloseTo(0, 12);
  });

  test('never uses an elasticity that is not possible', () => {
    // The rate falls as the load rises: not explained by any elasticity from 0 to 1.
    const found = contrast({ rate: [0.4, 0.2, 0], work: [0, 0.2, 0.4] }, { rate: [0.4, 0.2, 0], work: [0, 0.2, 0.4] });
    expect(found.variance).toBeCloseTo((4 * 0.2 ** 2) / 4, 12);
  });

  test('is everything where the work was not counted', () => {
    const found = contrast({ rate: [0, 0.2], work: undefined }, { rate: [1, 1.2], work: undefined });
    expect(found.perWork).toBeNaN();
    expect(found.sure).toBeCloseTo(1, 12);
    expect(found.variance).toBeCloseTo((4 * 0.1 ** 2) / 2, 12);
  });
});
