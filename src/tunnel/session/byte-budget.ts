/**
 * Memory for payloads that are being received, shared by all sessions of a process. A payload gets
 * its whole size or waits in line; it is never started without room to finish.
 */
export class ByteBudget {
  readonly #total: number;
  #used = 0;
  readonly #waiting = new Set<{ readonly bytes: number; readonly grant: () => void }>();

  constructor(totalBytes: number) {
    this.#total = totalBytes;
  }

  get usedBytes(): number {
    return this.#used;
  }

  /** Calls `grant` once, now or later. The returned function gives the bytes back or leaves the line; it may be called twice. */
  take(bytes: number, grant: () => void): () => void {
    let state: 'waiting' | 'held' | 'over' = 'waiting';
    const entry = {
      bytes,
      grant: () => {
        state = 'held';
        grant();
      },
    };
    this.#waiting.add(entry);
    this.#serve();
    return () => {
      if (state === 'held') this.#used -= bytes;
      this.#waiting.delete(entry);
      state = 'over';
      this.#serve();
    };
  }

  /** First come, first served: a large payload is not starved by small ones. */
  #serve(): void {
    for (const entry of this.#waiting) {
      if (this.#used + entry.bytes > this.#total) return;
      this.#waiting.delete(entry);
      this.#used += entry.bytes;
      entry.grant();
    }
  }
}
