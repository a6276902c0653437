/**
 * Slows addresses whose answers of the provider were wrong, because each costs the provider a request with the secret of
 * the client. It refuses none for that: somebody else behind the same address may be signing in.
 */
import type { Clock } from '../../../core/clock.ts';
import { AttemptLimit } from '../../peers/attempt-limit.ts';
import { FairGate } from '../../peers/fair-gate.ts';
import type { SsoCode } from '../sign-in-refusals.ts';

const perMinute = 10;
/** Of all slowed addresses together, in turns. */
const perSecond = 4;

const guesses: ReadonlySet<string> = new Set(['sso_expired', 'sso_invalid', 'sso_provider_error'] satisfies SsoCode[]);

export class GuessBrake {
  readonly #clock: Clock;
  readonly #limit: AttemptLimit;
  readonly #gate: FairGate;

  constructor(clock: Clock, busy: string) {
    this.#clock = clock;
    this.#limit = new AttemptLimit(clock, { max: perMinute, windowSec: 60 });
    this.#gate = new FairGate({ slots: () => perSecond, maxWaiting: 200, busy });
  }

  /** Before the provider is asked. @throws ApiProblem 503 `busy` when too many wait already. */
  async wait(group: string): Promise<void> {
    if (this.#limit.waitSec(group) === undefined) return;
    const leave = await this.#gate.enter(group);
    this.#clock.after(1000, leave, { unref: true });
  }

  /** How a sign-in for which the provider was asked was refused. */
  note(group: string, code: string): void {
    if (guesses.has(code)) this.#limit.recordFailure(group);
  }
}
