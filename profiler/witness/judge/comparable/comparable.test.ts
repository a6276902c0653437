import { describe, expect, test } from 'vitest';
import { makeCapture } from '../../../../test/made-bundle.ts';
import { directionWords } from '../../../../test/direction-words.ts';
import { absent, allProbes, locked, makeProcess, makeRecord, measured, opened } from '../../../../test/made-capture.ts';
import { findCaveats, judgeAxis } from './comparable.ts';
import type { CollectorRecord, ProbeResult } from '../../bundle/record/collector-record.ts';
import { compare } from '../../say/compare.ts';
import type { ComparedCapture } from './counted-captures.ts';
import { renderAxes } from '../../say/text/render.ts';

const { axes, host, window, tool } = makeRecord();
const capture = (version: string, change: Partial<CollectorRecord> = {}): ComparedCapture =>
  makeCapture(version, axes, change);
const replaced = (probe: ProbeResult): ProbeResult[] => allProbes.map((one) => (one.id === probe.id ? probe : one));
const at = (start_wall: string) => ({ window: { ...window, start_wall } });

/** Probes that state the version of what they count. */
const stating = (semantics: number) => ({ probes: allProbes.map((one) => ({ ...one, semantics })) });

/** What makes the pair of captures not comparable on the files axis, and what the reason must say. */
const reasons: readonly [string, () => readonly [ComparedCapture, ComparedCapture], RegExp][] = [
  [
    'missing on one side',
    () => {
      const probes = replaced(absent('file_opens', 'files', 'failed'));
      return [capture('v1'), capture('v2', { probes })];
    },
    /^v1: measured; v2: not measured \(file_opens: The probe file_opens is failed\.\)$/u,
  ],
  [
    'missing on both sides',
    () => {
      const probes = replaced(absent('file_opens', 'files', 'unsupported'));
      return [capture('v1', { probes }), capture('v2', { probes })];
    },
    /^v1: not measured .*; v2: not measured /u,
  ],
  [
    'partial on one side',
    () => [capture('v1', { probes: replaced(measured('file_opens', 'files', { drops: 1 })) }), capture('v2')],
    /^v1: measured in part \(file_opens: 1 of 101 events were lost\); v2: measured$/u,
  ],
  [
    'an axis one side never had',
    () => [capture('v1', { probes: allProbes.filter(({ axis }) => axis !== 'files') }), capture('v2')],
    /^v1: not measured \(this axis was not part of the capture\); v2: measured$/u,
  ],
  [
    'another architecture',
    () => [capture('v1'), capture('v2', { host: { ...host, arch: 'aarch64' } })],
    /^measured on different architectures: x86_64 and aarch64$/u,
  ],
  [
    'other probe programs',
    () => [capture('v1'), capture('v2', { tool: { ...tool, bpf_sha256: 'other' } })],
    /^measured with different probe programs/u,
  ],
  [
    'other probe programs, of which one does not say what its numbers mean',
    () => [capture('v1', stating(1)), capture('v2', { tool: { ...tool, bpf_sha256: 'other' } })],
    /^measured with different probe programs/u,
  ],
  [
    'probes whose numbers mean something else, whatever their programs',
    () => [capture('v1', stating(1)), capture('v2', stating(2))],
    /^measured by probes whose numbers mean something else: file_opens 1 and file_opens 2$/u,
  ],
  [
    'keys of another aggregator',
    () => {
      const other = capture('v2');
      const { tool: made } = other.vector;
      return [capture('v1'), { ...other, vector: { ...other.vector, tool: { ...made, witness_version: '1' } } }];
    },
    /^keys were made by different aggregators \(witness 3 and 1\)$/u,
  ],
  [
    'another set of probes',
    () => [
      capture('v1'),
      capture('v2', { probes: [...allProbes, measured('file_paths', 'files', { required: false })] }),
    ],
    /^measured by different probes: file_opens and file_opens, file_paths$/u,
  ],
  [
    'overlapping windows on one machine',
    () => [capture('v1', at('2026-11-01T10:00:00.000Z')), capture('v2', at('2026-11-01T10:00:59.000Z'))],
    /^two captures measured the same machine at the same time$/u,
  ],
];

