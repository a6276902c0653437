/** How often one instance may do what costs the control plane something, over all of its sessions. */
import type { Clock } from '../../core/clock.ts';
import type { ReportName } from '../messages.ts';
import { FrameRate } from './frame-rate.ts';
import type { InstanceAddress } from './session-store.ts';
import { type Rate, TokenBucket } from './token-bucket.ts';

/** Each session writes to the store. An instance that loses its connection again and again needs one in seconds. */
export const sessionRate: Rate = { perSec: 1, burst: 60 };
/** Outcomes come in a row when a Profiler was away; what is refused as busy is sent again. */
export const reportRates: Readonly<Record<ReportName, Rate>> = {
  'health.report': { perSec: 0.5, burst: 20 },
  'capture.progress': { perSec: 10, burst: 100 },
  'capture.outcome': { perSec: 5, burst: 100 },
};
const maxInstances = 50_000;

export interface RatesOfInstance {
  readonly sessions: TokenBucket;
  readonly frames: FrameRate;
  readonly reports: Readonly<Record<ReportName, TokenBucket>>;
}

export class InstanceRates {
  readonly #clock: Clock;
  readonly #rates = new Map<string, RatesOfInstance>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  of({ organization, instance }: InstanceAddress): RatesOfInstance {
    const key = JSON.stringify([organization, instance]);
    const known = this.#rates.get(key);
    if (known !== undefined) return known;
    const bucket = (rate: Rate): TokenBucket => new TokenBucket(this.#clock, rate);
    const made: RatesOfInstance = {
      sessions: bucket(sessionRate),
      frames: new FrameRate(this.#clock),
      reports: {
        'health.report': bucket(reportRates['health.report']),
        'capture.progress': bucket(reportRates['capture.progress']),
        'capture.outcome': bucket(reportRates['capture.outcome']),
      },
    };
    this.#rates.set(key, made);
    const [oldest] = this.#rates.keys();
    if (this.#rates.size > maxInstances && oldest !== undefined) this.#rates.delete(oldest);
    return made;
  }
}
