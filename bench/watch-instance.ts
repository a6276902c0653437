/** Waits until the control plane says of one instance what a measure waits for. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Fleet, type FleetInstance } from '../src/control/api/api.ts';
import type { ControlApi } from '../src/control/api/api-client.ts';

const lookMs = 5;

export class InstanceWatch {
  readonly #owner: ControlApi;
  readonly #instance: string;

  constructor(owner: ControlApi, instance: string) {
    this.#owner = owner;
    this.#instance = instance;
  }

  async untilState(state: 'live' | 'offline'): Promise<void> {
    await this.#until((one) => one.state === state, { what: state, timeoutMs: 20_000 });
  }

  /** A run of the checks that ended after this moment, which is a time of `Date.now()`. */
  async untilChecked(sinceMs: number): Promise<void> {
    const isNew = ({ checks_at }: FleetInstance): boolean => checks_at !== undefined && Date.parse(checks_at) > sinceMs;
    await this.#until(isNew, { what: 'checked', timeoutMs: 120_000 });
  }

  async #until(
    isThere: (one: FleetInstance) => boolean,
    { what, timeoutMs }: { what: string; timeoutMs: number },
  ): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    while (performance.now() < deadline) {
      const { instances } = await this.#owner.call({ method: 'GET', path: '/api/fleet' }, Fleet);
      if (instances.some((one) => one.instance === this.#instance && isThere(one))) return;
      await sleep(lookMs);
    }
    throw new Error(`${this.#instance} was not ${what} within ${timeoutMs / 1000} s`);
  }
}
