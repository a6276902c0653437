/**
 * Answers offers and runs one capture at a time. Every offer that was taken ends in exactly one outcome
 * in the spool, whatever happens in between; the log says `capture failed` with the record's own words.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../../../src/core/log.ts';
import {
  type CaptureOffer,
  type CaptureOutcome,
  CaptureReason,
  type CaptureStart,
} from '../../../src/tunnel/messages.ts';
import { findProcesses, type FoundProcesses, listedAs, type ProcessSearch } from './find-processes.ts';
import { judgeCapture, reasonOfFailure } from './judge-capture.ts';
import { type CgroupView, readCgroupMemory, systemCgroup } from './memory-cgroup.ts';
import { reasonFor } from './reasons.ts';
import { runCollector } from './run-collector.ts';
import type { Spool } from '../outbox/spool.ts';
import type { Target } from '../boot/target-list.ts';

/** The collector as a port: what looks for processes and measures them. */
export interface Instruments {
  /** The processes of a target, or the answer where there is nothing to measure. */
  find(
    request: CaptureStart,
    listed: ProcessSearch['listed'],
    signal: AbortSignal,
  ): Promise<FoundProcesses | CaptureOffer>;
  /** Ends early when `signal` is aborted, with the reason of its outcome. */
  measure(request: CaptureStart, found: FoundProcesses, signal: AbortSignal): Promise<CaptureOutcome>;
}

export interface RunnerDeps {
  readonly instance: string;
  readonly targets: readonly Target[];
  /** Where they were read: the collector reads the list itself and measures nothing outside it. */
  readonly targetsFile: string;
  /** Workloads whose requests for memory are counted as well. */
  readonly allocationsOf: ReadonlySet<string>;
  readonly collector: string;
  /** A private folder is made in it for each capture and removed afterwards. */
  readonly workDir: string;
  readonly spool: Spool;
  readonly log: Log;
  readonly cgroup?: CgroupView;
  /** Default: the collector. */
  readonly instruments?: Instruments;
  readonly onPhase: (requestId: string, phase: string, elapsedSec: number) => void;
  /** The outcome is in the spool, on its disk or, when that is full, in its memory. */
  readonly onEnded: (outcome: CaptureOutcome) => void;
}

interface Running {
  readonly requestId: string;
  /** Aborted with the reason that the outcome then carries. */
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

export class CaptureRunner {
  readonly #deps: RunnerDeps;
  readonly #stopping = new AbortController();
  /** Offers that are being answered, by request. */
  readonly #answering = new Map<string, { readonly answer: Promise<CaptureOffer>; readonly abort: AbortController }>();
  /** The last search to begin: they run one after the other, however many offers arrive at once. */
  #searching: Promise<unknown> = Promise.resolve();
  #current: Running | undefined;

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
  }

  /** Answering the same offer again changes nothing. Rejects when the request could not be written to disk. */
  offer(request: CaptureStart): Promise<CaptureOffer> {
    const known = this.#answering.get(request.request_id);
    if (known !== undefined) return known.answer;
    const abort = new AbortController();
    const answer = this.#answer(request, abort).finally(() => this.#answering.delete(request.request_id));
    this.#answering.set(request.request_id, { answer, abort });
    return answer;
  }

