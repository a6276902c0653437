/**
 * Sees within a second what another process did to an instance: revoked, locked, enrolled again, or its
 * class disabled.
 * What this process does itself takes effect at once and does not wait for this.
 */
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { HubSessions } from '../../tunnel/session/hub-sessions.ts';
import type { InstanceAddress, InstanceStanding } from '../../tunnel/session/session-store.ts';

export interface DenialSource {
  /** Every instance that may not connect, and those enrolled since (milliseconds since the epoch). */
  listStandings(enrolledSince: number): Promise<readonly InstanceStanding[]>;
  touch(seen: readonly InstanceAddress[]): Promise<void>;
}

export interface DenialWatchOptions {
  readonly sessions: HubSessions;
  readonly source: DenialSource;
  readonly clock: Clock;
  readonly log: Log;
  /** Organizations that allow Profilers. */
  readonly listProfiled: () => Promise<ReadonlySet<string>>;
}

const everyMs = 400;
const touchEveryMs = 60_000;
/** Long enough for clocks that differ and for a store that was not reachable. */
const recentMs = 600_000;

/** The returned function stops it and resolves when nothing of it runs any more. */
export function startDenialWatch(options: DenialWatchOptions): () => Promise<void> {
  const { sessions, source, clock, log } = options;
  let isStopped = false;
  let cancel: () => void = () => undefined;
  let running: Promise<void> = Promise.resolve();
  let touchedAt = clock.monotonic();

  const look = async (): Promise<void> => {
    try {
      sessions.setStandings(await source.listStandings(clock.now() - recentMs));
      await closeDisabled(options);
      if (clock.monotonic() - touchedAt >= touchEveryMs) {
        touchedAt = clock.monotonic();
        await source.touch(sessions.allLive());
      }
    } catch (error) {
      log.error({ err: error }, 'revoked instances could not be read from the store; retrying');
    }
  };
  const schedule = (): void => {
    cancel = clock.after(everyMs, () => {
      running = look().then(() => {
        if (!isStopped) schedule();
      });
    });
  };
  schedule();
  return () => {
    isStopped = true;
    cancel();
    return running;
  };
}

/** One question for all organizations: this runs several times a second. */
async function closeDisabled({ sessions, listProfiled }: DenialWatchOptions): Promise<void> {
  const profilers = sessions.allLive().filter((one) => one.class === 'profiler');
  if (profilers.length === 0) return;
  const profiled = await listProfiled();
  const disabled = new Set(profilers.map(({ organization }) => organization).filter((one) => !profiled.has(one)));
  for (const organization of disabled) sessions.disconnect({ organization, class: 'profiler' }, 'profiler_disabled');
}
