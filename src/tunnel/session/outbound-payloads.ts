/**
 * Payloads on their way out. Short ones travel in their frame; long ones are announced and then sent
 * chunk by chunk, never more than the receiver gave credit for, so that pings and short requests
 * are not stuck behind megabytes.
 */
import { createHash } from 'node:crypto';
import { type FrameOf, type FramePort, FrameViolation, type Payload } from './frame.ts';
import { limits } from './limits.ts';
import { TunnelError } from './tunnel-error.ts';

interface Outbound {
  readonly text: string;
  position: number;
  index: number;
  credit: number;
  readonly onDropped: (code: string) => void;
}

export class OutboundPayloads {
  readonly #port: FramePort;
  readonly #streams = new Map<number, Outbound>();
  #lastStream = 0;

  constructor(port: FramePort) {
    this.#port = port;
  }

  /**
   * The payload as its frame carries it. `onDropped` is called when the receiver refuses a long one.
   * @throws TunnelError `payload_too_large`
   */
  add(text: string, onDropped: (code: string) => void): Payload {
    if (text.length <= limits.inlineUnits) return { text };
    const bytes = Buffer.byteLength(text);
    if (bytes > limits.payloadBytes) {
      throw new TunnelError('payload_too_large', `A payload has ${bytes} bytes; ${limits.payloadBytes} are allowed.`);
    }
    this.#lastStream += 1;
    this.#streams.set(this.#lastStream, { text, position: 0, index: 0, credit: 0, onDropped });
    return { stream: this.#lastStream, bytes, sha256: sha256Hex(text) };
  }

  /** Stops sending a payload that nobody waits for. */
  abandon(payload: Payload): void {
    if ('stream' in payload && this.#streams.delete(payload.stream)) {
      this.#port.send({ t: 'drop', stream: payload.stream, from: 'sender', code: 'abandoned' });
    }
  }

  isSending(stream: number): boolean {
    return this.#streams.has(stream);
  }

  /** Credit for a stream that is over is late, not wrong. @throws FrameViolation */
  credit({ stream, chunks }: FrameOf<'credit'>): void {
    const outbound = this.#streams.get(stream);
    if (outbound === undefined) return;
    outbound.credit += chunks;
    if (outbound.credit > limits.windowChunks) {
      throw new FrameViolation('frame_unexpected', 'More credit came than a receiver may give.');
    }
    while (outbound.credit > 0 && this.#streams.has(stream)) this.#sendChunk(stream, outbound);
  }

  dropped({ stream, code }: FrameOf<'drop'>): void {
    const outbound = this.#streams.get(stream);
    this.#streams.delete(stream);
    outbound?.onDropped(code);
  }

  #sendChunk(stream: number, outbound: Outbound): void {
    const end = chunkEnd(outbound.text, outbound.position);
    const text = outbound.text.slice(outbound.position, end);
    const last = end === outbound.text.length;
    this.#port.send({ t: 'chunk', stream, index: outbound.index, last, text });
    outbound.position = end;
    outbound.index += 1;
    outbound.credit -= 1;
    if (last) this.#streams.delete(stream);
  }
}

export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Never between the halves of a surrogate pair: half a letter has no UTF-8. */
function chunkEnd(text: string, start: number): number {
  const end = Math.min(start + limits.chunkUnits, text.length);
  const isHighSurrogate = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return end < text.length && isHighSurrogate ? end - 1 : end;
}
