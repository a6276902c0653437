/** Asks about bundles off the event loop, with limits of time and memory, one organization after another. */
import type { FamilyCapture } from '../../../profiler/witness/judge/likely/measure-family.ts';
import type { OwnFalseAlarms } from '../../../profiler/witness/judge/verdicts/own-false-alarms.ts';
import type { Clock } from '../../core/clock.ts';
import { besideModule, WorkerGone } from '../../core/limited-worker.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import type {
  AcceptedBundle,
  BundleAnswer,
  BundleQuestion,
  CheckQuestion,
  CompareQuestion,
  CompareFlameQuestion,
  CostsQuestion,
  FamiliesQuestion,
  FlameQuestion,
  OverviewQuestion,
  OwnQuestion,
  ProcessesQuestion,
  StartsQuestion,
  StoredCapture,
  SummaryQuestion,
  TableQuestion,
} from './bundle-questions.ts';
import { DeskBusy, WorkerDesk } from '../../core/worker-desk.ts';

const entry = besideModule(import.meta.url, './bundle-worker');

export interface BundleLimits {
  /** Milliseconds and megabytes for one bundle that arrives. */
  readonly check: { readonly limitMs: number; readonly memoryMb: number };
  /** The same for what somebody reads. */
  readonly read: { readonly limitMs: number; readonly memoryMb: number };
}

const defaults: BundleLimits = {
  check: { limitMs: 20_000, memoryMb: 512 },
  // One bundle, or the vectors of up to 60.
  read: { limitMs: 60_000, memoryMb: 512 },
};

type ReadQuestion =
  | ProcessesQuestion
  | OverviewQuestion
  | FlameQuestion
  | CompareFlameQuestion
  | CostsQuestion
  | StartsQuestion;

export type Checked =
  | { readonly bundle: AcceptedBundle }
  /** Why it is not accepted, in our own words. */
  | { readonly rejected: string };

export class BundleDesk {
  readonly #arriving: WorkerDesk<BundleQuestion, BundleAnswer>;
  readonly #reading: WorkerDesk<BundleQuestion, BundleAnswer>;
  readonly #limits: BundleLimits;

  constructor(clock: Clock, limits: BundleLimits = defaults) {
    this.#limits = limits;
    this.#arriving = new WorkerDesk({ entry, clock, maxWaiting: 64, ...limits.check });
    this.#reading = new WorkerDesk({ entry, clock, maxWaiting: 16, ...limits.read });
  }

  /** @throws DeskBusy when the Profiler is to send it again later. */
  async check(organization: string, question: Omit<CheckQuestion, 'kind'>): Promise<Checked> {
    try {
      const answer = await this.#arriving.ask(organization, { kind: 'check', ...question });
      if (answer.kind === 'accepted') return { bundle: answer.bundle };
      return { rejected: answer.kind === 'rejected' ? answer.message : 'the bundle was not checked' };
    } catch (error) {
      if (!(error instanceof WorkerGone)) throw error;
      const { limitMs, memoryMb } = this.#limits.check;
      if (error.why === 'ended') throw error;
      const limit = error.why === 'time' ? `${limitMs / 1000} s` : `${memoryMb} MB of memory`;
      return { rejected: `reading the bundle needs more than ${limit}` };
    }
  }

