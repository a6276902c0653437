/** Which Agent each write belongs to, in memory, with the contract of the table: see `memory-tables.test.ts`. */
import type { Binding, BoundWrite, BoundWrites } from '../../src/control/operations/write-agents.ts';

export class MemoryWrites implements BoundWrites {
  readonly #agents = new Map<string, Binding>();

  async find(write: BoundWrite): Promise<Binding | undefined> {
    return this.#agents.get(keyOf(write));
  }

  async bind(write: BoundWrite, instance: string): Promise<Binding> {
    // No instance of a world enrols twice, so the time decides nothing.
    const held = this.#agents.get(keyOf(write)) ?? { instance, since: 0 };
    this.#agents.set(keyOf(write), held);
    return held;
  }
}

function keyOf({ organization, operation, idempotencyKey }: BoundWrite): string {
  return JSON.stringify([organization, operation, idempotencyKey]);
}
