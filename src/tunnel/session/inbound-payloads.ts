/**
 * Payloads on their way in: room is taken for the announced size before the first chunk is asked
 * for, chunks must come in order, and the whole must have the announced size and hash.
 */
import type { Clock } from '../../core/clock.ts';
import type { ByteBudget } from './byte-budget.ts';
import { type FrameOf, type FramePort, FrameViolation, type Payload } from './frame.ts';
import { limits } from './limits.ts';
import { sha256Hex } from './outbound-payloads.ts';
import { TunnelError } from './tunnel-error.ts';

interface Inbound {
  readonly bytes: number;
  readonly sha256: string;
  readonly parts: string[];
  receivedBytes: number;
  /** Chunks the sender may still send. */
  credit: number;
  readonly done: (text: string) => void;
  readonly failed: (error: TunnelError) => void;
  readonly release: () => void;
  stopTimer: () => void;
}

export class InboundPayloads {
  readonly #port: FramePort;
  readonly #clock: Clock;
  readonly #budget: ByteBudget;
  readonly #streams = new Map<number, Inbound>();
  #lastStream = 0;

  constructor(port: FramePort, clock: Clock, budget: ByteBudget) {
    this.#port = port;
    this.#clock = clock;
    this.#budget = budget;
  }

  /** Resolves with the text, or rejects with `payload_dropped` or `busy`. @throws FrameViolation */
  receive(payload: Payload): Promise<string> {
    if ('text' in payload) return Promise.resolve(payload.text);
    const { stream, bytes, sha256 } = payload;
    if (stream <= this.#lastStream) throw new FrameViolation('frame_unexpected', 'A stream number came twice.');
    this.#lastStream = stream;
    if (this.#streams.size >= limits.inboundStreams) {
      this.refuse(payload, 'busy');
      return Promise.reject(new TunnelError('busy', 'Too many payloads are being received.'));
    }
    return new Promise((done, failed) => {
      const release = this.#budget.take(bytes, () => {
        this.#port.send({ t: 'credit', stream, chunks: limits.windowChunks });
      });
      const inbound: Inbound = {
        bytes,
        sha256,
        parts: [],
        receivedBytes: 0,
        credit: limits.windowChunks,
        done,
        failed,
        release,
        stopTimer: () => undefined,
      };
      this.#streams.set(stream, inbound);
      this.#restartTimer(stream, inbound);
    });
  }

  /** Tells the sender not to send a payload that it announced. */
  refuse(payload: Payload, code: string): void {
    if ('text' in payload) return;
    this.#lastStream = Math.max(this.#lastStream, payload.stream);
    this.#port.send({ t: 'drop', stream: payload.stream, from: 'receiver', code });
  }

  /** Chunks of a stream that was dropped here may still be on their way. @throws FrameViolation */
  chunk({ stream, index, last, text }: FrameOf<'chunk'>): void {
    const inbound = this.#streams.get(stream);
    if (inbound === undefined) {
      if (stream <= this.#lastStream) return;
      throw new FrameViolation('frame_unexpected', 'A chunk came for a stream that was not announced.');
    }
    if (index !== inbound.parts.length || inbound.credit === 0 || (!last && text.length < limits.minChunkUnits)) {
      throw new FrameViolation('frame_unexpected', 'A chunk is out of order, without credit or too short.');
    }
    inbound.parts.push(text);
    inbound.credit -= 1;
    inbound.receivedBytes += Buffer.byteLength(text);
    if (inbound.receivedBytes > inbound.bytes) {
      throw new FrameViolation('frame_unexpected', 'A payload is longer than announced.');
    }
    if (last) this.#finish(stream, inbound);
    else this.#replenish(stream, inbound);
  }

  /** The sender gave up. */
  dropped({ stream, code }: FrameOf<'drop'>): void {
    this.#fail(stream, new TunnelError('payload_dropped', `The sender dropped the payload: ${code}.`));
  }

  close(): void {
    for (const stream of this.#streams.keys()) this.#fail(stream, new TunnelError('closed', 'The session ended.'));
  }

  #finish(stream: number, inbound: Inbound): void {
    const whole = inbound.parts.join('');
    if (inbound.receivedBytes !== inbound.bytes || sha256Hex(whole) !== inbound.sha256) {
      throw new FrameViolation('frame_unexpected', 'A payload is not what was announced.');
    }
    this.#forget(stream, inbound);
    inbound.done(whole);
  }

  #replenish(stream: number, inbound: Inbound): void {
    this.#restartTimer(stream, inbound);
    if (inbound.credit > limits.windowChunks / 2) return;
    const chunks = limits.windowChunks - inbound.credit;
    inbound.credit += chunks;
    this.#port.send({ t: 'credit', stream, chunks });
  }

  #restartTimer(stream: number, inbound: Inbound): void {
    inbound.stopTimer();
    inbound.stopTimer = this.#clock.after(limits.streamIdleMs, () => {
      this.#port.send({ t: 'drop', stream, from: 'receiver', code: 'stalled' });
      this.#fail(stream, new TunnelError('payload_dropped', 'The payload stopped coming.'));
    });
  }

  #fail(stream: number, error: TunnelError): void {
    const inbound = this.#streams.get(stream);
    if (inbound === undefined) return;
    this.#forget(stream, inbound);
    inbound.failed(error);
  }

  #forget(stream: number, inbound: Inbound): void {
    this.#streams.delete(stream);
    inbound.stopTimer();
    inbound.release();
  }
}
