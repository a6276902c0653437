/**
 * What an error is to a caller. Every error that is not a refusal of ours is `internal`, with its cause for the log and
 * nothing of it in the message.
 */
import { Fault, type FaultKind, faultTable } from '../../core/fault.ts';
import { isFull } from '../store/is-full.ts';
import { StoreUnavailable } from '../store/postgres-pool.ts';
import { ApiProblem } from './api-problem.ts';

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly field?: string;
}

/** What Fastify refuses before a handler runs, in our words: its own messages repeat the address or the body. */
export const frameworkRefusals: Readonly<Record<string, Refusal>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    code: 'unsupported_media_type',
    message: 'The body must be sent as application/json.',
  },
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, code: 'body_too_large', message: 'The body is too large.', field: 'body' },
  FST_ERR_CTP_EMPTY_JSON_BODY: { status: 400, code: 'invalid_body', message: 'The body is empty.', field: 'body' },
  FST_ERR_CTP_INVALID_JSON_BODY: { status: 400, code: 'invalid_body', message: 'The body is not JSON.', field: 'body' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    code: 'invalid_body',
    message: 'The body is shorter or longer than its Content-Length.',
    field: 'body',
  },
  FST_ERR_BAD_URL: { status: 400, code: 'invalid_address', message: 'The address is not valid.', field: 'path' },
  FST_ERR_MAX_PARAM_LENGTH: { status: 414, code: 'address_too_long', message: 'A part of the address is too long.' },
  FST_ERR_REP_TIMEOUT: { status: 503, code: 'timeout', message: 'The request timed out; try again.' },
};

export function toProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (error instanceof Fault) {
    const { status, who: actor, summary } = faultTable[error.kind as FaultKind];
    return new ApiProblem({ status, code: error.kind, actor, message: `${summary} ${error.remedy}`, cause: error });
  }
  if (error instanceof StoreUnavailable) {
    return new ApiProblem({
      status: 503,
      code: 'store_unavailable',
      message:
        'The database of the control plane did not answer in time. This request changed nothing, unless its result is listed afterwards. Try again; the cause is in the log under the request id.',
      retryAfterSec: 5,
      cause: error,
    });
  }
  if (isFull(error)) {
    return new ApiProblem({
      status: 503,
      code: 'store_full',
      actor: 'operator',
      message:
        'The disk of the database of the control plane is full, and this request changed nothing. The operator of the control plane frees space there, or lowers FAROL_RETENTION_GB. Then try again.',
      retryAfterSec: 60,
      cause: error,
    });
  }
  const refusal = refusalOf(error);
  if (refusal !== undefined) return new ApiProblem(refusal);
  return new ApiProblem({
    status: 500,
    code: 'internal',
    message: 'Farol failed; your request is not the cause. The cause is in its log under the request id.',
    cause: error,
  });
}

function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (Object.hasOwn(frameworkRefusals, code)) return frameworkRefusals[code];
  // The JSON parser marks what it refuses, forged prototypes included, with the status alone.
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 400) return frameworkRefusals['FST_ERR_CTP_INVALID_JSON_BODY'];
  return undefined;
}
