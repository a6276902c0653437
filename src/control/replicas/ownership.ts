/**
 * The tunnels that this process holds, each with the epoch under which the store knows it. A session is
 * claimed in the moment at which its generation is committed, so that no session is live unclaimed.
 */
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { LiveSession } from '../../tunnel/port.ts';
import type { ClaimTimes, GenerationClaim } from '../../tunnel/session/generation.ts';
import { limits } from '../../tunnel/session/limits.ts';
import type {
  ClaimResult,
  EnrolledInstance,
  InstanceAddress,
  SessionStore,
} from '../../tunnel/session/session-store.ts';
import type { NewSession, Owners, PlacedSession, DirectoryPart } from './owner-table.ts';
import type { Refreshed } from './session-directory.ts';

interface Claim extends InstanceAddress {
  readonly epoch: number;
  readonly generation: number;
  /** Monotonic. */
  readonly claimedAt: number;
}

export interface OwnershipDeps {
  readonly table: Owners;
  readonly replica: string;
  readonly clock: Clock;
  readonly log: Log;
  /** False once other replicas may have taken over. */
  readonly isHeld: () => boolean;
}

interface KnownSessions {
  /** On a socket of this process. */
  readonly own: (of: InstanceAddress) => LiveSession | undefined;
  /** As the store said. */
  readonly placed: (of: InstanceAddress) => PlacedSession | undefined;
}

export class TunnelOwnership {
  readonly #deps: OwnershipDeps;
  readonly #claims = new Map<string, Claim>();
  readonly #releasing = new Set<Promise<void>>();

  constructor(deps: OwnershipDeps) {
    this.#deps = deps;
  }

  /** Undefined for a session that this process does not hold, or no longer. */
  epochOf({ organization, instance, generation }: LiveSession): number | undefined {
    const claim = this.#claims.get(addressKey({ organization, instance }));
    return claim?.generation === generation ? claim.epoch : undefined;
  }

  /** Commits through `inner` and claims at once. */
  over(inner: SessionStore): SessionStore {
    return {
      find: (address: InstanceAddress) => inner.find(address),
      claimGeneration: (found: EnrolledInstance, claim: GenerationClaim, times: ClaimTimes): Promise<ClaimResult> =>
        inner.claimGeneration(found, claim, times),
      commitGeneration: async (found, session) =>
        (await inner.commitGeneration(found, session)) && (await this.#claim(found, session)),
    };
  }

  /** The session has ended here. `isMoving`: because this process goes away, not the instance. */
  release(session: LiveSession, isMoving: boolean): void {
    const key = addressKey(session);
    const claim = this.#claims.get(key);
    if (claim?.generation !== session.generation) return;
    this.#claims.delete(key);
    this.#end(claim, isMoving);
  }

  /**
   * Compares with what the store said at `askedAt` (monotonic) of these instances: returns the sessions that another
   * one took over, and ends claims whose session never became live.
   */
  reconcile(
    { own, placed }: KnownSessions,
    { parts, askedAt }: Pick<Refreshed, 'parts' | 'askedAt'>,
  ): readonly LiveSession[] {
    const { clock, replica } = this.#deps;
    const lost: LiveSession[] = [];
    for (const [key, claim] of this.#claimsOf(parts)) {
      const session = own(claim);
      const isLive = session?.generation === claim.generation;
      if (!isLive && clock.monotonic() - claim.claimedAt > limits.handshakeMs) {
        this.#claims.delete(key);
        this.#end(claim, false);
      }
      if (!isLive || session === undefined || claim.claimedAt >= askedAt) continue;
      const row = placed(claim);
      if (row?.replica === replica && row.epoch === claim.epoch) continue;
      this.#claims.delete(key);
      lost.push(session);
    }
    return lost;
  }

  /** Of what was read alone: of the rest the store may say something else by now. */
  #claimsOf(parts: readonly DirectoryPart[] | undefined): readonly (readonly [string, Claim])[] {
    if (parts === undefined) return [...this.#claims];
    const named = parts.flatMap(({ organization, instance }) => {
      if (instance === undefined) return [...this.#claims].filter(([, claim]) => claim.organization === organization);
      const key = addressKey({ organization, instance });
      const claim = this.#claims.get(key);
      return claim === undefined ? [] : [[key, claim] as const];
    });
    return [...new Map(named)];
  }

  /** Resolves when every release so far was written or has failed. */
  async settled(): Promise<void> {
    await Promise.all(this.#releasing);
  }

  async #claim(found: EnrolledInstance, session: NewSession): Promise<boolean> {
    const { table, replica, clock, isHeld } = this.#deps;
    const claimedAt = clock.monotonic();
    const epoch = await table.claim(replica, found, session);
    if (!isHeld()) throw new Error('this replica has no lease, so it can hold no tunnel');
    if (epoch === undefined) return false;
    const { organization, instance } = found;
    const { generation } = session;
    this.#claims.set(addressKey(found), { organization, instance, epoch, generation, claimedAt });
    return true;
  }

  #end(claim: Claim, isMoving: boolean): void {
    const { table, replica, log } = this.#deps;
    const releasing = table
      .release(replica, claim, { epoch: claim.epoch, isMoving })
      .catch((error: unknown) =>
        log.error(
          { err: error, instance: claim.instance },
          'the end of a tunnel was not stored; its lease will expire',
        ),
      )
      .finally(() => this.#releasing.delete(releasing));
    this.#releasing.add(releasing);
  }
}

export function addressKey({ organization, instance }: InstanceAddress): string {
  return JSON.stringify([organization, instance]);
}
