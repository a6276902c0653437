import { expect, test } from 'vitest';
import { amountOf } from '../layer.ts';
import { generateKeyPair } from '../../src/tunnel/identity/key-pair.ts';
import type { Bug } from './bugs.ts';
import { simulateMany } from './simulate-many.ts';
import { simulateWorld } from './world.ts';

/** `test/simulation/run.ts` tries 20,000, or as many as its option says. */
const seeds = amountOf(2000, 8000, 'FAROL_SIMULATION_SEEDS');
const first = Number(process.env['FAROL_SIMULATION_FIRST_SEED'] ?? 1);

test(`${seeds} worlds with writes, captures and replicas keep every invariant`, { timeout: seeds * 60 }, async () => {
  const { failed, report, counts } = await simulateMany({ first, seeds });
  expect([failed, report]).toEqual([0, '']);
  // The worlds were worth looking at: everything that the invariants speak of happened, and often.
  const seen = (name: string): number => (counts.get(name) ?? 0) / seeds;
  expect(seen('worlds with 2 control planes')).toBeGreaterThan(0.4);
  expect(seen('writes that left an Agent')).toBeGreaterThan(1);
  expect(seen('write: ok')).toBeGreaterThan(1);
  expect(seen('write: outcome_unknown')).toBeGreaterThan(0.3);
  expect(seen('write: agent_lost')).toBeGreaterThan(0.1);
  expect(seen('write: upstream_down')).toBeGreaterThan(0.1);
  expect(seen('capture: pushed measured')).toBeGreaterThan(0.5);
  expect(seen('capture: nothing_to_push measured')).toBeGreaterThan(0.2);
  expect(seen('capture: failed profiler_restarted')).toBeGreaterThan(0.005);
  expect(seen('capture: failed cancelled')).toBeGreaterThan(0.02);
});

/** What is broken, what is then seen, and in how many of 250 worlds at least. */
const caught: readonly (readonly [Bug, RegExp, number])[] = [
  ['noJournal', /was done \d+ times/u, 10],
  ['doubleCommit', /was done \d+ times/u, 10],
  ['unknownIsNotDone', /was sent again though it may have been done/u, 15],
  ['keyOfNobody', /was done \d+ times|was sent again though/u, 1],
  ['journalNotSynced', /was done \d+ times|was sent again though|said to be not done/u, 1],
  ['earlyAcknowledgement', /was acknowledged and is not stored/u, 30],
  ['noAcknowledgement', /was acknowledged and is not stored/u, 80],
  ['spoolNotSynced', /the outcome of \S+ was lost/u, 1],
  ['endsTwice', /ended \d+ times/u, 2],
  ['leaseIgnored', /a replica without a lease acts/u, 3],
  ['epochGoesBack', /the epoch of \S+ went from/u, 60],
  ['takenTwice', /the operation \S+ ran \d+ times/u, 10],
];

test.each(caught)('the bug %s is found', { timeout: 120_000 }, async (bug, symptom, least) => {
  const found = new Set<string>();
  // A rare one is looked for in more worlds.
  const worlds = least > 1 ? 250 : 4000;
  for (let from = 1; from <= worlds && found.size < least; from += 50) {
    const { broken } = await simulateMany({ first: from, seeds: 50, bug });
    for (const what of broken) if (symptom.test(what)) found.add(what.split(':')[0] ?? '');
  }
  expect(found.size).toBeGreaterThanOrEqual(least);
});

test('the same seed makes the same world', async () => {
  const keys = generateKeyPair();
  const again = () => simulateWorld(7, keys, { isTraced: true });
  expect(await again()).toEqual(await again());
});

test('a broken world says how to replay it and what happened in it', async () => {
  const { report, failed } = await simulateMany({ first: 1, seeds: 60, bug: 'noJournal', mostFailures: 1 });
  expect(failed).toBeGreaterThan(0);
  expect(report).toMatch(/^seed \d+: thing-\d+ .*$/mu);
  expect(report).toMatch(/^replay: node test\/simulation\/run\.ts --first \d+ --seeds 1 --trace --bug noJournal$/mu);
  expect(report).toMatch(/^ +\d+\.\d{3} BROKEN: thing-\d+ /mu);
});
