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

/** Resolves when no session is left. */
export async function drain({ clock, listLive, inFlight, close }: DrainDeps): Promise<void> {
  const startedAt = clock.monotonic();
  const sessions = listLive();
  const spreadMs = Math.min(drainTimes.spreadMs, sessions.length * drainTimes.eachMs);
  const closeInTime = async (session: LiveSession, index: number): Promise<void> => {
    await sleep(clock, (spreadMs * index) / Math.max(1, sessions.length));
    while (inFlight(session) > 0 && clock.monotonic() - startedAt < drainTimes.commandMs) {
      await sleep(clock, lookEveryMs);
    }
    close(session);
  };
  await Promise.all(sessions.map(closeInTime));
  for (const late of listLive()) close(late);
}
