/**
 * When a process may act for the tunnels it holds. A lease ends by the store's clock; the process cannot
 * read that clock at each step, so it counts from the moment at which it asked, which is never later than
 * the moment at which the store wrote the lease. Whatever delays the answer, the process stops first.
 */
export const leaseTimes = {
  /** From the store's clock at the renewal. What a killed replica had begun goes on elsewhere within five seconds. */
  leaseMs: 4_500,
  renewEveryMs: 1_000,
  /** The process stops this much earlier: a step that has begun ends before others may take over. */
  marginMs: 750,
  /** An instance whose replica went away is expected at another one for this long. */
  movingMs: 15_000,
} as const;

export type LeaseTimes = { readonly [K in keyof typeof leaseTimes]: number };

/** Monotonic time of this process until which the lease that was asked for at `askedAt` counts. */
export function heldUntil(askedAt: number, { leaseMs, marginMs }: LeaseTimes): number {
  return askedAt + leaseMs - marginMs;
}
