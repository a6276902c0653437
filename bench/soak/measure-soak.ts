/**
 * A soak as rows: how fast heap and RSS of each program grow, with the standard error of the slope, beside the goals;
 * how late its event loop is; its descriptors; and whether every request had one outcome. Ended early, it reports what
 * it has and says so.
 */
import { prepareWorkload } from '../../demo/workload.ts';
import type { Findings, Row, Unmeasured } from '../bench-report.ts';
import type { Bench } from '../bench.ts';
import { fitLine } from './least-squares.ts';
import { runSoak, type SoakedResult, type SoakResult } from './run-soak.ts';
import type { Sample } from './sample-process.ts';

/** Of what one team is expected to do. */
const times = 10;
const soakMinutes = 120;
const sampleEverySec = 30;
const goals = { mibPerHour: 1, loopLateMs: 50 };
/** A name in the target list that no process has: half of the captures find nothing to measure. */
const absent = 'nobody-runs-this';

export async function measureSoak(bench: Bench): Promise<Findings> {
  const { repository, workspace, narrator, minutes = soakMinutes, signal, onStarted } = bench;
  const workload = await prepareWorkload(repository, workspace);
  onStarted(() => workload.stop());
  await workload.start(1);
  const result = await runSoak(bench, {
    minutes,
    times,
    sampleEverySec,
    workloads: [workload.name, absent],
    signal,
    say: (progress) => narrator.say(progress),
  });
  return describeSoak(result, minutes);
}

export function describeSoak(result: SoakResult, minutes: number): Findings {
  return {
    ...(result.failure !== undefined && { failure: result.failure }),
    rows: [...result.programs.flatMap(rowsOf), ...outcomeRows(result)],
    unmeasured: [
      ...(result.isInterrupted
        ? [{ name: 'the rest', why: `interrupted after ${result.minutes.toFixed(1)} of ${minutes} minutes` }]
        : []),
      ...(result.noProfiler === undefined ? [] : [{ name: 'Profiler', why: result.noProfiler }]),
      ...result.programs.flatMap(missingOf),
    ],
  };
}

function rowsOf({ name, samples, atRest }: SoakedResult): Row[] {
  const late = samples.map(({ loopLateMs }) => loopLateMs);
  return [
    ...growthRows(`${name}: heap after a collection`, samples, ({ heapBytes }) => heapBytes),
    ...growthRows(`${name}: RSS`, samples, ({ rssBytes }) => rssBytes),
    ...(late.length === 0
      ? []
      : [
          {
            name: `${name}: event loop late, p99`,
            unit: 'ms',
            samples: late,
            peer: { name: 'goal: less than', samples: late.map(() => goals.loopLateMs) },
          } as const,
        ]),
    ...(atRest.afterWarmUp === undefined || atRest.atEnd === undefined
      ? []
      : [
          {
            name: `${name}: descriptors at the end, while nothing is asked`,
            unit: 'descriptors',
            samples: [atRest.atEnd],
            peer: { name: 'after the warm-up', samples: [atRest.afterWarmUp] },
          } as const,
        ]),
  ];
}

function growthRows(what: string, samples: readonly Sample[], bytesOf: (sample: Sample) => number): Row[] {
  const line = fitLine(samples.map((sample) => ({ x: sample.atMs / 3_600_000, y: bytesOf(sample) / (1 << 20) })));
  const size: Row = { name: what, unit: 'MiB', samples: samples.map((sample) => bytesOf(sample) / (1 << 20)) };
  if (line === undefined) return samples.length === 0 ? [] : [size];
  return [
    size,
    {
      name: `${what}, growth`,
      unit: 'MiB/h',
      samples: [line.slope],
      peer: { name: 'goal: less than', samples: [goals.mibPerHour] },
    },
    { name: `${what}, standard error of the growth`, unit: 'MiB/h', samples: [line.standardError] },
  ];
}

function missingOf({ name, samples, atRest }: SoakedResult): Unmeasured[] {
  return [
    ...(samples.length < 3 ? [{ name: `${name}: growth`, why: 'fewer than three samples were taken' }] : []),
    ...(atRest.afterWarmUp === undefined ? [{ name: `${name}: descriptors`, why: 'the warm-up was not over' }] : []),
  ];
}

function outcomeRows({ tallies, ends }: SoakResult): Row[] {
  const row = (name: string, count: number, peer: string, of: number): Row => ({
    name,
    unit: 'runs',
    samples: [count],
    peer: { name: peer, samples: [of] },
  });
  return [
    ...tallies.map((tally) =>
      row(`${tally.kind}: with one outcome (${describeEnds(tally.ends)})`, tally.answered, 'asked', tally.asked),
    ),
    ...(ends === undefined ? [] : endRows(ends)),
  ];

  function endRows({ captures, audit }: NonNullable<SoakResult['ends']>): Row[] {
    const { accepted, withOneOutcome } = captures;
    return [
      row(`captures: with one outcome (${describeEnds(captures.ends)})`, withOneOutcome, 'accepted', accepted),
      row('operations that the Agent answered and did not record', audit.unrecorded.length, 'recorded', audit.records),
      row('operations that the Agent recorded and nobody asked', audit.unasked.length, 'recorded', audit.records),
    ];
  }
}

function describeEnds(ends: Readonly<Record<string, number>>): string {
  return Object.entries(ends)
    .map(([end, count]) => `${count} ${end}`)
    .join(', ');
}
