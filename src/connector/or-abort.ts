/** Resolves with what is awaited, or rejects with the reason of the signal: a caller does not outlast its own time for the work of another. */
export async function orAbort<T>(asking: Promise<T>, signal: AbortSignal): Promise<T> {
  let leave = (): void => undefined;
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
  try {
    return await Promise.race([asking, left]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
