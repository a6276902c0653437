/**
 * Answers offers and runs one capture at a time. Every offer that was taken ends in exactly one outcome
 * in the spool, whatever happens in between; the log says `capture failed` with the record's own words.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../../src/core/log.ts';
import { type CaptureOffer, type CaptureOutcome, CaptureReason, type CaptureStart } from '../../src/tunnel/messages.ts';
import { findProcesses, type FoundProcesses, listedAs } from './find-processes.ts';
import { judgeCapture } from './judge-capture.ts';
import { type CgroupView, readCgroupMemory, systemCgroup } from './memory-cgroup.ts';
import { reasonFor } from './reasons.ts';
import { runCollector } from './run-collector.ts';
import type { Spool } from './spool.ts';
import type { Target } from './target-list.ts';

export interface RunnerDeps {
  readonly instance: string;
  readonly targets: readonly Target[];
  readonly collector: string;
  /** A private folder is made in it for each capture and removed afterwards. */
  readonly workDir: string;
  readonly spool: Spool;
  readonly log: Log;
  readonly cgroup?: CgroupView;
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
  #current: Running | undefined;
  #isStopping = false;

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
  }

  /** Answering the same offer again changes nothing. Rejects when the request could not be written to disk. */
  async offer(request: CaptureStart): Promise<CaptureOffer> {
    const { spool, targets } = this.#deps;
    if (spool.has(request.request_id)) return { answer: 'taken', processes: 0 };
    // Busy is asked again: by then the next process of this instance answers.
    if (this.#isStopping) return { answer: 'declined', reason: reasonFor('busy') };
    const listed = listedAs(targets, request.workload);
    if (listed.length === 0) return { answer: 'declined', reason: reasonFor('not_in_target_list') };
    const found = findProcesses(listed);
    if (found.pids.length === 0) {
      return { answer: 'declined', reason: reasonFor('no_such_process', explainNone(found)) };
    }
    if (this.#current !== undefined) return { answer: 'declined', reason: reasonFor('busy') };
    const abort = new AbortController();
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
    return { answer: 'taken', processes: found.pids.length };
  }

  /** Ends the capture of that request, if it runs; the reason is that of its outcome. */
  abort(requestId: string, reason: CaptureReason = reasonFor('aborted')): void {
    if (this.#current?.requestId === requestId) this.#current.abort.abort(reason);
  }

  /** Takes nothing any more, ends what runs and waits until its outcome is in the spool. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#current?.abort.abort(reasonFor('profiler_restarted'));
    await this.#current?.done;
  }

  async #run(request: CaptureStart, found: FoundProcesses, signal: AbortSignal): Promise<void> {
    const { spool, log, onEnded } = this.#deps;
    const outcome = await this.#measure(request, found, signal).catch((error: unknown): CaptureOutcome => {
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
    const { collector, workDir, instance, onPhase, cgroup = systemCgroup } = this.#deps;
    const folder = await mkdtemp(path.join(workDir, 'capture-'));
    try {
      const recordFile = path.join(folder, 'record.json');
      const before = readCgroupMemory(cgroup);
      const end = await runCollector({
        file: collector,
        pids: found.pids,
        durationSec: request.duration_sec,
        warmupSec: request.warmup_sec,
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

/** What was looked at and did not match, so that a lack of permission is not read as a lack of processes. */
function explainNone({ passedOver, unread }: FoundProcesses): string {
  const [first] = passedOver;
  const sentences: string[] = [];
  if (first !== undefined) {
    const others = `${passedOver.length} of that name did not match the listed namespace`;
    sentences.push(`${others}: process ${first.pid}, ${first.why}.`);
  }
  if (unread > 0) {
    const whose = unread === 1 ? 'The executable of 1 process' : `The executables of ${unread} processes`;
    sentences.push(`${whose} of other users may not be read; these match by command name or argv[0] only.`);
  }
  return sentences.join(' ');
}
