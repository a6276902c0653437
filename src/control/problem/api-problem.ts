/**
 * A refusal of the HTTP interface and its one envelope. Everything here is written for the caller:
 * messages are our own words and never repeat what was sent.
 */
import type { Actor } from '../../core/fault.ts';
import type { ApiError, RemovedCapture } from '../api/api.ts';

export interface ApiProblemInit {
  readonly status: number;
  /** Stable word for programs. */
  readonly code: string;
  readonly actor?: Actor | undefined;
  /** One or two sentences: what is wrong and what to do. */
  readonly message: string;
  /** Path of the field at fault, `body` for the whole. */
  readonly field?: string | undefined;
  readonly retryAfterSec?: number | undefined;
  /** What retention removed, for a page that says it in another language. */
  readonly removed?: RemovedCapture | undefined;
  readonly cause?: unknown;
}

/** Thrown by handlers; the server turns it into the envelope with its status. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly code: string;
  readonly actor: Actor | undefined;
  readonly field: string | undefined;
  readonly retryAfterSec: number | undefined;
  readonly removed: RemovedCapture | undefined;

  constructor({ status, code, actor, message, field, retryAfterSec, removed, cause }: ApiProblemInit) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.actor = actor;
    this.field = field;
    this.retryAfterSec = retryAfterSec;
    this.removed = removed;
  }
}

export function renderProblem(problem: ApiProblem, requestId: string): ApiError {
  const { code, actor, field, message, retryAfterSec, removed } = problem;
  return {
    error: {
      code,
      ...(actor !== undefined && { actor }),
      ...(field !== undefined && { field }),
      message,
      request_id: requestId,
      ...(removed && { removed }),
    },
    ...(retryAfterSec !== undefined && { retry_after_seconds: retryAfterSec }),
  };
}
