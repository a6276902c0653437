/**
 * Whether a bootstrap token would let an instance in, asked by the first of the two calls of an enrolment, with a key that
 * is thrown away. It uses nothing up: only the second call does.
 */
import type { Agent } from 'node:https';
import type { Secret } from '../../core/secret.ts';
import { generateKeyPair } from '../identity/key-pair.ts';
import type { IdentityStamp } from '../identity/identity-file.ts';
import { type EnrolmentRefused, refusedBy } from './enrolment-refused.ts';
import { postJson } from './post-json.ts';

export interface TriedToken {
  readonly enrollUrl: URL;
  readonly stamp: IdentityStamp;
  readonly token: Secret;
  readonly agent: Agent;
}

const timeoutMs = 15_000;

/** Undefined when it would. Rejects when no answer came. */
export async function tryToken({ enrollUrl, stamp, token, agent }: TriedToken): Promise<EnrolmentRefused | undefined> {
  const { publicKey } = generateKeyPair();
  const body = { ...stamp, public_key: publicKey, token: token.reveal() };
  const answer = await postJson(new URL(`${enrollUrl.href.replace(/\/$/u, '')}/begin`), body, { agent, timeoutMs });
  return answer.status === 200 ? undefined : refusedBy(answer);
}
