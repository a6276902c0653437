/** While an Agent works, a caller that asked for it hears how long that has been. */
import type { ServerContext } from '@modelcontextprotocol/server';
import type { Clock } from '../../core/clock.ts';

const everyMs = 5000;

interface Progress {
  /** Once or more often. */
  readonly start: () => void;
  readonly stop: () => void;
}

export function reportProgress({ mcpReq }: ServerContext, clock: Pick<Clock, 'after' | 'monotonic'>): Progress {
  const token = mcpReq._meta?.progressToken;
  let startedAt: number | undefined;
  let stopTimer = (): void => undefined;
  const report = (): void => {
    if (token === undefined || startedAt === undefined) return;
    const progress = Math.round((clock.monotonic() - startedAt) / 1000);
    const params = { progressToken: token, progress, message: 'Waiting for the Agent' };
    // A caller that left does not hear it; the call itself ends by its signal.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
    stopTimer = clock.after(everyMs, report);
  };
  return {
    start: () => {
      if (startedAt !== undefined) return;
      startedAt = clock.monotonic();
      report();
    },
    stop: () => stopTimer(),
  };
}
