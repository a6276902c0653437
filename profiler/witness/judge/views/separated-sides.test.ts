import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { featuresOf, makeBundle, makeCapture, refOf } from '../../../../test/made-bundle.ts';
import { blocksOf, carried, makeProcess, makeRecord, networkOf, ran, sampled } from '../../../../test/made-capture.ts';
import { axisOf, diffOf } from '../../../../test/made-diff.ts';
import { Bundle } from '../../bundle/record/bundle.ts';
import { CollectorRecord } from '../../bundle/record/collector-record.ts';
import type { ComparedCapture } from '../comparable/counted-captures.ts';
import { Diff } from '../../diff/diff.ts';
import { decodeVector } from '../../bundle/vector/decode-vector.ts';
import { encodeVector } from '../../bundle/vector/encode-vector.ts';
import { vectorOf } from '../../bundle/vector/vector-of.ts';

const Recorded = z.strictObject({ old: z.array(CollectorRecord), mixed: z.array(CollectorRecord) });

const hashes = { a: 'a'.repeat(64), b: 'b'.repeat(64) } as const;
type Build = keyof typeof hashes;

interface Ran {
  /** Samples of a function by build; a hundred a second in 60 s. */
  readonly functions: Readonly<Record<string, Partial<Record<Build, number>>>>;
  readonly processes: Partial<Record<Build, number>>;
  /** Samples that belong to no build. */
  readonly nobodys?: number;
}

const isBuild = (text: string): text is Build => text in hashes;

function recordOf({ functions, processes, nobodys = 0 }: Ran): Pick<CollectorRecord, 'axes' | 'processes'> {
  const { axes } = makeRecord();
  const builds = Object.keys(processes).filter(isBuild);
  const listed = Object.entries(functions).map(([name, parts]) => {
    const shares = builds.map((build) => ({
      exe_sha256: hashes[build],
      self: parts[build] ?? 0,
      self_blocks: blocksOf(parts[build] ?? 0),
    }));
    const self = shares.reduce((sum, one) => sum + one.self, 0);
    return { ...ran(name, self), ...(builds.length > 1 && { self_by_build: shares }) };
  });
  if (nobodys > 0) listed.push(ran('nobodys', nobodys));
  const nsOf = (build: Build) => Object.values(functions).reduce((sum, parts) => sum + (parts[build] ?? 0) * 1e7, 0);
  const total = builds.reduce((sum, build) => sum + nsOf(build), 0);
  return {
    axes: {
      ...axes,
      cpu_stacks: sampled(listed),
      cpu_time: { total_ns: total, blocks_ns: blocksOf(total), threads: [{ comm: 'app', threads: 1, ns: total }] },
      network: networkOf([], { traffic: [carried('received', 600)] }),
    },
    processes: builds.flatMap((build, at) =>
      Array.from({ length: processes[build] ?? 0 }, (_, one) =>
        makeProcess(100 * at + one + 1, {
          exe_sha256: hashes[build],
          cpu_ns: Math.floor(nsOf(build) / (processes[build] ?? 1)),
        }),
      ),
    ),
  };
}

function capture(version: string, run: Ran): ComparedCapture {
  const { axes, ...rest } = recordOf(run);
  return makeCapture(version, axes, rest);
}

const steady = { work: { a: 2000 }, idle: { a: 400 } };
const old = (more = 0) => capture('v1', { functions: { ...steady, work: { a: 2000 + more } }, processes: { a: 4 } });
/** Half of the processes are the new build already; each of them does `factor` times as much in `work`. */
const rolling = (factor: number, more = 0, nobodys = 0) =>
  capture('v2', {
    functions: { work: { a: 1000, b: 1000 * factor + more }, idle: { a: 200, b: 200 } },
    processes: { a: 2, b: 2 },
    nobodys,
  });

