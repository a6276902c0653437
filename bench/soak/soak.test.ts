/**
 * Three minutes of the soak beside the other tests: descriptors and outcomes only. What memory does, a run of two hours
 * shows (`./farol bench --only soak`).
 */
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorkspace } from '../../demo/workspace.ts';
import { runSoak, type SoakResult, sumOf } from './run-soak.ts';

const minutes = 3;
const closing: (() => void | Promise<void>)[] = [];
let result: SoakResult;

beforeAll(
  async () => {
    const workspace = createWorkspace();
    closing.push(() => workspace.remove());
    const repository = path.resolve(import.meta.dirname, '../..');
    const place = { repository, workspace, onStarted: (stop: () => void | Promise<void>) => void closing.push(stop) };
    result = await runSoak(place, {
      minutes,
      times: 30,
      sampleEverySec: 20,
      workloads: ['nobody-runs-this'],
      signal: new AbortController().signal,
      say: (progress) => void process.stdout.write(`${progress}\n`),
    });
  },
  (minutes + 5) * 60_000,
);
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
}, 60_000);

test('every program was under load and sampled', () => {
  expect(result.programs.map(({ name }) => name)).toEqual(['control plane', 'Agent', 'Profiler']);
  for (const { samples } of result.programs) expect(samples.length).toBeGreaterThan(3);
  expect(result.failure).toBeUndefined();
  const [asked] = sumOf(result.tallies);
  expect(asked).toBeGreaterThan(1000);
  expect(result.tallies.find(({ kind }) => kind === 'tunnels cut')?.asked).toBeGreaterThan(6);
});

test.each(['control plane', 'Agent', 'Profiler'])(
  '%s: holds no more descriptors at the end than after the warm-up',
  (program) => {
    const { atRest } = result.programs.find(({ name }) => name === program) ?? {};
    expect(atRest?.afterWarmUp).toBeGreaterThan(5);
    expect(atRest?.atEnd).toBeLessThanOrEqual(atRest?.afterWarmUp ?? 0);
  },
);

/** The one way to end. */
const only = {
  'captures asked': ['accepted'],
  'event streams': ['held'],
  'pages read': ['status 200'],
  'sign-ins': ['status 204'],
  'strangers refused': ['status 401'],
  'tokens made, used and revoked': ['status 401'],
  'tunnels cut': ['live again'],
};

test('every request had exactly one outcome, and one that it may have [P-STATE-4]', () => {
  for (const { asked, answered, ends } of result.tallies) {
    expect(answered).toBe(asked);
    expect(Object.values(ends).reduce((sum, count) => sum + count, 0)).toBe(asked);
  }
  const ends = Object.fromEntries(result.tallies.map((tally) => [tally.kind, Object.keys(tally.ends).toSorted()]));
  expect(ends).toMatchObject(only);
  const { operations = [], 'health reports': reports = [] } = ends;
  // Both may meet a tunnel that has just been cut.
  expect(operations.filter((end) => !['answered', 'no_live_agent', 'agent_lost'].includes(end))).toEqual([]);
  expect(reports.filter((end) => !['stored', 'lost', 'not connected'].includes(end))).toEqual([]);
});

test('every operation that the Agent answered is in its audit log, and nothing else is', () => {
  expect(result.ends?.audit).toMatchObject({ unrecorded: [], unasked: [] });
  expect(result.ends?.audit.records).toBeGreaterThan(500);
});

test('every capture that was accepted has one outcome, which stays [P-STATE-4]', () => {
  const { accepted = 0, withOneOutcome, ends } = result.ends?.captures ?? {};
  expect(accepted).toBeGreaterThan(10);
  expect(withOneOutcome).toBe(accepted);
  expect(ends).toEqual({ no_such_process: accepted });
});
