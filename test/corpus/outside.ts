/** What can be measured of a service without the collector: by its client, its peers and `/proc`. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { z } from 'zod';

const amount = z.number().nonnegative();

/** Of a load generator; milliseconds from the last byte of a request to the first one of its answer. */
export const LoadReport = z.strictObject({
  requests: amount,
  errors: amount,
  response_ms: z.strictObject({ mean: amount, p50: amount, p90: amount, p99: amount }),
});
export type LoadReport = z.infer<typeof LoadReport>;

/** Of the peers of a service, since they were started. */
export const PeerReport = z.strictObject({ connections: amount, questions: amount, name_questions: amount });
export type PeerReport = z.infer<typeof PeerReport>;

/** Of all processes of a service together, since they were started; of what they hold, at this moment. */
export const ProcessReport = z.strictObject({
  cpu_ms: amount,
  minor_faults: amount,
  voluntary_switches: amount,
  write_calls: amount,
  written_bytes: amount,
  resident_bytes: amount,
  descriptors: amount,
  threads: amount,
});
export type ProcessReport = z.infer<typeof ProcessReport>;

/** One window, as long as the capture beside it. */
export const Outside = z.strictObject({
  seconds: amount,
  load: LoadReport,
  peers: PeerReport,
  /** Growth within the window; negative where memory or descriptors were given back. */
  processes: z.record(z.enum(ProcessReport.keyof().options), z.number()),
});
export type Outside = z.infer<typeof Outside>;

const perRequest = (of: (outside: Outside) => number | undefined) => (outside: Outside) =>
  (of(outside) ?? 0) / outside.load.requests;

const figures = {
  requests_per_sec: ({ load, seconds }: Outside) => load.requests / seconds,
  response_ms: ({ load }: Outside) => load.response_ms.mean,
  response_ms_p50: ({ load }: Outside) => load.response_ms.p50,
  cpu_ms_per_request: perRequest(({ processes }) => processes.cpu_ms),
  cpu_ms_per_sec: ({ processes, seconds }: Outside) => processes.cpu_ms / seconds,
  faults_per_request: perRequest(({ processes }) => processes.minor_faults),
  switches_per_sec: ({ processes, seconds }: Outside) => processes.voluntary_switches / seconds,
  write_calls_per_request: perRequest(({ processes }) => processes.write_calls),
  written_bytes_per_request: perRequest(({ processes }) => processes.written_bytes),
  resident_bytes_per_request: perRequest(({ processes }) => processes.resident_bytes),
  descriptors_per_request: perRequest(({ processes }) => processes.descriptors),
  threads_per_request: perRequest(({ processes }) => processes.threads),
  peer_connections_per_request: perRequest(({ peers }) => peers.connections),
  peer_questions_per_request: perRequest(({ peers }) => peers.questions),
  name_questions_per_request: perRequest(({ peers }) => peers.name_questions),
} as const;

export type Figure = keyof typeof figures;

export function readFigure(figure: Figure, outside: Outside): number {
  return figures[figure](outside);
}

/** What was added from one report to a later one. */
export function growthOf<Key extends string>(
  before: Readonly<Record<Key, number>>,
  after: Readonly<Record<Key, number>>,
): Record<Key, number> {
  const keys = Object.keys(after) as Key[];
  return Object.fromEntries(keys.map((key) => [key, after[key] - before[key]])) as Record<Key, number>;
}

/** A process and all that it started, and those started. */
export function descendantsOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readText(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap((child) => descendantsOf(child))];
}

export function reportProcesses(pids: readonly number[]): ProcessReport {
  const sum: ProcessReport = {
    cpu_ms: 0,
    minor_faults: 0,
    voluntary_switches: 0,
    write_calls: 0,
    written_bytes: 0,
    resident_bytes: 0,
    descriptors: 0,
    threads: 0,
  };
  for (const pid of pids) {
    for (const [key, value] of Object.entries(reportProcess(pid))) sum[key as keyof ProcessReport] += value;
  }
  return sum;
}

/** Clock ticks of `/proc/<pid>/stat`, in milliseconds: USER_HZ is 100 on every architecture that the collector runs on. */
const tickMs = 10;
const pageBytes = 4096;

function reportProcess(pid: number): ProcessReport {
  // From the third field on: the second one is the command's name, which may hold spaces.
  const stat = (/\) (.*)/su.exec(readText(`/proc/${pid}/stat`))?.[1] ?? '').split(' ').map(Number);
  const field = (number: number): number => stat[number - 3] ?? 0;
  const io = readText(`/proc/${pid}/io`);
  return {
    // With that of children that were waited for.
    cpu_ms: (field(14) + field(15) + field(16) + field(17)) * tickMs,
    minor_faults: field(10) + field(11),
    voluntary_switches: sumOf(
      threadsOf(pid).map((thread) => readNumber(thread, /^voluntary_ctxt_switches:\s*(\d+)/mu)),
    ),
    write_calls: readNumber(io, /^syscw: (\d+)/mu),
    written_bytes: readNumber(io, /^wchar: (\d+)/mu),
    resident_bytes: field(24) * pageBytes,
    descriptors: countDescriptors(pid),
    threads: field(20),
  };
}

function threadsOf(pid: number): string[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => readText(`/proc/${pid}/task/${thread}/status`));
}

function countDescriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).filter((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`) !== '';
    } catch {
      return false;
    }
  }).length;
}

function sumOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

function readNumber(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1] ?? 0);
}

/** Empty where the thread has ended. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
