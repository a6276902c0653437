import type { CallPermits } from '../connectors/call-limits.ts';

/** Places for calls that another process makes. They come back one by one, and all at once when it ends. */
export class GrantedPermits {
  readonly #granted = new Map<number, () => void>();
  #isOver = false;

  /** Calls `give` when a permit is free; the permit is held until it is returned. */
  grant(turns: CallPermits, turn: number, give: () => void): void {
    void turns.withPermit(() => {
      if (this.#isOver) return Promise.resolve();
      return new Promise<void>((resolve) => {
        this.#granted.set(turn, resolve);
        give();
      });
    });
  }

  takeBack(turn: number): void {
    this.#granted.get(turn)?.();
    this.#granted.delete(turn);
  }

  /** Called when the worker has ended: permits that are still waited for are not granted any more. */
  takeBackAll(): void {
    this.#isOver = true;
    for (const turn of this.#granted.keys()) this.takeBack(turn);
  }
}
