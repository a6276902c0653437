/** Gathers words of changed sessions for a moment: when a replica dies, hundreds come in a second. */
import type { Clock } from '../../core/clock.ts';
import type { DirectoryPart } from './owner-table.ts';

const gatherMs = 20;

export class HeardChanges {
  readonly #clock: Clock;
  readonly #onGathered: (parts: readonly DirectoryPart[]) => void;
  #parts: DirectoryPart[] = [];
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, onGathered: (parts: readonly DirectoryPart[]) => void) {
    this.#clock = clock;
    this.#onGathered = onGathered;
  }

  add(part: DirectoryPart): void {
    this.#parts.push(part);
    this.#cancel ??= this.#clock.after(gatherMs, () => this.#hand(), { unref: true });
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = () => undefined;
  }

  #hand(): void {
    this.#cancel = undefined;
    const parts = this.#parts;
    this.#parts = [];
    this.#onGathered(parts);
  }
}
