/** The calls of an enrolment. The control plane may say no, or something else may answer in its place. */
import type { Agent } from 'node:https';
import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import type { EnrolRefusalCode } from '../enrolment-messages.ts';
import { explainAnswer, type Tried, triedToEnrol } from './connection-problem.ts';
import { type JsonAnswer, postJson } from './post-json.ts';

export interface EnrolmentRefusal {
  readonly code: string;
  /** Where the code alone does not say what to do. */
  readonly remedy?: string | undefined;
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
  /** A sentence: what the control plane refused. */
  readonly because: string;
  /** Imperative: what a person must do. */
  readonly remedy: string;

  constructor(refusal: EnrolmentRefusal) {
    const remedy = refusal.remedy ?? enrolmentRemedies[refusal.code] ?? readItsLog;
    super(`${refusal.message} ${remedy}`);
    this.because = refusal.message;
    this.code = refusal.code;
    this.status = refusal.status;
    this.canRetry = refusal.canRetry;
    this.field = refusal.field;
    this.requestId = refusal.requestId;
    this.remedy = remedy;
  }
}

const readItsLog = 'The operator of the control plane reads its log.';
const newToken = 'an owner or admin creates a bootstrap token under Settings, Enrolment; start this instance with it.';
/** A token that is used up is most often met by an instance whose identity is elsewhere. */
const mountOrNewToken = `If this instance was enrolled before, its identity is not in RUNNER_IDENTITY_DIR: mount that volume there, and no token is needed. Otherwise ${newToken}`;

/** The reference page is made from this list. */
export const enrolmentRemedies: Readonly<Record<string, string>> = {
  invalid_request: 'Run the same version on both ends.',
  not_enabled:
    'Set RUNNER_TENANT to the name of the organization, as Settings, Enrolment shows it. For a Profiler, an owner or admin enables Profilers under Settings, Profiler; then start it again.',
  token_invalid: `Check RUNNER_BOOTSTRAP_TOKEN for a copying mistake, and that RUNNER_TENANT is the organization of the token. Otherwise ${newToken}`,
  token_other_class:
    'An owner or admin creates a bootstrap token for this class of instance under Settings, Enrolment; start this instance with it.',
  token_expired: mountOrNewToken,
  token_revoked: mountOrNewToken,
  token_spent: mountOrNewToken,
  challenge_invalid: 'Start the instance again; if it happens again, look for a proxy that repeats requests.',
  signature_invalid: 'Run the same version on both ends.',
  instance_exists:
    'If this is that instance, mount its identity volume at RUNNER_IDENTITY_DIR; if the volume is lost, an owner or admin allows one re-enrolment on the Fleet page. If it is another one, give it a RUNNER_INSTANCE_ID of its own.',
  not_found: 'Set RUNNER_ENROLL_URL to the address that Settings, Enrolment shows, with its path.',
} satisfies Partial<Record<EnrolRefusalCode | 'not_found', string>>;

export interface EnrolmentCall {
  readonly enrollUrl: URL;
  readonly step: 'begin' | 'finish';
  readonly body: object;
  readonly agent: Agent;
  readonly clock: Pick<Clock, 'now'>;
  readonly signal?: AbortSignal | undefined;
}

const timeoutMs = 15_000;

/** @throws EnrolmentRefused, or what came instead of an answer. */
export async function callEnrolment<S extends z.ZodType>(call: EnrolmentCall, schema: S): Promise<z.infer<S>> {
  const { enrollUrl, step, body, agent, signal } = call;
  const url = new URL(`${enrollUrl.href.replace(/\/$/u, '')}/${step}`);
  const answer = await postJson(url, body, { agent, timeoutMs, signal });
  const tried = triedToEnrol(enrollUrl, call);
  if (answer.status !== 200) throw refusedBy(answer, tried);
  const { data } = schema.safeParse(answer.body);
  if (data === undefined) throw answeredOtherwise(answer.status, tried);
  return data;
}

const Envelope = z.object({
  error: z.object({ code: z.string(), message: z.string(), field: z.string().optional(), request_id: z.string() }),
});

/** What answers is not a control plane of this version. */
function answeredOtherwise(status: number, tried: Tried, canRetry = false): EnrolmentRefused {
  const { code, cause: message, remedy } = explainAnswer(status, tried);
  return new EnrolmentRefused({ code, status, canRetry, message, remedy });
}

function refusedBy({ status, body }: JsonAnswer, tried: Tried): EnrolmentRefused {
  const canRetry = status === 429 || status >= 500;
  const { data } = Envelope.safeParse(body);
  if (data === undefined) return answeredOtherwise(status, tried, canRetry);
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
