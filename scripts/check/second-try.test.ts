import { describe, expect, it } from 'vitest';
import { afterSecondTry, namesForSecondTry, renderUnsteady, type Tally } from './second-try.ts';

const failures = [
  { name: 'a::one', message: '7 of 8' },
  { name: 'two', message: 'late' },
];
const first: Tally = { passed: 10, failed: 2, skipped: 1, failures };

describe('a second try', () => {
  it('is for a few tests that failed by name', () => {
    expect(namesForSecondTry(first)).toEqual(['a::one', 'two']);
    expect(namesForSecondTry({ ...first, failed: 0, failures: [] })).toEqual([]);
  });

  it('is not for many, nor for a program that failed without naming a test', () => {
    const many = Array.from({ length: 4 }, (_, number) => ({ name: `test ${number}`, message: '' }));
    expect(namesForSecondTry({ ...first, failed: 4, failures: many })).toEqual([]);
    expect(namesForSecondTry({ ...first, failed: 3 })).toEqual([]);
    expect(namesForSecondTry({ passed: 10, failed: 1, skipped: 0 })).toEqual([]);
  });

  it('makes those passed that then pass, and keeps how they failed', () => {
    expect(afterSecondTry(first, { passed: 2, failed: 0, skipped: 0 }, ['a::one', 'two'])).toEqual({
      passed: 12,
      failed: 0,
      skipped: 1,
      unsteady: failures,
    });
  });

  it('leaves failed what fails again, or does not run', () => {
    expect(afterSecondTry(first, { passed: 1, failed: 1, skipped: 0 }, ['a::one', 'two'])).toBe(first);
    expect(afterSecondTry(first, { passed: 1, failed: 0, skipped: 0 }, ['a::one', 'two'])).toBe(first);
  });

  it('is reported with the first failure', () => {
    expect(renderUnsteady({ name: 'two', message: 'late' })).toBe(
      '✗ two (failed once, and passed when it was run again alone)\n    late',
    );
  });
});
