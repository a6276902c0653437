/** Time as a port, so that sessions, queues and limits run under a virtual clock in tests. */
export interface Clock {
  /** Wall clock, milliseconds since the epoch. May jump. */
  now(): number;
  /** Monotonic, milliseconds from an arbitrary start. Never jumps back. */
  monotonic(): number;
  /** Calls `run` once after `delayMs`; the returned function cancels. Never keeps a process alive by itself when `unref` is true. */
  after(delayMs: number, run: () => void, options?: { unref?: boolean }): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delayMs, run, options) {
    const timer = setTimeout(run, delayMs);
    if (options?.unref) timer.unref();
    return () => clearTimeout(timer);
  },
};

/** A signal that is aborted after so long unless it was cancelled before; it keeps no process alive. */
export function deadlineAfter(
  clock: Clock,
  delayMs: number,
): { readonly signal: AbortSignal; readonly cancel: () => void } {
  const controller = new AbortController();
  const end = (): void => controller.abort(new DOMException('The time for it is over.', 'TimeoutError'));
  return { signal: controller.signal, cancel: clock.after(delayMs, end, { unref: true }) };
}

export function sleep(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(delayMs, resolve);
  });
}
