/** Runs retention every hour while the control plane runs. */
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Retention } from './retention.ts';

/** After the start, when everything else has begun. */
const firstMs = 60_000;
const everyMs = 3_600_000;

/** `onDone`: after each run that finished. The returned function stops it and resolves when nothing of it runs any more. */
export function startRetention(
  retention: Retention,
  { clock, log, onDone }: { readonly clock: Clock; readonly log: Log; readonly onDone: () => void },
): () => Promise<void> {
  let isStopped = false;
  let cancel: () => void = () => undefined;
  let running: Promise<void> = Promise.resolve();

  const run = async (): Promise<void> => {
    try {
      await retention.run();
      onDone();
    } catch (error) {
      log.error({ err: error }, 'retention could not finish its run; retrying in an hour');
    }
    if (!isStopped) schedule(everyMs);
  };
  const schedule = (delayMs: number): void => {
    cancel = clock.after(delayMs, () => void (running = run()), { unref: true });
  };
  schedule(firstMs);
  return () => {
    isStopped = true;
    retention.stop();
    cancel();
    return running;
  };
}
