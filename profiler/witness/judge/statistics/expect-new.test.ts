import { describe, expect, test } from 'vitest';
import { Random } from '../../../../test/simulation/verdicts/random.ts';
import { estimateCoverage, expectNew } from './expect-new.ts';

describe('keys that further captures would show by chance', () => {
  test('are none when every key was seen again and again', () => {
    expect(expectNew({ units: 36, seen: [36, 30, 12] }, 36)).toBe(0);
    expect(estimateCoverage({ units: 36, seen: [36, 30, 12] })).toBe(1);
  });

  test('follow from how many were seen once and twice', () => {
    // Chao 2: (11/12)·4²/(2·2) = 3.67 unseen; of those 1 − (1 − 4/(12·3.67 + 4))^12 in as many units again.
    expect(expectNew({ units: 12, seen: [1, 1, 1, 1, 2, 2, 9, 12] }, 12)).toBeCloseTo(
      3.6667 * (1 - (1 - 4 / 48) ** 12),
      3,
    );
  });

  test('are as many as were seen once, when one capture is all there was', () => {
    expect(expectNew({ units: 1, seen: [1, 1, 1] }, 1)).toBeCloseTo(3, 12);
  });

  test('are what a simulated set of rare keys really shows', () => {
    const random = new Random(7);
    const [before, after] = [36, 36];
    const reports = 300;
    let [real, said] = [0, 0];
    for (let report = 0; report < reports; report += 1) {
      const seen: number[] = [];
      for (let key = 0; key < 60; key += 1) {
        const chance = Math.exp(-1 - 4 * random.next());
        const count = (units: number): number =>
          Array.from({ length: units }, () => random.next() < chance).filter(Boolean).length;
        const [a, b] = [count(before), count(after)];
        if (a > 0) seen.push(a);
        else if (b > 0) real += 1 / reports;
      }
      said += expectNew({ units: before, seen }, after) / reports;
    }
    expect(said / real).toBeGreaterThan(0.8);
    expect(said / real).toBeLessThan(1.3);
  });

  test('leave a share uncovered that falls with what was seen once', () => {
    expect(estimateCoverage({ units: 36, seen: [1, 1, 1, 2, 20] })).toBeLessThan(0.9);
    expect(estimateCoverage({ units: 36, seen: [1, 30, 30, 36, 36] })).toBeGreaterThan(0.99);
    expect(estimateCoverage({ units: 36, seen: [] })).toBe(1);
  });
});
