/** Which Agent each write belongs to, in memory, with the contract of the table: see `memory-tables.test.ts`. */
import type { BoundWrite, BoundWrites } from '../../src/control/operations/write-agents.ts';

export class MemoryWrites implements BoundWrites {
  readonly #agents = new Map<string, string>();

  async find(write: BoundWrite): Promise<string | undefined> {
    return this.#agents.get(keyOf(write));
  }

  async bind(write: BoundWrite, instance: string): Promise<string> {
    const held = this.#agents.get(keyOf(write)) ?? instance;
    this.#agents.set(keyOf(write), held);
    return held;
  }
}

function keyOf({ organization, operation, idempotencyKey }: BoundWrite): string {
  return JSON.stringify([organization, operation, idempotencyKey]);
}