describe('a capture of a rolling deploy', () => {
  const diff = diffOf([old(), old(20)], [rolling(4), rolling(4, 30)]);

  test('is compared as what its own build used of CPU time and of functions', () => {
    expect(Diff.parse(diff)).toEqual(diff);
    const work = axisOf(diff, 'cpu_stacks').changes.find(({ key }) => key === 'work (app)');
    expect(work).toMatchObject({ change: 'changed', after: { count: 8030 }, verdict: { level: 'suspected' } });
    expect(work?.verdict?.per_second?.ratio).toBeCloseTo(2, 1);
    expect(work?.verdict).not.toHaveProperty('per_work');
    expect(axisOf(diff, 'cpu_time').changes.map(({ key }) => key)).toEqual(['all threads']);
    expect(axisOf(diff, 'cpu_time').totals?.after).toBeCloseTo((4215 * 10) / 60, 0);
    expect([diff.identity, diff.identity_basis.head.executables]).toEqual([
      'different',
      [`/usr/bin/app ${'b'.repeat(12)}`],
    ]);
  });

  test('is not compared on any other axis, and both builds are named', () => {
    const others = diff.axes.filter(({ source }) => source !== 'cpu_stacks' && source !== 'cpu_time');
    expect(new Set(others.map(({ state }) => state))).toEqual(new Set(['not_comparable']));
    expect(axisOf(diff, 'files').reason).toBe(
      'a capture of v2 measured two builds at once: /usr/bin/app aaaaaaaaaaaa and /usr/bin/app bbbbbbbbbbbb',
    );
    expect(diff.caveats.at(-1)).toContain('because the work of one build is not known');
  });

  test('shows no finding where the new build does half because half of the processes are of it', () => {
    const same = diffOf([old(), old(20)], [rolling(1), rolling(1, 30)]);
    expect(same.summary.findings).toEqual([]);
    expect(axisOf(same, 'cpu_stacks').changes.map(({ change }) => change)).not.toContain('changed');
  });

  test('is not compared at all where it is not known which build it is', () => {
    const unknown = diffOf(
      [capture('v1', { functions: { work: { a: 9, b: 9 } }, processes: { a: 1, b: 1 } })],
      [rolling(1)],
    );
    expect(new Set(unknown.axes.map(({ state }) => state))).toEqual(new Set(['not_comparable']));
    expect(axisOf(unknown, 'cpu_stacks').reason).toContain('no other capture shows which build a version is');
    expect(unknown.identity).toBe('unknown');
  });

  test('is not compared by function where too many samples belong to no build', () => {
    const unknown = diffOf([old(), old(20)], [rolling(4, 0, 500), rolling(4, 0, 500)]);
    expect(axisOf(unknown, 'cpu_stacks')).toMatchObject({
      state: 'not_comparable',
      reason: 'v1: measured; v2: not measured (no executable is known for 8 % of it)',
    });
    expect(axisOf(unknown, 'cpu_time').state).toBe('compared');
  });
});

test('what each build had of a function and of CPU time adds up to the whole', () => {
  const samples = fc.record({ a: fc.nat(500), b: fc.nat(500) });
  const processes = fc.record({ a: fc.integer({ min: 1, max: 3 }), b: fc.integer({ min: 1, max: 3 }) });
  const functions = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/u), samples, { minKeys: 1 });
  fc.assert(
    fc.property(fc.record({ functions, processes, nobodys: fc.nat(9) }), (run) => {
      const bundle = Bundle.parse(makeBundle(recordOf(run)));
      for (const { key, amount, by_build: parts } of featuresOf(bundle, 'cpu_stacks')) {
        expect([key, parts?.reduce((sum, part) => sum + part, 0)]).toEqual([key, amount]);
      }
      const [total] = featuresOf(bundle, 'cpu_time');
      expect(total?.by_build?.reduce((sum, part) => sum + part, 0)).toBe(total?.amount);
      expect(total?.by_build?.at(-1)).toBeLessThan(7);
    }),
    { numRuns: 100 },
  );
});

test('one build is not separated, and parts that exceed their whole are not used', () => {
  expect(
    featuresOf(makeBundle(recordOf({ functions: steady, processes: { a: 2 } })), 'cpu_stacks')[0],
  ).not.toHaveProperty('by_build');
  const { axes, processes } = recordOf({ functions: { work: { a: 10, b: 10 } }, processes: { a: 1, b: 1 } });
  const bundle = makeBundle({ axes, processes: processes.map((one) => ({ ...one, cpu_ns: 1e12 })) });
  expect(featuresOf(bundle, 'cpu_time')[0]).not.toHaveProperty('by_build');
});

test('real captures of one process of each of two builds show what the newer one does more', async () => {
  const bytes = await readFile(path.join(import.meta.dirname, '../../../../test/recorded/two-builds.json.gz'));
  // One process of each build in `mixed`, that of the older one alone in `old`. The newer one prices four times as much.
  const { old: alone, mixed } = Recorded.parse(JSON.parse(gunzipSync(bytes).toString('utf8')));
  const captureOf =
    (version: string) =>
    (record: CollectorRecord): ComparedCapture => {
      const requested_at = record.window.start_wall;
      const bundle = makeBundle(record, { version, request_id: `${version} ${requested_at}`, requested_at });
      return { ref: refOf(bundle), vector: decodeVector(encodeVector(vectorOf(bundle))) };
    };
  const diff = diffOf(alone.map(captureOf('1')), mixed.map(captureOf('2')), { spacingMs: 10_000 });
  const rows = axisOf(diff, 'cpu_stacks').changes;
  expect(rows.find(({ key }) => key === 'price_order (app)')).toMatchObject({
    change: 'changed',
    before: { count: 46 + 36 + 35 },
    after: { count: 179 + 151 + 105 },
    verdict: { level: 'suspected' },
  });
  expect(rows.filter(({ change }) => change === 'changed')).toHaveLength(1);
  expect(axisOf(diff, 'cpu_time').changes).toMatchObject([{ key: 'all threads', change: 'changed' }]);
  expect(diff.caveats.at(-1)).toContain(
    'a capture of 2 measured two builds at once: /srv/releases/new/app 869837c0f1f1 and /srv/releases/old/app 2cfc5682a1e5',
  );
});
