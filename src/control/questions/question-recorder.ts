/** Follows one question from its beginning to its end and records it. What was asked is there as a digest only. */
import { answeredBy } from '../../../catalog/answered-by.ts';
import type { Operation, OperationAccess } from '../../../catalog/operation.ts';
import type { Clock } from '../../core/clock.ts';
import { digestJson } from '../../core/digest-json.ts';
import type { Log } from '../../core/log.ts';
import { printableName } from '../../core/printable-name.ts';
import type { QuestionVia } from '../api/api.ts';
import { originOf } from '../acts/record-act.ts';
import { toProblem } from '../problem/to-problem.ts';
import { scrubTokens } from '../tokens/token-text.ts';
import type { Asker } from '../people/asker.ts';
import type { QuestionLog, QuestionRow } from './question-log.ts';

export interface Asking {
  /** Of the request. */
  readonly id: string;
  readonly asker: Asker;
  readonly via: QuestionVia;
  /** As it was asked. */
  readonly name: string;
  /** Undefined for a name that is not in the catalog. */
  readonly operation: Operation | undefined;
}

/** What was asked, once the body has been read. */
export interface AskedBody {
  readonly args: unknown;
  readonly source: string | undefined;
}

/** `outcome`: `ok` or the code of the refusal. */
export interface QuestionEnd {
  readonly outcome: string;
  readonly instance?: string | undefined;
  readonly source?: string | undefined;
  readonly upstreamCalls?: number | undefined;
  readonly rows?: number | undefined;
}

export interface FollowedQuestion {
  /** Before a write is sent to this Agent. Rejects when that cannot be recorded: then it must not be sent. */
  sent(instance: string): Promise<void>;
}

export interface RecorderDeps {
  readonly questions: Pick<QuestionLog, 'write' | 'requireRoom'>;
  readonly clock: Clock;
}

/** Records a question that is refused before its body is read. Rejects when the store does not take it. */
export async function recordRefusal({ questions, clock }: RecorderDeps, asking: Asking, code: string): Promise<void> {
  await questions.requireRoom(asking.asker.organization);
  await questions.write({ ...begin(asking, clock.now()), outcome: code, duration_ms: 0 });
}

/**
 * The result of `work`, once the question is recorded. Without a record there is no answer: it rejects as the store
 * does, or as one that may store no more. Except that what became of a write is answered whenever it was recorded as sent.
 */
export async function follow<T>(
  { questions, clock }: RecorderDeps,
  { asking, body, log }: { readonly asking: Asking; readonly body: AskedBody; readonly log: Pick<Log, 'error'> },
  work: (question: FollowedQuestion) => Promise<{ readonly given: T; readonly end: QuestionEnd }>,
): Promise<T> {
  await questions.requireRoom(asking.asker.organization);
  const startedAt = clock.monotonic();
  const digest = digestArguments(asking.operation, body.args);
  const source = body.source !== undefined && Object.hasOwn(answeredBy.connectors, body.source) ? body.source : null;
  const row: QuestionRow = { ...begin(asking, clock.now()), arguments_digest: digest, source };
  let sentTo: string | undefined;
  const sent = async (instance: string): Promise<void> => {
    await questions.write({ ...row, instance, outcome: 'unknown' });
    sentTo = instance;
  };
  const record = (end: QuestionEnd): Promise<void> =>
    questions.write({
      ...row,
      source: end.source ?? row.source,
      instance: end.instance ?? sentTo ?? null,
      outcome: printableName(end.outcome),
      duration_ms: Math.round(clock.monotonic() - startedAt),
      upstream_calls: end.upstreamCalls ?? null,
      row_count: end.rows ?? null,
    });
  const complain = (error: unknown): void =>
    log.error({ err: error, operation: row.operation, instance: sentTo }, 'the end of a question was not recorded');
  let done: { readonly given: T; readonly end: QuestionEnd };
  try {
    done = await work({ sent });
  } catch (error) {
    // The refusal says what happened, and no data goes out with it.
    await record({ outcome: toProblem(error).code }).catch(complain);
    throw error;
  }
  try {
    await record(done.end);
  } catch (error) {
    if (sentTo === undefined) throw error;
    complain(error);
  }
  return done.given;
}

function begin({ id, asker, via, name, operation }: Asking, now: number): QuestionRow {
  return {
    id,
    organization_id: asker.organization,
    asked_at: Math.floor(now),
    by_type: asker.type,
    by_id: asker.id,
    by_name: asker.name,
    via,
    operation: operation?.name ?? printableName(scrubTokens(name)),
    access: accessOf(operation),
    arguments_digest: null,
    source: null,
    instance: null,
    outcome: 'unknown',
    duration_ms: null,
    upstream_calls: null,
    row_count: null,
    address: originOf().address ?? null,
  };
}

function accessOf(operation: Operation | undefined): OperationAccess | null {
  return operation?.access ?? null;
}

/** As the Agent's audit log has it. Null for what the catalog does not accept. */
function digestArguments(operation: Operation | undefined, args: unknown): string | null {
  const parsed = operation?.arguments.safeParse(args);
  return parsed?.success === true ? digestJson(parsed.data) : null;
}
