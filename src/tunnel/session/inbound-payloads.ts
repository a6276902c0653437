/**
 * Payloads on their way in: room is taken for the announced size before the first chunk is asked
 * for, chunks must come in order, and the whole must have the announced size and hash.
 */
import type { Clock } from '../../core/clock.ts';
import { createHash, type Hash } from 'node:crypto';
import type { Room } from './byte-budget.ts';
import { type FrameOf, type FramePort, FrameViolation, type Payload } from './frame.ts';
import { limits } from './limits.ts';
import { TunnelError } from './tunnel-error.ts';

interface Inbound {
  readonly bytes: number;
  readonly sha256: string;
  readonly hash: Hash;
  readonly parts: string[];
  receivedBytes: number;
  /** Chunks the sender may still send. */
  credit: number;
  readonly done: (text: string) => void;
  readonly failed: (error: TunnelError) => void;
  release: () => void;
  stopTimer: () => void;
  /** Monotonic time by which all of it must be here; set when it has room. */
  dueAt: number;
}

/** Streams whose last chunks may still be on their way. */
const rememberedStreams = 256;

export class InboundPayloads {
  readonly #port: FramePort;
  readonly #clock: Clock;
  readonly #room: Room;
  readonly #streams = new Map<number, Inbound>();
  /** Chunks that the sender may have sent before it heard that their stream was dropped. */
  readonly #stillComing = new Map<number, number>();
  #lastStream = 0;

  constructor(port: FramePort, clock: Clock, room: Room) {
    this.#port = port;
    this.#clock = clock;
    this.#room = room;
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
      const inbound: Inbound = {
        bytes,
        sha256,
        hash: createHash('sha256'),
        parts: [],
        receivedBytes: 0,
        credit: 0,
        done,
        failed,
        release: () => undefined,
        stopTimer: () => undefined,
        dueAt: Number.POSITIVE_INFINITY,
      };
      this.#streams.set(stream, inbound);
      inbound.release = this.#room.take(bytes, () => this.#begin(stream, inbound));
    });
  }

  /** Tells the sender not to send a payload that it announced. */
  refuse(payload: Payload, code: string): void {
    if ('text' in payload) return;
    this.#lastStream = Math.max(this.#lastStream, payload.stream);
    this.#port.send({ t: 'drop', stream: payload.stream, from: 'receiver', code });
  }

  /** @throws FrameViolation */
  chunk({ stream, index, last, text }: FrameOf<'chunk'>): void {
    const inbound = this.#streams.get(stream);
    if (inbound === undefined) {
      this.#expectLate(stream);
      return;
    }
    if (index !== inbound.parts.length || inbound.credit === 0 || (!last && text.length < limits.minChunkUnits)) {
      throw new FrameViolation('frame_unexpected', 'A chunk is out of order, without credit or too short.');
    }
    inbound.parts.push(text);
    inbound.hash.update(text);
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
    if (inbound.receivedBytes !== inbound.bytes || inbound.hash.digest('hex') !== inbound.sha256) {
      throw new FrameViolation('frame_unexpected', 'A payload is not what was announced.');
    }
    this.#forget(stream, inbound);
    inbound.done(inbound.parts.join(''));
  }

  #replenish(stream: number, inbound: Inbound): void {
    this.#restartTimer(stream, inbound);
    if (inbound.credit > limits.windowChunks / 2) return;
    const chunks = limits.windowChunks - inbound.credit;
    inbound.credit += chunks;
    this.#port.send({ t: 'credit', stream, chunks });
  }

  #begin(stream: number, inbound: Inbound): void {
    inbound.credit = limits.windowChunks;
    const slowestMs = limits.streamGraceMs + (inbound.bytes / limits.streamBytesPerSec) * 1000;
    inbound.dueAt = this.#clock.monotonic() + slowestMs;
    this.#restartTimer(stream, inbound);
    this.#port.send({ t: 'credit', stream, chunks: limits.windowChunks });
  }

  #restartTimer(stream: number, inbound: Inbound): void {
    inbound.stopTimer();
    const leftMs = Math.min(limits.streamIdleMs, Math.max(inbound.dueAt - this.#clock.monotonic(), 0));
    inbound.stopTimer = this.#clock.after(leftMs, () => {
      this.#port.send({ t: 'drop', stream, from: 'receiver', code: 'stalled' });
      this.#stillComing.set(stream, inbound.credit);
      const [oldest] = this.#stillComing.keys();
      if (this.#stillComing.size > rememberedStreams && oldest !== undefined) this.#stillComing.delete(oldest);
      this.#fail(stream, new TunnelError('payload_dropped', 'The payload stopped coming.'));
    });
  }

  /** A chunk of a stream that is over: only as many as its credit allowed. @throws FrameViolation */
  #expectLate(stream: number): void {
    const left = this.#stillComing.get(stream) ?? 0;
    if (left === 0) throw new FrameViolation('frame_unexpected', 'A chunk came that nothing asked for.');
    this.#stillComing.set(stream, left - 1);
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
