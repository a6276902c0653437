/**
 * Whether a bootstrap token would let an instance in, asked by the first of the two calls of an enrolment. It uses nothing up: only the second call does.
 */
import type { Agent } from 'node:https';
import type { Secret } from '../../core/secret.ts';
import type { Clock } from '../../core/clock.ts';
import { generateKeyPair } from '../identity/key-pair.ts';
import type { IdentityStamp } from '../identity/identity-file.ts';
import { EnrolChallenge } from '../enrolment-messages.ts';
import { triedToEnrol } from './connection-problem.ts';
import { answeredOtherwise, type EnrolmentRefused, refusedBy } from './enrolment-refused.ts';
import { postJson } from './post-json.ts';

export interface TriedToken {
  readonly enrollUrl: URL;
  readonly stamp: IdentityStamp;
  readonly token: Secret;
  readonly agent: Agent;
  readonly clock: Pick<Clock, 'now'>;
  /** Of an enrolment that was begun, for which a spent token counts for ten minutes; otherwise a key that is thrown away. */
  readonly publicKey?: string | undefined;
}

const timeoutMs = 15_000;

/** Undefined when it would. Rejects when no answer came. */
export async function tryToken(tried: TriedToken): Promise<EnrolmentRefused | undefined> {
  const { enrollUrl, stamp, token, agent, clock, publicKey = generateKeyPair().publicKey } = tried;
  const body = { ...stamp, public_key: publicKey, token: token.reveal() };
  const answer = await postJson(new URL(`${enrollUrl.href.replace(/\/$/u, '')}/begin`), body, { agent, timeoutMs });
  const about = triedToEnrol(enrollUrl, { agent, clock });
  if (answer.status !== 200) return refusedBy(answer, about);
  return EnrolChallenge.safeParse(answer.body).success ? undefined : answeredOtherwise(answer.status, about);
}
