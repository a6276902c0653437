import type { CallPermits } from '../connectors/call-limits.ts';

/** Places for calls that another process makes. They come back one by one, and all at once when it ends. */
export class GrantedPermits {
  readonly #lent = new Map<number, () => void>();
  #isOver = false;

  /** Calls `give` when a place is free; the place is taken until it comes back. */
  lend(turns: CallPermits, turn: number, give: () => void): void {
    void turns.withPermit(() => {
      if (this.#isOver) return Promise.resolve();
      return new Promise<void>((resolve) => {
        this.#lent.set(turn, resolve);
        give();
      });
    });
  }

  takeBack(turn: number): void {
    this.#lent.get(turn)?.();
    this.#lent.delete(turn);
  }

  /** Nobody is left to use them: those still waited for are not given any more. */
  takeBackAll(): void {
    this.#isOver = true;
    for (const turn of this.#lent.keys()) this.takeBack(turn);
  }
}
