import { describe, expect, it } from 'vitest';
import { factorsOfCapture, walkFactors, widestSwing } from './load-plan.ts';

describe('the load plan', () => {
  it('stays within its limits, reaches both halves, and moves a little each second', () => {
    const factors = walkFactors(7, 3000);
    expect(Math.max(...factors)).toBeLessThanOrEqual(1 + widestSwing);
    expect(Math.min(...factors)).toBeGreaterThanOrEqual(1 - widestSwing);
    expect(Math.max(...factors)).toBeGreaterThan(1.2);
    expect(Math.min(...factors)).toBeLessThan(0.8);
    const steps = factors.slice(1).map((factor, index) => Math.abs(factor - (factors[index] ?? 0)));
    expect(Math.max(...steps)).toBeLessThan(0.061);
    expect(steps.filter((step) => step > 0.01).length).toBeGreaterThan(2000);
  });

  it('has a mean near one over many captures', () => {
    const means = Array.from({ length: 60 }, (_one, place) => factorsOfCapture(3, place)[5] ?? 0);
    expect(means.reduce((sum, one) => sum + one) / means.length).toBeCloseTo(1, 0);
  });

  it('gives a capture the same load in a run that was resumed', () => {
    expect(factorsOfCapture(11, 20)).toEqual(factorsOfCapture(11, 20));
    expect(factorsOfCapture(11, 20)).not.toEqual(factorsOfCapture(12, 20));
    expect(factorsOfCapture(11, 3)[0]).toBe(walkFactors(11, 100)[45]);
  });
});
