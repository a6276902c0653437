/**
 * One read of several sources: each is asked and recorded as if it were the only one, and the answers stay apart. What
 * could not be asked is an answer too, which says so.
 */
import { setMaxListeners } from 'node:events';
import { mapAtMost } from '../../core/map-at-most.ts';
import { OperationRefusal } from '../api/api.ts';
import type { SourcePlan } from '../api/permissions.ts';
import {
  type AnsweredSource,
  describeMissing,
  mostSources,
  type SourceFailure,
  type WantedSources,
} from '../api/sources.ts';
import type { AnsweringAgents } from '../catalog/answering-agents.ts';
import { type AnsweredOperation, unknownAgent } from '../operations/ask-operation.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import { toProblem } from '../problem/to-problem.ts';
import type { Asking } from '../questions/question-recorder.ts';
import { askRecorded, type RecordedDeps, type RecordedRead } from './ask-recorded.ts';
import { failureOfAgent, failureOfProblem } from './describe-failure.ts';

export const sourcesLimits = {
  /** Asked at once. */
  concurrent: 8,
  /** Of all of them, as a single question may take. */
  totalMs: 55_000,
} as const;

export interface SourcesQuestion extends Pick<RecordedRead, 'log' | 'onWaiting'> {
  readonly asking: Asking;
  readonly args: Readonly<Record<string, unknown>>;
  readonly wanted: WantedSources;
  readonly instance: string | undefined;
  readonly signal: AbortSignal;
  /** Of all answers together. */
  readonly maxBytes: number;
  /** Of one answer. */
  readonly refuseSize?: RecordedRead['refuseSize'];
}

export interface SourcesDeps extends RecordedDeps {
  readonly answering: Pick<AnsweringAgents, 'plan'>;
}

type Target = Pick<SourcePlan['sources'][number], 'source'> & { readonly instance: string | undefined };

export type SourceOutcome = Target &
  (
    | { readonly failure: SourceFailure }
    | { readonly failure?: undefined; readonly instance: string; readonly answered: AnsweredOperation }
  );

export interface SideBySide {
  /** In the order of the question or, of `all`, by name and Agent. */
  readonly outcomes: readonly SourceOutcome[];
  readonly complete: boolean;
  /** Whenever it is not. */
  readonly because: string | undefined;
}

/** @throws ApiProblem where no source can be asked at all, and where the question is for one source only. */
export async function askSources(question: SourcesQuestion, deps: SourcesDeps): Promise<SideBySide> {
  requireManyCanAnswer(question);
  const { targets, unreported } = await findTargets(question, deps);
  const deadline = AbortSignal.timeout(sourcesLimits.totalMs);
  const signal = AbortSignal.any([question.signal, deadline]);
  setMaxListeners(sourcesLimits.concurrent * 4, signal);
  const room = { bytes: question.maxBytes };
  const outcomes = await mapAtMost(sourcesLimits.concurrent, targets, (target, at) =>
    askOne({ question: { ...question, signal }, target, at, room, deadline }, deps),
  );
  question.signal.throwIfAborted();
  const because = describeMissing(outcomes.map(summarize), unreported);
  return { outcomes, complete: because === undefined, because };
}

/** @throws ApiProblem for a write, and for a place in the list of one source. */
function requireManyCanAnswer({ asking: { operation }, args }: SourcesQuestion): void {
  if (operation?.access !== 'read') {
    throw new ApiProblem({
      status: 403,
      code: 'read_only',
      actor: 'caller',
      field: 'name',
      message: 'Several sources can be asked a read of this catalog, and nothing else. Ask one source.',
    });
  }
  if (Object.hasOwn(args, 'cursor')) {
    throw new ApiProblem({
      status: 400,
      code: 'invalid_body',
      actor: 'caller',
      field: 'args.cursor',
      message: 'args.cursor: is a place in the list of one source. Ask that source alone for its next page.',
    });
  }
}

