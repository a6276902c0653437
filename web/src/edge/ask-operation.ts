/** Asks an Agent one operation. What comes back is one of a closed set that the page can word. */
import { OperationRefusal, OperationResponse } from '../../../src/control/api/api.ts';
import { ApiFailure } from './api-failure.ts';
import { readJson, refusalOf, send } from './call-api.ts';
import { endSession } from './session.ts';

export interface Question {
  readonly operation: string;
  readonly args: unknown;
  /** Empty: the one connector that is configured. */
  readonly source: string;
  /** Empty: the Agent that the control plane chooses. */
  readonly instance: string;
  /** Of a write: a repeated request with it is not a second write. */
  readonly key?: string;
}

export type AskOutcome = { readonly durationMs: number } & (
  | { readonly kind: 'answered'; readonly response: OperationResponse; readonly isReplayed: boolean }
  /** By the Agent, with its fault. */
  | { readonly kind: 'refused'; readonly fault: OperationRefusal['error'] }
  /** By the control plane, or nothing came back. */
  | { readonly kind: 'failed'; readonly failure: ApiFailure }
  | { readonly kind: 'cancelled' }
);

/** Never rejects. */
export async function askOperation(question: Question, signal: AbortSignal): Promise<AskOutcome> {
  const begun = performance.now();
  const took = (): { durationMs: number } => ({ durationMs: Math.round(performance.now() - begun) });
  try {
    const response = await post(question, signal);
    const body = await readJson(response);
    if (response.ok) {
      const answer = OperationResponse.safeParse(body);
      if (!answer.success) throw unreadable(answer.error.issues[0]?.message, response.status);
      const isReplayed = response.headers.get('idempotency-replayed') === 'true';
      return { kind: 'answered', response: answer.data, isReplayed, ...took() };
    }
    const refusal = OperationRefusal.safeParse(body);
    if (refusal.success) return { kind: 'refused', fault: refusal.data.error, ...took() };
    if (response.status === 401) endSession('expired');
    return { kind: 'failed', failure: refusalOf(response, body), ...took() };
  } catch (error) {
    if (signal.aborted) return { kind: 'cancelled', ...took() };
    const failure = error instanceof ApiFailure ? error : new ApiFailure('unreachable', String(error));
    return { kind: 'failed', failure, ...took() };
  }
}

function post({ operation, args, source, instance, key }: Question, signal: AbortSignal): Promise<Response> {
  const body = { args, ...(source !== '' && { source }), ...(instance !== '' && { instance }) };
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return send('POST', `/api/operations/${encodeURIComponent(operation)}`, { body, signal, headers });
}

function unreadable(message = '', status: number): ApiFailure {
  return new ApiFailure('unreadable', message, { status });
}