  /** JSON text. @throws ApiProblem */
  async read(organization: string, question: ReadQuestion): Promise<string> {
    return textOf(await this.#read(organization, question));
  }

  /**
   * A Diff as JSON text, or the part or other writing of it that was asked for. The bytes of the captures are gone
   * afterwards. @throws ApiProblem 404 for a table of an axis that the comparison does not have.
   */
  async compare(organization: string, question: CompareQuestion | SummaryQuestion | TableQuestion): Promise<string> {
    const [head, baseline] = [question.head.map(withOwnBytes), question.baseline.map(withOwnBytes)];
    const buffers = new Set([...head, ...baseline].map(({ bytes }) => bytes.buffer));
    const answer = await this.#read(organization, { ...question, head, baseline }, [...buffers]);
    if (answer.kind === 'no-axis') throw noSuchAxis();
    return textOf(answer);
  }

  /** Of captures of one version. The bytes of the captures are gone afterwards. @throws ApiProblem */
  async measureOwn(organization: string, question: Omit<OwnQuestion, 'kind'>): Promise<OwnFalseAlarms> {
    const captures = question.captures.map(withOwnBytes);
    const buffers = new Set(captures.map(({ bytes }) => bytes.buffer));
    const asked = { ...question, kind: 'own-false-alarms' as const, captures };
    const answer = await this.#read(organization, asked, [...buffers]);
    if (answer.kind !== 'own-false-alarms') throw unexpected(answer);
    return answer.own;
  }

  /** A few figures of each capture, in order. The bytes of the captures are gone afterwards. @throws ApiProblem */
  async measureFamilies(
    organization: string,
    question: Omit<FamiliesQuestion, 'kind'>,
  ): Promise<readonly FamilyCapture[]> {
    const captures = question.captures.map(withOwnBytes);
    const buffers = new Set(captures.map(({ bytes }) => bytes.buffer));
    const answer = await this.#read(organization, { kind: 'families', captures }, [...buffers]);
    if (answer.kind !== 'families') throw unexpected(answer);
    return answer.families;
  }

  /** The vector of a stored bundle. @throws ApiProblem */
  async makeVector(organization: string, bytes: Uint8Array): Promise<Uint8Array> {
    const answer = await this.#read(organization, { kind: 'vector', bytes });
    if (answer.kind !== 'vector') throw unexpected(answer);
    return answer.bytes;
  }

  async #read(
    organization: string,
    question: BundleQuestion,
    moved: readonly ArrayBuffer[] = [],
  ): Promise<BundleAnswer> {
    try {
      return await this.#reading.ask(organization, question, moved);
    } catch (error) {
      throw problemOf(error, this.#limits.read);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#arriving.close(), this.#reading.close()]);
  }
}

function noSuchAxis(): ApiProblem {
  return new ApiProblem({
    status: 404,
    code: 'no_such_axis',
    message: 'The comparison has no measurement of this name. Its summary lists those that it has.',
  });
}

function textOf(answer: BundleAnswer): string {
  if (answer.kind !== 'text') throw unexpected(answer);
  return answer.text;
}

function unexpected(answer: BundleAnswer): Error {
  return new Error(answer.kind === 'rejected' ? `a stored capture is unreadable: ${answer.message}` : answer.kind);
}

type OwnBytes = StoredCapture & { readonly bytes: Uint8Array<ArrayBuffer> };

/** Memory that nothing else is in can be handed over without a copy; a driver may have put several rows into one. */
function withOwnBytes(capture: StoredCapture): OwnBytes {
  const { bytes } = capture;
  const { buffer, byteLength } = bytes;
  const isOwn = buffer instanceof ArrayBuffer && byteLength === buffer.byteLength;
  return { ...capture, bytes: isOwn ? new Uint8Array(buffer) : Uint8Array.from(bytes) };
}

function problemOf(error: unknown, { limitMs, memoryMb }: BundleLimits['read']): unknown {
  if (error instanceof DeskBusy) {
    return new ApiProblem({
      status: 429,
      code: 'too_many_comparisons',
      message: 'Too many comparisons of this organization are waiting. Try again in a moment.',
      retryAfterSec: 5,
      cause: error,
    });
  }
  if (error instanceof WorkerGone && error.why !== 'ended') {
    const limit = error.why === 'time' ? `${limitMs / 1000} s` : `${memoryMb} MB of memory`;
    return new ApiProblem({
      status: 422,
      code: 'comparison_too_large',
      message: `Comparing these captures needs more than ${limit}. Compare versions with shorter windows or fewer replicates.`,
      cause: error,
    });
  }
  return error;
}
