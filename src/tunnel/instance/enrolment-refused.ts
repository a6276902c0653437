/** The control plane said no, or something else answered in its place. */
import { z } from 'zod';
import type { EnrolRefusalCode } from '../enrolment-messages.ts';
import type { JsonAnswer } from './post-json.ts';

export interface EnrolmentRefusal {
  readonly code: string;
  readonly status: number;
  /** The same call can go better without anybody acting. */
  readonly canRetry: boolean;
  readonly message: string;
  readonly field?: string | undefined;
  readonly requestId?: string | undefined;
}

export class EnrolmentRefused extends Error implements EnrolmentRefusal {
  override readonly name = 'EnrolmentRefused';
  readonly code: string;
  readonly status: number;
  readonly canRetry: boolean;
  readonly field: string | undefined;
  readonly requestId: string | undefined;
  /** Imperative: what a person must do. */
  readonly remedy: string;

  constructor(refusal: EnrolmentRefusal) {
    const remedy = enrolmentRemedies[refusal.code] ?? 'Check RUNNER_ENROLL_URL and the log of the control plane.';
    super(`${refusal.message} ${remedy}`);
    this.code = refusal.code;
    this.status = refusal.status;
    this.canRetry = refusal.canRetry;
    this.field = refusal.field;
    this.requestId = refusal.requestId;
    this.remedy = remedy;
  }
}

const newToken =
  'An owner or admin must create a bootstrap token under Settings, Enrolment; then start this instance with it.';

/** The reference page is made from this list. */
export const enrolmentRemedies: Readonly<Record<string, string>> = {
  invalid_request: 'Run the same version on both ends.',
  not_enabled: 'Check RUNNER_TENANT; for a Profiler, an owner or admin must enable it in the Profiler settings first.',
  token_invalid: `Check RUNNER_BOOTSTRAP_TOKEN for a copying mistake. ${newToken}`,
  token_other_class: 'Create a bootstrap token for this class of instance.',
  token_expired: newToken,
  token_revoked: newToken,
  token_spent: newToken,
  challenge_invalid: 'Start the instance again; if it happens again, look for a proxy that repeats requests.',
  signature_invalid: 'Run the same version on both ends.',
  instance_exists:
    'Give this instance another RUNNER_INSTANCE_ID, or restore its identity volume; if the volume is lost, allow one re-enrolment on the Fleet page.',
} satisfies Partial<Record<EnrolRefusalCode, string>>;

const Envelope = z.object({
  error: z.object({ code: z.string(), message: z.string(), field: z.string().optional(), request_id: z.string() }),
});

export function refusedBy({ status, body }: JsonAnswer): EnrolmentRefused {
  const canRetry = status === 429 || status >= 500;
  const { data } = Envelope.safeParse(body);
  if (data === undefined) {
    const message = `The enrolment address answered with status ${status} and no explanation.`;
    return new EnrolmentRefused({ code: 'unexpected_answer', status, canRetry, message });
  }
  const { code, message, field, request_id: requestId } = data.error;
  // A challenge is lost when the answer to its first use was; beginning again gets a new one.
  return new EnrolmentRefused({
    code,
    status,
    canRetry: canRetry || code === 'challenge_invalid',
    message,
    field,
    requestId,
  });
}