interface Targets {
  readonly targets: readonly Target[];
  readonly unreported: readonly string[];
}

async function findTargets({ asking, wanted, instance }: SourcesQuestion, deps: SourcesDeps): Promise<Targets> {
  const { organization } = asking.asker;
  if (instance !== undefined && !(await deps.isKnownAgent(organization, instance))) throw unknownAgent();
  if (wanted !== 'all') return { targets: wanted.map((source) => ({ source, instance })), unreported: [] };
  const plan = await deps.answering.plan(organization, asking.name);
  const isAsked = (agent: string): boolean => instance === undefined || instance === agent;
  const targets = plan.sources.filter((one) => isAsked(one.instance));
  const unreported = plan.unreported.filter(isAsked);
  if (targets.length === 0) throw noSource(unreported);
  if (targets.length > mostSources) throw tooMany(targets.length);
  return { targets, unreported };
}

interface AskedTarget {
  readonly question: SourcesQuestion;
  readonly target: Target;
  readonly at: number;
  readonly room: { bytes: number };
  readonly deadline: AbortSignal;
}

async function askOne(asked: AskedTarget, deps: SourcesDeps): Promise<SourceOutcome> {
  const { question, target, at, room, deadline } = asked;
  const { source, instance } = target;
  // Each is a question of its own in both records.
  const asking = { ...question.asking, id: `${question.asking.id}-${at + 1}` };
  const { args, log, signal, onWaiting } = question;
  const refuseSize = (bytes: number): ApiProblem | undefined => {
    const problem = question.refuseSize?.(bytes) ?? (bytes > room.bytes ? tooLarge(question.maxBytes) : undefined);
    if (problem === undefined) room.bytes -= bytes;
    return problem;
  };
  try {
    signal.throwIfAborted();
    const body = { args, source, instance };
    const answered = await askRecorded(
      { asking, body, log, signal, refuseSize, ...(onWaiting && { onWaiting }) },
      deps,
    );
    if (answered.status === 200) return { source, instance: answered.instance, answered };
    const { error } = OperationRefusal.parse(JSON.parse(answered.body.toString()));
    return { source, instance: answered.instance, failure: failureOfAgent(error) };
  } catch (error) {
    const problem = deadline.aborted && !question.signal.aborted ? tooLate(error) : toProblem(error);
    return { ...target, failure: failureOfProblem(problem, asking.id) };
  }
}

function summarize(outcome: SourceOutcome): AnsweredSource {
  const { source, failure } = outcome;
  if (failure !== undefined) return { source, code: failure.code };
  const { complete = false, truncated = false } = outcome.answered.facts ?? {};
  return { source, complete, truncated };
}

function noSource(unreported: readonly string[]): ApiProblem {
  return new ApiProblem({
    status: 503,
    code: 'no_source',
    actor: 'operator',
    field: 'sources',
    message:
      unreported.length === 0
        ? 'No Agent has reported a source that answers this operation. Configure one.'
        : `No Agent has reported a source that answers this operation, and ${unreported.join(', ')} reported no health yet. Ask again in a minute.`,
  });
}

function tooMany(count: number): ApiProblem {
  return new ApiProblem({
    status: 422,
    code: 'too_many_sources',
    actor: 'caller',
    field: 'sources',
    message: `${count} sources answer this operation, and ${mostSources} at most are asked at once. Name some, or an instance.`,
  });
}

function tooLarge(maxBytes: number): ApiProblem {
  return new ApiProblem({
    status: 422,
    code: 'answer_too_large',
    actor: 'caller',
    field: 'args',
    message: `The answers together have more than ${maxBytes >> 20} MiB. Ask this source alone, or ask for less.`,
  });
}

function tooLate(cause: unknown): ApiProblem {
  return new ApiProblem({
    status: 504,
    code: 'agent_timeout',
    actor: 'caller',
    message: `It was not answered within the ${sourcesLimits.totalMs / 1000} s of the whole question. Ask this source alone, or fewer at once.`,
    cause,
  });
}
