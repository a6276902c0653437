/** The request header `Idempotency-Key`, and what a key is bound to. */
import { ApiProblem } from '../problem/api-problem.ts';

export const idempotencyHeader = 'idempotency-key';
const field = 'Idempotency-Key';

/** Undefined without the header. @throws ApiProblem 400 naming it. */
export function readIdempotencyKey(value: string | string[] | undefined): string | undefined {
  if (value === undefined || (typeof value === 'string' && /^[\x21-\x7e]{1,255}$/u.test(value))) return value;
  throw new ApiProblem({
    status: 400,
    code: 'invalid_header',
    field,
    message: 'Idempotency-Key must be 1 to 255 visible ASCII characters, sent once.',
  });
}

export function otherQuestion(): ApiProblem {
  return new ApiProblem({
    status: 422,
    code: 'idempotency_key_reused',
    field,
    message:
      'This Idempotency-Key was used for another operation, or with other args, source or instance. Send a new key.',
  });
}

export function stillRunning(): ApiProblem {
  return new ApiProblem({
    status: 409,
    code: 'operation_running',
    field,
    message: 'The first request with this Idempotency-Key has not been answered yet. Ask again with the same key.',
    retryAfterSec: 5,
  });
}

export function answerNotStored(): ApiProblem {
  return new ApiProblem({
    status: 409,
    code: 'answer_not_stored',
    field,
    message:
      'The request with this Idempotency-Key was answered, and the answer is too large or too old to be stored. Send a new key.',
  });
}

/** `held`: the Agent that the write was sent to. */
/** A new identity may mean a new volume, and with it an empty journal. */
export function enrolledSince(instance: string): ApiProblem {
  return new ApiProblem({
    status: 409,
    code: 'idempotency_key_before_enrolment',
    field: 'args.idempotencyKey',
    message: `The Agent ${instance} was enrolled again after a write with this idempotencyKey was sent to it, so its journal may not know whether that write was done. Check in the upstream system; if it was not done, use a new idempotencyKey.`,
  });
}

export function otherAgent(held: string): ApiProblem {
  return new ApiProblem({
    status: 409,
    code: 'idempotency_key_of_other_agent',
    field: 'args.idempotencyKey',
    message: `A write with this idempotencyKey was sent to the Agent ${held}; only its journal knows whether it was done. Ask that Agent, or use a new idempotencyKey.`,
  });
}
