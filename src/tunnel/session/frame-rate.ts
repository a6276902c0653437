import type { Clock } from '../../core/clock.ts';
import { TokenBucket } from './token-bucket.ts';

/** Frames that nothing asked for; far above what an instance needs. */
export const frameRate = { perSec: 200, burst: 1000 } as const;
/** Of such frames. */
export const byteRate = { perSec: 1 << 20, burst: 8 << 20 } as const;

/** Counts frames that nothing asked for, and their bytes. What was asked for is bounded by the asking. */
export class FrameRate {
  readonly #frames: TokenBucket;
  readonly #bytes: TokenBucket;

  constructor(clock: Clock) {
    this.#frames = new TokenBucket(clock, frameRate);
    this.#bytes = new TokenBucket(clock, byteRate);
  }

  /** False for more than may be sent. */
  take(length: number): boolean {
    return this.#frames.take() && this.#bytes.take(length);
  }
}
