/** What must be undone, in reverse order of how it was done. */
export class Shutdown {
  readonly #steps: { readonly name: string; readonly close: () => Promise<void> | void }[] = [];

  add(name: string, close: () => Promise<void> | void): void {
    this.#steps.push({ name, close });
  }

  /** Runs every step although some fail; then rejects with the failures, each named. */
  async close(): Promise<void> {
    const failures: Error[] = [];
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        await step.close();
      } catch (error) {
        failures.push(new Error(`closing the ${step.name} failed`, { cause: error }));
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, failures.map((one) => one.message).join('; '));
  }
}
