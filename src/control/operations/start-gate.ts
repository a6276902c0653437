/**
 * How many operations begin at once. Few while instances come back in numbers, as after the end of a replica: their
 * sessions and the operations share processor and store, and an operation can only be answered by an instance that
 * is back. Without that the questions that pile up meanwhile keep instances away for minutes.
 */
import type { Clock } from '../../core/clock.ts';
import type { UnreadTunnelHub } from '../../tunnel/port.ts';
import { FairGate } from '../peers/fair-gate.ts';

export const startLimits = {
  /** More than the store has connections. */
  slots: 64,
  slotsInCrowd: 4,
  /** Sessions that began within `withinMs` make a crowd. */
  crowd: 20,
  withinMs: 1000,
  maxWaiting: 2000,
} as const;

export class StartGate {
  readonly #clock: Clock;
  readonly #gate: FairGate;
  /** When the last sessions began, monotonic milliseconds; the oldest first. */
  readonly #begun: number[] = [];

  constructor(hub: Pick<UnreadTunnelHub, 'onChange'>, clock: Clock) {
    this.#clock = clock;
    hub.onChange(({ live }) => {
      if (!live) return;
      this.#begun.push(clock.monotonic());
      if (this.#begun.length > startLimits.crowd) this.#begun.shift();
    });
    this.#gate = new FairGate({
      slots: () => (this.#isCrowded() ? startLimits.slotsInCrowd : startLimits.slots),
      maxWaiting: startLimits.maxWaiting,
      busy: 'Too many operations are waiting. Try again in a second.',
    });
  }

  /**
   * Organizations take turns. Resolves with what gives the slot back: call it when the operation waits for somebody
   * else. @throws ApiProblem 503 `busy`.
   */
  enter(organization: string): Promise<() => void> {
    return this.#gate.enter(organization);
  }

  #isCrowded(): boolean {
    const [first] = this.#begun;
    if (first === undefined || this.#begun.length < startLimits.crowd) return false;
    return this.#clock.monotonic() - first < startLimits.withinMs;
  }
}
