/** Waits for a query that was started: asks again after half a second, then ever more rarely, up to three seconds. */
import type { AwsContext } from './access/context.ts';

/** How long a started query is waited for in one question: what is left of two minutes after starting it and reading its rows. */
export const waitSec = 110;

const firstPauseMs = 500;
const longestPauseMs = 3000;
const growth = 1.5;

export type Waiting = Pick<AwsContext, 'clock' | 'signal'>;

/** `read` until it answers with a value. Undefined when that took longer than `waitSec`. @throws the reason of the signal, or what `read` throws. */
export async function pollUntil<Value>(
  context: Waiting,
  read: () => Promise<Value | undefined>,
): Promise<Value | undefined> {
  const endMs = context.clock.monotonic() + waitSec * 1000;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * growth, longestPauseMs)) {
    await pause(context, pauseMs);
    const value = await read();
    if (value !== undefined || context.clock.monotonic() + pauseMs > endMs) return value;
  }
}

function pause({ clock, signal }: Waiting, pauseMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      cancel();
      reject(signal.reason as Error);
    };
    const cancel = clock.after(pauseMs, () => {
      signal.removeEventListener('abort', end);
      resolve();
    });
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
