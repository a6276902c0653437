import { describe, expect, it } from 'vitest';
import { planPlanted, planSameVersion } from './capture-plan.ts';
import { unchanged, variants } from './variants.ts';

const three = ['c', 'go', 'node'] as const;

describe('the plan of an A/A run', () => {
  it('takes one capture of each server in turn', () => {
    const rounds = planSameVersion(60, three);
    expect(rounds).toHaveLength(60);
    expect(rounds[1]?.map(({ id }) => id)).toEqual(['c-002', 'go-002', 'node-002']);
    expect(new Set(rounds.flat().map(({ id }) => id)).size).toBe(180);
    expect(rounds.flat().every(({ variant }) => variant === unchanged)).toBe(true);
  });

  it('names a capture and its load alike, whatever the number of rounds and of servers', () => {
    expect(planSameVersion(1, ['node'])[0]).toEqual(planSameVersion(1, three)[0]?.slice(2));
    expect(planSameVersion(30, three)).toEqual(planSameVersion(60, three).slice(0, 30));
  });
});

describe('the plan of planted changes', () => {
  const rounds = planPlanted(variants, 3);

  it('has as many baselines as changes of each variant', () => {
    for (const { name } of variants) {
      const own = rounds.flat().filter(({ pair }) => pair === name);
      expect(own.filter(({ id }) => id.includes('-baseline-'))).toHaveLength(3);
      expect(own.filter(({ variant }) => variant.name === name)).toHaveLength(3);
    }
    expect(new Set(rounds.flat().map(({ id }) => id)).size).toBe(variants.length * 6);
  });

  it('changes the order of baseline and change in every round', () => {
    const first = rounds.map(([one]) => one?.variant.name);
    expect(first).toEqual(['unchanged', 'loop-x1.1', 'unchanged']);
  });

  it('measures allocations on both sides of the one change that needs it', () => {
    const measured = rounds.flat().filter(({ also }) => also === 'allocations');
    expect(measured.map(({ pair }) => pair)).toEqual(Array<string>(6).fill('more-memory'));
  });

  it('gives no two captures the same part of the load', () => {
    expect(new Set(rounds.flat().map(({ place }) => place)).size).toBe(variants.length * 6);
  });
});

describe('the planted variants', () => {
  it('have names of their own and one change each', () => {
    expect(new Set(variants.map(({ name }) => name)).size).toBe(variants.length);
    for (const { flags, change, load, lostProbe } of variants) {
      const differing = flags.filter((flag) => !unchanged.flags.includes(flag));
      expect([...differing, change, load, lostProbe].filter((one) => one !== undefined)).toHaveLength(1);
    }
  });
});
