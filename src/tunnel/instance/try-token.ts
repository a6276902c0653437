/**
 * Whether a bootstrap token would let an instance in, asked by the first of the two calls of an enrolment. It uses nothing up: only the second call does.
 */
import type { Agent } from 'node:https';
import type { Secret } from '../../core/secret.ts';
import type { Clock } from '../../core/clock.ts';
import { generateKeyPair } from '../identity/key-pair.ts';
import type { IdentityStamp } from '../identity/identity-file.ts';
import { EnrolChallenge } from '../enrolment-messages.ts';
import { callEnrolment, EnrolmentRefused } from './enrolment-refused.ts';

export interface TriedToken {
  readonly enrollUrl: URL;
  readonly stamp: IdentityStamp;
  readonly token: Secret;
  readonly agent: Agent;
  readonly clock: Pick<Clock, 'now'>;
  /** Of an enrolment that was begun, for which a spent token counts for ten minutes; otherwise a key that is thrown away. */
  readonly publicKey?: string | undefined;
}

/** Undefined when it would. Rejects when no answer came. */
export async function tryToken(tried: TriedToken): Promise<EnrolmentRefused | undefined> {
  const { stamp, token, publicKey = generateKeyPair().publicKey, ...call } = tried;
  const body = { ...stamp, public_key: publicKey, token: token.reveal() };
  try {
    await callEnrolment({ ...call, step: 'begin', body }, EnrolChallenge);
    return undefined;
  } catch (error) {
    if (error instanceof EnrolmentRefused) return error;
    throw error;
  }
}
