/**
 * Sends the sessions of a process that stops to other replicas: one after the other, so that they do not
 * all come back in the same moment, and each once nothing is on its way over it. Bounded in time.
 */
import { type Clock, sleep } from '../../core/clock.ts';
import type { LiveSession } from '../../tunnel/port.ts';

export interface DrainDeps {
  readonly clock: Clock;
  readonly listLive: () => readonly LiveSession[];
  readonly inFlight: (session: LiveSession) => number;
  readonly close: (session: LiveSession) => void;
}

export const drainTimes = {
  /** One connection that comes back for each of these: what one replica accepts with its handshake. */
  eachMs: 2.5,
  spreadMs: 5_000,
  /** A command that takes longer is cut; a read is then asked again elsewhere. */
  commandMs: 10_000,
} as const;

const lookEveryMs = 20;

/** Resolves when no session is left. One timer for all of them: thousands that are busy cost no more than a few. */
export async function drain({ clock, listLive, inFlight, close }: DrainDeps): Promise<void> {
  const startedAt = clock.monotonic();
  const passedMs = (): number => clock.monotonic() - startedAt;
  const sessions = listLive();
  const spacingMs = Math.min(drainTimes.eachMs, drainTimes.spreadMs / Math.max(1, sessions.length));
  const nextAtMs = (begun: number): number => (begun < sessions.length ? begun * spacingMs : Number.POSITIVE_INFINITY);
  let begun = 0;
  let busy: LiveSession[] = [];
  while (begun < sessions.length || busy.length > 0) {
    const first = begun;
    while (nextAtMs(begun) <= passedMs()) begun += 1;
    const isTimeOver = passedMs() >= drainTimes.commandMs;
    const due = [...busy, ...sessions.slice(first, begun)];
    busy = due.filter((session) => !isTimeOver && inFlight(session) > 0);
    const kept = new Set(busy);
    for (const session of due) if (!kept.has(session)) close(session);
    const waitMs = Math.min(nextAtMs(begun) - passedMs(), busy.length > 0 ? lookEveryMs : Number.POSITIVE_INFINITY);
    if (Number.isFinite(waitMs)) await sleep(clock, Math.max(0, waitMs));
  }
  for (const late of listLive()) close(late);
}
