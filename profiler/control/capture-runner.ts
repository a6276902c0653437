/**
 * Answers offers and runs one capture at a time. Every offer that was taken ends in exactly one outcome
 * in the spool, whatever happens in between; the log says `capture failed` with the record's own words.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../../src/core/log.ts';
import type { CaptureOffer, CaptureOutcome, CaptureStart } from '../../src/tunnel/messages.ts';
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
  /** The outcome is in the spool. */
  readonly onEnded: (outcome: CaptureOutcome) => void;
}

export class CaptureRunner {
  readonly #deps: RunnerDeps;
  #current: { readonly requestId: string; readonly abort: AbortController; readonly done: Promise<void> } | undefined;

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
  }

  /** Answering the same offer again changes nothing. */
  async offer(request: CaptureStart): Promise<CaptureOffer> {
    const { spool, targets } = this.#deps;
    if (spool.has(request.request_id)) return { answer: 'taken', processes: 0 };
    const listed = listedAs(targets, request.workload);
    if (listed.length === 0) return { answer: 'declined', reason: reasonFor('not_in_target_list') };
    const found = findProcesses(listed);
    if (found.pids.length === 0) {
      return { answer: 'declined', reason: reasonFor('no_such_process', explainPassedOver(found)) };
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

  abort(requestId: string): void {
    if (this.#current?.requestId === requestId) this.#current.abort.abort();
  }

  /** Ends what runs and waits until its outcome is on disk. */
  async stop(): Promise<void> {
    this.#current?.abort.abort();
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
      onEnded(outcome);
    } catch (error) {
      // The request stays `taken` on disk and ends as profiler_restarted at the next start.
      log.error({ err: error, request_id: request.request_id }, 'the outcome could not be written to disk');
    }
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
      return await judgeCapture({ request, instance, namespace: found.namespace, end, recordFile, before, after });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

function explainPassedOver({ passedOver }: FoundProcesses): string {
  if (passedOver.length === 0) return '';
  const [first] = passedOver;
  return `${passedOver.length} of that name did not match the listed namespace: process ${first?.pid ?? 0}, ${first?.why ?? ''}.`;
}
