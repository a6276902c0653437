/**
 * Coarse limits of what large comparisons cost: three times what they take on a busy machine with two processors, so
 * that only something that grows with the wrong power of the keys fails. `./farol bench --only compare` has the figures.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, expect, test } from 'vitest';
import { compare } from '../../profiler/witness/say/compare.ts';
import { noneMeasured } from '../../profiler/witness/judge/verdicts/own-false-alarms.ts';
import type { CaptureVector } from '../../profiler/witness/bundle/vector/capture-vector.ts';
import { decodeVector } from '../../profiler/witness/bundle/vector/decode-vector.ts';
import { encodeVector } from '../../profiler/witness/bundle/vector/encode-vector.ts';
import { SharedKeys } from '../../profiler/witness/bundle/vector/key-reader.ts';
import { vectorOf } from '../../profiler/witness/bundle/vector/vector-of.ts';
import { makeLargeCapture } from './large-captures.ts';

/** Two of each version, each with ten axes of 4,096 keys. */
const captures = 4;
const limits = { decodeMs: 500, compareMs: 6000, mebibytes: 30, storedKibibytes: 1900 } as const;

let stored: Buffer[] = [];
beforeAll(() => {
  stored = Array.from({ length: captures }, (_, at) => encodeVector(vectorOf(makeLargeCapture(at))));
});

/** Of all threads of this process: time in which others have the processor does not count. */
function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function decodeAll(): CaptureVector[] {
  const shared = new SharedKeys();
  return stored.map((bytes) => decodeVector(bytes, shared));
}

test('a stored vector stays small', () => {
  expect(Math.max(...stored.map(({ length }) => length)) / 1024).toBeLessThan(limits.storedKibibytes);
});

test('decoding takes the processor for a bounded time', () => {
  // The least of three: a collection of garbage that others left may fall into one.
  expect(Math.min(...[1, 2, 3].map(() => processorMs(decodeAll)))).toBeLessThan(limits.decodeMs);
});

test('decoded captures take bounded memory', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const measure = (): number => {
    // The second one waits for the buffers that the first one found unused.
    collect();
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / (1 << 20);
  };
  const before = measure();
  const held = decodeAll();
  expect(measure() - before).toBeLessThan(limits.mebibytes);
  expect(held).toHaveLength(captures);
});

test('comparing takes the processor for a bounded time', () => {
  const [a, b, c, d] = decodeAll().map((vector, at) => {
    const { version, requested_at } = vector.request;
    return { vector, ref: { request_id: `${at}`, bundle_id: `${at}`, version, requested_at, instance: 'node-1' } };
  });
  if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error('captures are missing');
  let judged = 0;
  const ms = processorMs(() => {
    const choice = { why: 'captured in turn', skipped: [] };
    const sides = { baseline: a, baselineReplicates: [c], head: b, headReplicates: [d] };
    const diff = compare({ workload: 'large', env: '', choice, ...sides, spacingMs: 0, ownFalseAlarms: noneMeasured });
    judged = diff.summary.judged;
  });
  expect(judged).toBeGreaterThan(10_000);
  expect(ms).toBeLessThan(limits.compareMs);
});
