import type { Clock } from '../../core/clock.ts';
import { TokenBucket } from './token-bucket.ts';

/** Far above what an instance needs. */
const frames = { perSec: 200, burst: 1000 } as const;
const bytes = { perSec: 1 << 20, burst: 8 << 20 } as const;

/** Counts frames that nothing asked for, and their bytes. What was asked for is bounded by the asking. */
export class FrameRate {
  readonly #frames: TokenBucket;
  readonly #bytes: TokenBucket;

  constructor(clock: Clock) {
    this.#frames = new TokenBucket(clock, frames);
    this.#bytes = new TokenBucket(clock, bytes);
  }

  /** False for more than may be sent. */
  take(length: number): boolean {
    return this.#frames.take() && this.#bytes.take(length);
  }
}
