/** The two calls of an enrolment as they go over https, and the bytes that prove the key. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { InstanceClass } from './messages.ts';
import { canonicalBytes } from './session/canonical.ts';

const name = z.string().min(1).max(63);
const raw32 = z.string().regex(/^[A-Za-z0-9_-]{43}$/u);

/** POST {enroll_url}/begin */
export const EnrolBegin = z.strictObject({
  tenant: name,
  class: InstanceClass,
  instance: z.string().regex(/^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/u),
  /** Base64url of the 32 raw bytes of an Ed25519 key. */
  public_key: raw32,
  token: z.string().min(1).max(256),
});
export type EnrolBegin = z.infer<typeof EnrolBegin>;
export const EnrolChallenge = z.strictObject({ challenge: raw32, expires_in_sec: z.number().int() });
export type EnrolChallenge = z.infer<typeof EnrolChallenge>;

/** POST {enroll_url}/finish */
export const EnrolFinish = z.strictObject({
  tenant: name,
  class: InstanceClass,
  instance: z.string().min(1).max(63),
  public_key: raw32,
  challenge: raw32,
  signature: z.string().regex(/^[A-Za-z0-9_-]{86}$/u),
});
export type EnrolFinish = z.infer<typeof EnrolFinish>;
export const Enrolled = z.strictObject({
  organization: z.string().min(1).max(64),
  instance: z.string(),
  class: InstanceClass,
  /** The key that signs commands; the instance trusts this one and no other from now on. */
  command_key: raw32,
  enrolled_at: z.string().max(40),
});
export type Enrolled = z.infer<typeof Enrolled>;

export type EnrolRefusalCode =
  | 'invalid_request'
  | 'not_enabled'
  | 'token_invalid'
  | 'token_other_class'
  | 'token_expired'
  | 'token_revoked'
  | 'token_spent'
  | 'challenge_invalid'
  | 'signature_invalid'
  | 'instance_exists'
  | 'too_many_attempts';

export function enrolmentBytes(proof: Omit<EnrolFinish, 'signature'>): Uint8Array {
  return canonicalBytes('farol.enrolment.v1', [
    proof.tenant,
    proof.class,
    proof.instance,
    keyHash(proof.public_key),
    proof.challenge,
  ]);
}

/** SHA-256 of the raw key, lower-case hex. */
export function keyHash(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex');
}