function compared([baseline, head]: readonly [ComparedCapture, ComparedCapture]) {
  const choice = { why: 'v1 was asked for', skipped: [] };
  const sides = { baseline, baselineReplicates: [], head, headReplicates: [] };
  return compare({ workload: 'app', env: '', ...sides, choice });
}

describe.each(reasons)('%s', (_, make, reason) => {
  test('is refused with its reason, both facts and no number [P-SVC-7] [P-ERR-10]', () => {
    const pair = make();
    const judged = judgeAxis({ source: 'files' }, [pair[0].vector], [pair[1].vector]);
    expect(judged).toEqual({ comparable: false, reason: expect.stringMatching(reason) as string });
    const files = compared(pair).axes.find(({ axis }) => axis === 'files');
    expect(files).toMatchObject({ state: 'not_comparable', changes: [], unchanged: 0, caveats: [] });
    expect(files).not.toHaveProperty('totals');
    expect(files).not.toHaveProperty('no_noise_floor');
  });

  test('has no word of direction in JSON or text [P-SVC-7]', () => {
    const diff = compared(make());
    const affected = diff.axes.filter(({ state }) => state === 'not_comparable');
    expect(affected.length).toBeGreaterThan(0);
    expect(JSON.stringify(affected)).not.toMatch(directionWords);
    expect(renderAxes(affected)).not.toMatch(directionWords);
    const named = new Set(affected.map(({ axis }) => axis));
    expect(diff.summary.findings.filter(({ axis }) => named.has(axis))).toEqual([]);
    expect(JSON.stringify(diff.summary.not_comparable)).not.toMatch(directionWords);
  });
});

test('the search for words of direction would find them', () => {
  const diff = compared([capture('v1'), makeCapture('v2', { ...axes, files: { opens: [opened('/x')], cut: 0 } })]);
  expect(renderAxes(diff.axes)).toMatch(directionWords);
});

test('captures of the version before compare, but for where threads waited and memory was asked for', () => {
  const { vector } = capture('v1');
  const before = { ...vector, tool: { ...vector.tool, witness_version: '2' } };
  const judged = (need: Parameters<typeof judgeAxis>[0]) =>
    judgeAxis(need, [before], [capture('v2').vector]).comparable;
  const sources = ['off_cpu', 'locks', 'memory'] as const;
  expect(sources.map((source) => judged({ source, needsCallers: true }))).toEqual([false, false, false]);
  expect(sources.map((source) => judged({ source }))).toEqual([true, true, true]);
  expect(judged({ source: 'cpu_stacks', needsCallers: true, column: 'own' })).toBe(true);
  const again = { ...capture('v2').vector, tool: before.tool };
  expect(judgeAxis({ source: 'locks', needsCallers: true }, [before], [again]).comparable).toBe(true);
});

test('two replicates that overlap make an axis not comparable, not only a replicate and the head', () => {
  const replicates = [capture('v1', at('2026-11-01T10:00:00.000Z')), capture('v1', at('2026-11-01T10:00:30.000Z'))];
  const judged = judgeAxis(
    { source: 'files' },
    [capture('v1'), ...replicates].map(({ vector }) => vector),
    [capture('v2').vector],
  );
  expect(judged).toMatchObject({
    comparable: false,
    reason: 'two captures measured the same machine at the same time',
  });
});

test('windows that touch, or lie on two machines, are comparable', () => {
  const first = capture('v1', at('2026-11-01T10:00:00.000Z'));
  const next = capture('v2', at('2026-11-01T10:01:00.000Z'));
  const elsewhere = capture('v2', { ...at('2026-11-01T10:00:00.000Z'), host: { ...host, boot_id: 'boot-2' } });
  for (const other of [next, elsewhere]) {
    expect(judgeAxis({ source: 'files' }, [first.vector], [other.vector]).comparable).toBe(true);
  }
});

