/** What the control plane's end of a session asks of its store, as a port. */
import type { InstanceClass } from '../messages.ts';
import type { ClaimTimes, GenerationClaim } from './generation.ts';

export interface InstanceAddress {
  readonly organization: string;
  readonly instance: string;
}

export interface EnrolledInstance extends InstanceAddress {
  readonly class: InstanceClass;
  /** Base64url of the 32 raw bytes of its Ed25519 key. */
  readonly publicKey: string;
  /** Tells this enrolment from an earlier or later one of the same name; later ones are larger. */
  readonly enrolledAt: number;
  readonly state: 'active' | 'revoked' | 'locked';
  /** The command key it pins; undefined when it enrolled before that was recorded. */
  readonly commandKey?: string | undefined;
}

/** The state of an instance that was enrolled again or may not connect. */
export type InstanceStanding = Pick<EnrolledInstance, 'organization' | 'instance' | 'enrolledAt' | 'state'>;

export type ClaimResult =
  | { readonly result: 'accepted'; readonly isStoreBehind: boolean }
  /** Also when the instance was enrolled again since it was found. */
  | { readonly result: 'late' }
  /** `isNew`: this claim was stale and locked the instance. */
  | { readonly result: 'locked'; readonly isNew: boolean }
  | { readonly result: 'revoked' };

export interface InstanceDescription {
  readonly versions: Readonly<Record<string, string>>;
  readonly catalogDigest: string | undefined;
  readonly targets: number | undefined;
}

/** Every method is one transaction. A rejection ends the session as `unavailable`. */
export interface SessionStore {
  find(address: InstanceAddress): Promise<EnrolledInstance | undefined>;
  /** Judges a claim with `judgeGeneration`; accepted ones are recorded and stale ones lock the instance before this resolves. */
  claimGeneration(found: EnrolledInstance, claim: GenerationClaim, times: ClaimTimes): Promise<ClaimResult>;
  /** False when the instance is no longer active, was enrolled again, or another generation was claimed since. */
  commitGeneration(
    found: EnrolledInstance,
    session: { readonly generation: number; readonly now: number; readonly description: InstanceDescription },
  ): Promise<boolean>;
}
