/** Every refusal of an enrolment, with its status and words. None repeats what was sent. */
import type { EnrolRefusalCode } from '../../tunnel/enrolment-messages.ts';
import { ApiProblem } from '../problem/api-problem.ts';

export const enrolmentRefusals: Readonly<
  Record<Exclude<EnrolRefusalCode, 'invalid_request'>, { status: number; message: string }>
> = {
  // One answer for an unknown organization and for one that has not enabled the class: it reveals nothing about others.
  not_enabled: { status: 403, message: 'This class of instance is not enabled for this organization.' },
  token_invalid: { status: 401, message: 'The bootstrap token is not valid.' },
  token_other_class: { status: 401, message: 'The bootstrap token is for another class of instance.' },
  token_expired: { status: 401, message: 'The bootstrap token has expired.' },
  token_revoked: { status: 401, message: 'The bootstrap token was revoked.' },
  token_spent: { status: 401, message: 'All uses of the bootstrap token are spent.' },
  challenge_invalid: { status: 401, message: 'The challenge is unknown, expired or used.' },
  signature_invalid: { status: 401, message: 'The signature does not prove the key.' },
  instance_exists: {
    status: 409,
    message: 'An instance of this name is enrolled with another key.',
  },
  too_many_attempts: { status: 429, message: 'Too many enrolments with this token are in progress.' },
};

export type EnrolmentRefusalCode = keyof typeof enrolmentRefusals;

export function refuseEnrolment(code: EnrolmentRefusalCode): ApiProblem {
  const { status, message } = enrolmentRefusals[code];
  return new ApiProblem({ status, code, message, ...(status === 429 && { retryAfterSec: 60 }) });
}
