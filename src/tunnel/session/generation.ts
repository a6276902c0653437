/**
 * How a copied identity is distinguished from the original. Each session gets a generation in two phases: the
 * instance persists the number it is about to claim, the control plane records it, the instance
 * commits and says so. A copy that stayed behind claims a past the control plane knows to be over.
 *
 * A crash at any point leaves the instance with a claim that is still accepted: while the control
 * plane has not heard of the commit, it also accepts a later claim of the same lineage, which is a
 * random value drawn at each commit.
 */
export interface GenerationClaim {
  /** Persisted before it is claimed; larger than every one claimed before. */
  readonly generation: number;
  /** The last one committed; 0 for none. */
  readonly committed: number;
  readonly lineage: string;
}

/** What the control plane knows of an instance. Times are milliseconds of its own clock. */
export interface GenerationRecord {
  readonly generation: number;
  /** Present until the instance said that it committed `generation`. */
  readonly uncommittedLineage?: string | undefined;
  readonly claimedAt?: number | undefined;
}

/** `challengedAt`: when the control plane opened the connection on which the claim came. */
export interface ClaimTimes {
  readonly challengedAt: number;
  readonly now: number;
}

export type GenerationVerdict =
  /** `isStoreBehind`: the control plane's store has lost sessions, as after a restore from a backup. */
  | { readonly verdict: 'accepted'; readonly next: GenerationRecord; readonly isStoreBehind: boolean }
  /** The claim may have been on its way while a newer one was accepted; a copy would come again and be found out. */
  | { readonly verdict: 'late' }
  | { readonly verdict: 'stale' };

/** Clocks of two replicas differ by less than this. */
const skewMs = 2_000;

export function judgeGeneration(
  record: GenerationRecord,
  claim: GenerationClaim,
  times: ClaimTimes,
): GenerationVerdict {
  const isStoreBehind = claim.committed > record.generation;
  // No copy can have committed more than the control plane recorded, unless that record was lost.
  const isNext = claim.committed === record.generation || isStoreBehind;
  const isRetry = claim.lineage === record.uncommittedLineage && claim.generation > record.generation;
  if (claim.generation > claim.committed && (isNext || isRetry)) {
    const next = { generation: claim.generation, uncommittedLineage: claim.lineage, claimedAt: times.now };
    return { verdict: 'accepted', next, isStoreBehind };
  }
  return { verdict: isLate(record, times) ? 'late' : 'stale' };
}

/**
 * Whether the last claim was accepted while this connection was open already. A claim of the future was
 * made before the clock was set back and the process started again, and so before this connection.
 */
function isLate({ claimedAt }: GenerationRecord, { challengedAt, now }: ClaimTimes): boolean {
  return claimedAt !== undefined && claimedAt + skewMs >= challengedAt && claimedAt <= now + skewMs;
}

/** Closes the second phase. A late word about an earlier generation changes nothing. */
export function commitGeneration(record: GenerationRecord, generation: number): GenerationRecord {
  return record.generation === generation ? { generation, claimedAt: record.claimedAt } : record;
}
