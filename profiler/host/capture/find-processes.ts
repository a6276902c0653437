/**
 * Which running processes a listed target means. This process may not look into those of other users,
 * so the collector, which may, is asked (`ptop processes`); without its answer nothing is found, because
 * a search that sees less would match less without a word.
 */
import { z } from 'zod';
import { runProcess } from './collector-process.ts';
import type { CollectorFailure, ProcessIdentity } from './run-collector.ts';
import type { Target } from '../boot/target-list.ts';

export interface ProcessSearch {
  /** The collector's file. */
  readonly file: string;
  /** The target list, which the collector reads itself. */
  readonly targetsFile: string;
  /** Entries of the list with one workload; not empty. */
  readonly listed: readonly [Target, ...Target[]];
  readonly signal: AbortSignal;
}

export interface FoundProcesses {
  readonly processes: readonly ProcessIdentity[];
  /** The listed namespaces they run in; undefined when an entry lists none, so that any will do. */
  readonly namespace: string | undefined;
  /** Some processes of that name whose namespace is another one or cannot be read. */
  readonly passedOver: readonly { readonly pid: number; readonly why: string }[];
  readonly counts: {
    /** More than `processes` when one capture cannot take them all. */
    readonly matching: number;
    readonly passedOver: number;
    /** Processes whose executable not even the collector may read: its name was not checked. */
    readonly unread: number;
  };
}

export type ProcessFinding = { readonly found: FoundProcesses } | { readonly failure: CollectorFailure };

/** Of the collector's exit statuses those that a search has a sentence for. */
const codes: ReadonlyMap<number, string> = new Map([
  [11, 'not_listed'],
  [12, 'list_refused'],
]);
/** It takes milliseconds; the control plane waits 15 s for the answer to an offer. */
const limitMs = 8000;
const maxAnswerBytes = 4 << 20;
const maxWords = 2000;

const count = z.number().int().nonnegative();
const identity = { pid: z.number().int().positive(), start_ticks: count, matched_by: z.enum(['exe', 'comm', 'argv0']) };
const Matching = z.strictObject({
  ...identity,
  namespace: z.discriminatedUnion('state', [
    z.strictObject({ state: z.literal('not_asked') }),
    z.strictObject({ state: z.literal('equal'), name: z.string() }),
  ]),
});
const PassedOver = z.strictObject({
  ...identity,
  namespace: z.strictObject({ state: z.enum(['differs', 'unreadable']), reason: z.string().max(500) }),
});
const Answer = z.strictObject({
  processes: z.array(Matching),
  passed_over: z.array(PassedOver),
  counts: z.strictObject({ matching: count, passed_over: count, unread: count }),
});
type Answer = z.infer<typeof Answer>;

/** Entries of the list with this workload, or none: then the process is not listed. */
export function listedAs(targets: readonly Target[], workload: string): Target[] {
  return targets.filter((target) => target.workload === workload);
}

/** Never rejects. */
export async function findProcesses({ file, targetsFile, listed, signal }: ProcessSearch): Promise<ProcessFinding> {
  const asked = namespacesOf(listed);
  const args = ['processes', '--workload', listed[0].workload, '--json'];
  for (const namespace of asked ?? []) args.push('--namespace', namespace);
  args.push('--targets', targetsFile);
  const output = new Capped(maxAnswerBytes);
  const words = new Capped(maxWords);
  const end = await runProcess({
    file,
    args,
    limitMs,
    signal: AbortSignal.any([signal, output.overflow]),
    onOutput: (part) => output.add(part),
    onWords: (part) => words.add(part),
  });
  if (output.overflow.aborted) return refuse(0, `It answered with more than ${maxAnswerBytes} bytes.`);
  if (end.end !== 'closed') return { failure: end };
  if (end.status !== 0) return refuse(end.status, words.text().trim());
  const answer = Answer.safeParse(parseJson(output.text()));
  if (!answer.success) return refuse(0, `Its list of processes does not parse: ${describeIssue(answer.error)}.`);
  if (!isAnswerTo(asked, answer.data)) return refuse(0, 'Its list of processes is for another request.');
  return { found: summarise(answer.data, asked) };
}

/** Undefined when any namespace will do. */
function namespacesOf(listed: readonly Target[]): string[] | undefined {
  const namespaces = listed.flatMap(({ namespace }) => (namespace === undefined ? [] : [namespace]));
  return namespaces.length < listed.length ? undefined : namespaces;
}

/** A process matches by a namespace that was asked for, and only then by any. */
function isAnswerTo(asked: readonly string[] | undefined, { processes, passed_over }: Answer): boolean {
  if (asked === undefined) {
    return passed_over.length === 0 && processes.every(({ namespace }) => namespace.state === 'not_asked');
  }
  return processes.every(({ namespace }) => namespace.state === 'equal' && asked.includes(namespace.name));
}

function summarise({ processes, passed_over, counts }: Answer, asked: readonly string[] | undefined): FoundProcesses {
  const names = processes.flatMap(({ namespace }) => (namespace.state === 'equal' ? [namespace.name] : []));
  return {
    processes: processes.map(({ pid, start_ticks }) => ({ pid, startTicks: start_ticks })),
    namespace: asked === undefined ? undefined : [...new Set(names)].toSorted().join(', '),
    passedOver: passed_over.map(({ pid, namespace }) => ({ pid, why: namespace.reason })),
    counts: { matching: counts.matching, passedOver: counts.passed_over, unread: counts.unread },
  };
}

function refuse(status: number, message: string): ProcessFinding {
  return { failure: { end: 'exited', status, code: codes.get(status) ?? 'unknown', message, probes: [] } };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describeIssue({ issues: [issue] }: z.ZodError): string {
  const place = issue === undefined || issue.path.length === 0 ? 'the top' : issue.path.map(String).join('.');
  return `${issue?.message ?? 'not a list'} at ${place}`;
}

/** The beginning of a stream, and a signal when there is more of it. */
class Capped {
  readonly #maxBytes: number;
  readonly #overflow = new AbortController();
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get overflow(): AbortSignal {
    return this.#overflow.signal;
  }

  add(part: Buffer): void {
    const kept = part.subarray(0, this.#maxBytes - this.#bytes);
    this.#parts.push(kept);
    this.#bytes += kept.length;
    if (kept.length < part.length) this.#overflow.abort();
  }

  text(): string {
    return Buffer.concat(this.#parts).toString('utf8');
  }
}
