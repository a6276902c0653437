import { expect, test } from 'vitest';
import { describeSoak } from './measure-soak.ts';
import type { SoakedResult, SoakResult } from './run-soak.ts';

const mib = 1 << 20;
const hourMs = 3_600_000;

/** Ten samples in an hour: the heap grows by 2 MiB, RSS does not. */
const growing: SoakedResult = {
  name: 'Agent',
  samples: Array.from({ length: 10 }, (_one, at) => ({
    atMs: (at * hourMs) / 10,
    heapBytes: (16 + at / 5) * mib,
    rssBytes: 80 * mib,
    descriptors: 36,
    loopLateMs: 4,
  })),
  atRest: { afterWarmUp: 31, atEnd: 33 },
};
const whole: SoakResult = {
  programs: [growing],
  tallies: [{ kind: 'operations', asked: 10, answered: 10, ends: { answered: 9, no_live_agent: 1 } }],
  ends: {
    captures: { accepted: 4, withOneOutcome: 4, ends: { measured: 4 } },
    audit: { records: 9, unrecorded: [], unasked: [] },
  },
  minutes: 60,
  isInterrupted: false,
  failure: undefined,
  noProfiler: undefined,
};

test('growth is shown with its standard error, beside the goal', () => {
  const { rows, unmeasured } = describeSoak(whole, 60);
  const row = (name: string) => rows.find((one) => one.name === name);
  const growth = row('Agent: heap after a collection, growth');
  expect(growth?.samples[0]).toBeCloseTo(2, 9);
  expect(growth).toMatchObject({ unit: 'MiB/h', peer: { name: 'goal: less than', samples: [1] } });
  expect(row('Agent: heap after a collection, standard error of the growth')?.samples[0]).toBeCloseTo(0, 9);
  expect(row('Agent: RSS, growth')?.samples[0]).toBeCloseTo(0, 9);
  expect(row('Agent: descriptors at the end, while nothing is asked')).toMatchObject({
    samples: [33],
    peer: { samples: [31] },
  });
  expect(row('operations: with one outcome (9 answered, 1 no_live_agent)')).toMatchObject({
    samples: [10],
    peer: { name: 'asked', samples: [10] },
  });
  expect(unmeasured).toEqual([]);
});

test('a run that was interrupted in its warm-up shows what it has and says what is missing', () => {
  const early = { ...growing, samples: growing.samples.slice(0, 2), atRest: { afterWarmUp: undefined, atEnd: 31 } };
  const { rows, unmeasured } = describeSoak({ ...whole, programs: [early], minutes: 2, isInterrupted: true }, 120);
  expect(rows.map(({ name }) => name)).toContain('Agent: heap after a collection');
  expect(rows.filter(({ unit }) => unit === 'MiB/h' || unit === 'descriptors')).toEqual([]);
  expect(unmeasured).toEqual([
    { name: 'the rest', why: 'interrupted after 2.0 of 120 minutes' },
    { name: 'Agent: growth', why: 'fewer than three samples were taken' },
    { name: 'Agent: descriptors', why: 'the warm-up was not over' },
  ]);
});

test('a program that ended fails the run, and what was measured until then is reported', () => {
  const failure = 'Agent ended with status 1';
  const { rows, ...findings } = describeSoak({ ...whole, ends: undefined, failure }, 60);
  expect(findings.failure).toBe(failure);
  expect(rows.map(({ name }) => name)).toContain('Agent: heap after a collection, growth');
});