test('other probe programs are comparable when their numbers mean the same', () => {
  const other = { ...stating(3), tool: { version: '0.2.0', bpf_sha256: 'other' } };
  expect(
    compared([capture('v1', stating(3)), capture('v2', other)]).axes.every(({ state }) => state === 'compared'),
  ).toBe(true);
});

test('sites of waits are not comparable when stacks end in libraries, and exact waits are', () => {
  const waits = locked(3e9, { acquire: 3e9 });
  const inLibrary = { ...waits.stacks, whole: 0, stacks: waits.stacks.stacks.map((one) => ({ ...one, frames: [0] })) };
  const diff = compared([capture('v1'), makeCapture('v2', { ...axes, locks: { ...waits, stacks: inLibrary } })]);
  const found = (name: string) => diff.axes.find(({ axis }) => axis === name);
  expect(found('lock_latency')).toMatchObject({ state: 'compared' });
  expect(found('locks')).toMatchObject({
    state: 'not_comparable',
    reason: 'v1: measured; v2: measured in part (1 of 1 stacks do not reach their root)',
    head: { state: 'partial' },
  });
});

test('what differs between any two captures without forbidding a comparison is a caveat', () => {
  const other = capture('v2', {
    host: { ...host, kernel: '6.1.0', cpu_model: 'Another CPU', online_cpus: 16 },
    window: { ...window, warmup_ns: 0 },
    processes: [],
  });
  const found = (...vectors: ComparedCapture[]) =>
    findCaveats(
      [capture('v1').vector],
      vectors.map(({ vector }) => vector),
    ).map(({ text }) => text);
  expect(found(capture('v2'))).toEqual([]);
  const caveats = [
    'kernel differs: 6.1.0 and 6.18.0',
    'CPU model differs: A CPU and Another CPU',
    'number of CPUs differs: 16 and 2',
    'warm-up in seconds differs: 0 and 5',
    'number of processes differs: 0 and 1',
  ];
  expect(found(other)).toEqual(caveats);
  // One capture of two without a process is no other number of processes.
  expect(found(capture('v2'), other)).toEqual(caveats.slice(0, -1));
});

test.each([
  [[1], [1, 1, 2], undefined],
  [[4, 4], [8, 8], undefined],
  [[4, 4], [9, 8], 'number of processes differs: 4 and 8.5'],
  [[5, 5, 5], [2, 2, 2], 'number of processes differs: 2 and 5'],
])('%j processes and %j: %s', (before, after, expected) => {
  const side = (version: string, counts: readonly number[]) =>
    counts.map(
      (count) =>
        capture(version, { processes: Array.from({ length: count }, (_, pid) => makeProcess(pid + 1)) }).vector,
    );
  expect(findCaveats(side('v1', before), side('v2', after))).toEqual(
    expected === undefined ? [] : [{ text: expected, limits: 'everything' }],
  );
});

test('an axis is complete that a later capture of the side measured, and says what was left out [P-SVC-7]', () => {
  const lost = capture('v2', { probes: replaced(absent('file_opens', 'files', 'failed')) });
  const [before, after] = [[capture('v1')], [lost, capture('v2'), capture('v2')]];
  const vectors = (side: readonly ComparedCapture[]) => side.map(({ vector }) => vector);
  const judged = judgeAxis({ source: 'files' }, vectors(before), vectors(after));
  if (!judged.comparable) throw new Error(judged.reason);
  expect(judged.head.map(({ vector }) => vector)).toEqual(vectors(after.slice(1)));
  expect(judged.caveats).toEqual([
    {
      text: '1 of 3 captures of v2 is left out: not measured (file_opens: The probe file_opens is failed.)',
      limits: 'nothing',
    },
  ]);
});