  async #answer(request: CaptureStart, abort: AbortController): Promise<CaptureOffer> {
    const { spool, targets } = this.#deps;
    if (spool.has(request.request_id)) return { answer: 'taken', processes: 0 };
    const [first, ...others] = listedAs(targets, request.workload);
    if (first === undefined) return decline('not_in_target_list');
    const { instruments } = this.#deps;
    const listed = [first, ...others] as const;
    const found = await (instruments?.find(request, listed, this.#stopping.signal) ?? this.#find(request, listed));
    if ('answer' in found) return found;
    if (this.#current !== undefined) return decline('busy');
    return this.#take(request, found, abort);
  }

  /** The processes of the target, or the answer where there is nothing to measure. */
  async #find(request: CaptureStart, listed: ProcessSearch['listed']): Promise<FoundProcesses | CaptureOffer> {
    const { collector, targetsFile, log, cgroup = systemCgroup } = this.#deps;
    const { signal } = this.#stopping;
    const search = this.#searching.then(async () => {
      const before = readCgroupMemory(cgroup);
      const finding = await findProcesses({ file: collector, targetsFile, listed, signal });
      return { finding, before, after: readCgroupMemory(cgroup) };
    });
    // Its own caller gets the failure; the next one starts regardless.
    this.#searching = search.catch(() => undefined);
    const { finding, ...cgroups } = await search;
    // Busy is asked again: by then the next process of this instance answers.
    if (signal.aborted) return decline('busy');
    const facts = { request_id: request.request_id, workload: request.workload };
    if ('failure' in finding) {
      const reason = reasonOfFailure(finding.failure, cgroups);
      log.error({ ...facts, code: reason.code, reason: reason.text }, 'capture failed');
      return { answer: 'declined', reason };
    }
    const { found } = finding;
    const { matching, unread } = found.counts;
    if (matching === 0) return decline('no_such_process', explainNone(found));
    if (matching > found.processes.length) return decline('too_many_processes', `${matching} run.`);
    if (unread > 0) {
      log.warn({ ...facts, unread }, 'some executables cannot be read; they are matched by their other names only');
    }
    return found;
  }

  async #take(request: CaptureStart, found: FoundProcesses, abort: AbortController): Promise<CaptureOffer> {
    const { spool } = this.#deps;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#current = { requestId: request.request_id, abort, done: promise };
    try {
      await spool.take(request.request_id);
    } catch (error) {
      this.#current = undefined;
      resolve();
      throw error;
    }
    void this.#run(request, found, abort.signal).finally(() => {
      this.#current = undefined;
      resolve();
    });
    return { answer: 'taken', processes: found.processes.length };
  }

  /** Ends the capture of that request, if it runs or is about to; the reason is that of its outcome. */
  abort(requestId: string, reason: CaptureReason = reasonFor('aborted')): void {
    this.#answering.get(requestId)?.abort.abort(reason);
    if (this.#current?.requestId === requestId) this.#current.abort.abort(reason);
  }

  /** Takes nothing any more, ends what runs and waits until its outcome is in the spool. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#endForRestart();
    await Promise.allSettled([...this.#answering.values()].map(({ answer }) => answer));
    // One that was just being taken.
    this.#endForRestart();
    await this.#current?.done;
  }

  #endForRestart(): void {
    this.#current?.abort.abort(reasonFor('profiler_restarted'));
  }

  async #run(request: CaptureStart, found: FoundProcesses, signal: AbortSignal): Promise<void> {
    const { spool, log, onEnded, instruments } = this.#deps;
    const measuring = instruments?.measure(request, found, signal) ?? this.#measure(request, found, signal);
    const outcome = await measuring.catch((error: unknown): CaptureOutcome => {
      log.error({ err: error, request_id: request.request_id }, 'the capture runner failed');
      return {
        request_id: request.request_id,
        outcome: 'failed',
        reason: reasonFor('collector_failed', 'See the log of the Profiler.'),
      };
    });
    const facts = {
      request_id: request.request_id,
      workload: request.workload,
      code: outcome.reason.code,
      reason: outcome.reason.text,
    };
    if (outcome.outcome === 'failed') log.error(facts, 'capture failed');
    else log.info(facts, outcome.outcome === 'pushed' ? 'capture measured' : 'nothing to push');
    try {
      await spool.end(outcome);
    } catch (error) {
      // It is delivered from memory; a crash before that ends the request as profiler_restarted.
      log.error({ err: error, request_id: request.request_id }, 'the outcome could not be written to disk');
    }
    onEnded(outcome);
  }

  async #measure(request: CaptureStart, found: FoundProcesses, signal: AbortSignal): Promise<CaptureOutcome> {
    const { collector, targetsFile, workDir, instance, allocationsOf, onPhase, cgroup = systemCgroup } = this.#deps;
    const folder = await mkdtemp(path.join(workDir, 'capture-'));
    try {
      const recordFile = path.join(folder, 'record.json');
      const before = readCgroupMemory(cgroup);
      const end = await runCollector({
        file: collector,
        targetsFile,
        processes: found.processes,
        durationSec: request.duration_sec,
        warmupSec: request.warmup_sec,
        countsAllocations: allocationsOf.has(request.workload),
        memoryLimitBytes: before?.freeBytes,
        out: recordFile,
        onPhase: (phase, elapsedSec) => onPhase(request.request_id, phase, elapsedSec),
        signal,
      });
      const after = readCgroupMemory(cgroup);
      if (end.end === 'aborted') return { request_id: request.request_id, outcome: 'failed', reason: reasonOf(signal) };
      return await judgeCapture({ request, instance, namespace: found.namespace, end, recordFile, before, after });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** `signal` was aborted by `abort` or `stop` above, with a reason. */
function reasonOf(signal: AbortSignal): CaptureReason {
  const parsed = CaptureReason.safeParse(signal.reason);
  return parsed.success ? parsed.data : reasonFor('aborted');
}

function decline(...why: Parameters<typeof reasonFor>): CaptureOffer {
  return { answer: 'declined', reason: reasonFor(...why) };
}

/** What was checked and did not match, so that a missing permission is not mistaken for missing processes. */
function explainNone({ passedOver, counts }: FoundProcesses): string {
  const [first] = passedOver;
  const sentences: string[] = [];
  if (first !== undefined) {
    const others = `${counts.passedOver} of that name did not match the listed namespace`;
    sentences.push(`${others}: process ${first.pid}, ${first.why}.`);
  }
  if (counts.unread > 0) {
    const whose = counts.unread === 1 ? 'The executable of 1 process' : `The executables of ${counts.unread} processes`;
    sentences.push(
      `${whose} may not be read even by the collector, so only command name and argv[0] were compared; if AppArmor is enabled, search the kernel log for apparmor="DENIED" operation="ptrace".`,
    );
  }
  return sentences.join(' ');
}
