/**
 * A live session as either end uses it: requests and answers both ways. Every request made here
 * settles exactly once; every request of the peer is answered at most once. Who may ask what is
 * decided by `admit` before a payload is accepted.
 */
import type { Clock } from '../../core/clock.ts';
import type { Room } from './byte-budget.ts';
import { type CommandProof, type Frame, type FrameOf, type FramePort, FrameViolation, type Payload } from './frame.ts';
import { InboundPayloads } from './inbound-payloads.ts';
import { limits } from './limits.ts';
import { Liveness } from './liveness.ts';
import { OutboundPayloads, sha256Hex } from './outbound-payloads.ts';
import { type LinkAction, linkFrames } from './session-state.ts';
import { errorFromPeer, TunnelError, type TunnelErrorCode } from './tunnel-error.ts';

export interface RequestHead {
  readonly id: number;
  readonly name: string;
  /** Of its payload, as UTF-8. */
  readonly bytes: number;
  /** Of its payload; computed when it is asked for. */
  readonly sha256: string;
  readonly proof: CommandProof | undefined;
}

export type OnRefused = (refused: { readonly name: string; readonly code: TunnelErrorCode }) => void;

export interface LinkOptions {
  readonly port: FramePort;
  readonly clock: Clock;
  /** For payloads of the peer. */
  readonly room: Room;
  /** Requests of the peer that are handled at once. */
  readonly maxHandled: number;
  /** Throws a TunnelError to refuse a request of the peer before its payload is received. */
  readonly admit: (request: RequestHead) => void;
  /** Answers an admitted request with JSON text. */
  readonly handle: (name: string, text: string, signal: AbortSignal) => Promise<string>;
  /** The link cannot go on; its owner closes the wire and calls `close`. */
  readonly onEnd: (code: string) => void;
  /** Called for each request of the peer that was refused before anything handled it, for any reason. */
  readonly onRefused?: OnRefused;
  /** A refusal that has no one to answer to, such as a replayed command. */
  readonly onNotice?: (code: string) => void;
}

export interface RequestOptions {
  readonly timeoutMs: number;
  /** An answer that is longer is refused before it is received. Default: the longest payload there is. */
  readonly answerBytes?: number;
  readonly signal?: AbortSignal | undefined;
  readonly prove?: ((request: { id: number; name: string; sha256: string }) => CommandProof) | undefined;
}

interface Pending {
  readonly payload: Payload;
  readonly answerBytes: number;
  readonly settle: (outcome: { text: string } | { error: TunnelError }) => void;
}

export class Link {
  readonly #options: LinkOptions;
  readonly #port: FramePort;
  readonly #inbound: InboundPayloads;
  readonly #outbound: OutboundPayloads;
  readonly #liveness: Liveness;
  readonly #pending = new Map<number, Pending>();
  readonly #handling = new Map<number, AbortController>();
  readonly #actions: { readonly [A in LinkAction]: (frame: never) => void } = {
    handle: (request: FrameOf<'request'>) => this.#receiveRequest(request),
    settleAnswer: (answer: FrameOf<'answer'>) => this.#receiveAnswer(answer),
    settleFailure: ({ id, code, message }: FrameOf<'failure'>) =>
      this.#settle(id, { error: errorFromPeer(code, message) }),
    stopHandling: ({ id }: FrameOf<'cancel'>) => this.#handling.get(id)?.abort(),
    noteRefusal: ({ code }: FrameOf<'notice'>) => this.#options.onNotice?.(code),
    receiveChunk: (chunk: FrameOf<'chunk'>) => this.#inbound.chunk(chunk),
    sendChunks: (credit: FrameOf<'credit'>) => this.#outbound.credit(credit),
    dropPayload: (drop: FrameOf<'drop'>) =>
      drop.from === 'sender' ? this.#inbound.dropped(drop) : this.#outbound.dropped(drop),
    sendPong: () => this.#port.send({ t: 'pong' }),
    nothing: () => undefined,
  };
  #lastId = 0;
  #isOpen = true;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#port = options.port;
    this.#inbound = new InboundPayloads(options.port, options.clock, options.room);
    this.#outbound = new OutboundPayloads(options.port);
    this.#liveness = new Liveness(options.clock, {
      ping: () => this.#port.send({ t: 'ping' }),
      dead: () => options.onEnd('dead'),
    });
  }

  /** Rejects with a TunnelError; never settles twice. */
  request(name: string, text: string, options: RequestOptions): Promise<string> {
    if (!this.#isOpen) return Promise.reject(new TunnelError('not_live', 'The session has ended.'));
    if (options.signal?.aborted === true) {
      return Promise.reject(new TunnelError('aborted', 'The caller cancelled the request.'));
    }
    if (this.#pending.size >= limits.openRequests) {
      return Promise.reject(new TunnelError('busy', 'Too many requests wait for an answer.'));
    }
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const giveUp = (error: TunnelError) => {
        const pending = this.#pending.get(id);
        if (pending === undefined) return;
        this.#outbound.abandon(pending.payload);
        this.#port.send({ t: 'cancel', id });
        pending.settle({ error });
      };
      const payload = this.#outbound.add(text, (code) =>
        this.#settle(id, { error: new TunnelError('payload_dropped', `The peer refused the payload: ${code}.`) }),
      );
      const abort = () => giveUp(new TunnelError('aborted', 'The caller cancelled the request.'));
      const stopTimer = this.#options.clock.after(options.timeoutMs, () =>
        giveUp(new TunnelError('timeout', `No answer to ${name} within ${options.timeoutMs} ms.`)),
      );
      options.signal?.addEventListener('abort', abort, { once: true });
      this.#pending.set(id, {
        payload,
        answerBytes: options.answerBytes ?? limits.payloadBytes,
        settle: (outcome) => {
          this.#pending.delete(id);
          stopTimer();
          options.signal?.removeEventListener('abort', abort);
          if ('text' in outcome) resolve(outcome.text);
          else reject(outcome.error);
        },
      });
      const proof = options.prove?.({ id, name, sha256: 'sha256' in payload ? payload.sha256 : sha256Hex(text) });
      this.#port.send({ t: 'request', id, name, payload, ...(proof && { proof }) });
    });
  }

  /** Whether something here asked for the frame: an answer, a chunk, credit for what is sent. @throws FrameViolation */
  receive(frame: Frame): boolean {
    this.#liveness.heard();
    const cell = linkFrames[frame.t];
    if ('end' in cell) throw new FrameViolation(cell.end, `A ${frame.t} frame came in a live session.`);
    const isAsked = this.#isAsked(frame);
    // The table pairs each frame with its action, which the compiler cannot follow through the index.
    this.#actions[cell.link](frame as never);
    return isAsked;
  }

  #isAsked(frame: Frame): boolean {
    if (frame.t === 'answer' || frame.t === 'failure') return this.#pending.has(frame.id);
    if (frame.t === 'credit') return this.#outbound.isSending(frame.stream);
    // Without credit it would be a violation.
    return frame.t === 'chunk';
  }

  /** Settles everything with `closed` and stops the work done for the peer. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#liveness.stop();
    this.#inbound.close();
    for (const controller of this.#handling.values()) controller.abort();
    this.#handling.clear();
    for (const { settle } of this.#pending.values()) {
      settle({ error: new TunnelError('closed', 'The session ended before the answer came.') });
    }
  }

  #receiveRequest({ id, name, payload, proof }: FrameOf<'request'>): void {
    const head: RequestHead = {
      id,
      name,
      proof,
      bytes: bytesOf(payload),
      get sha256() {
        return 'text' in payload ? sha256Hex(payload.text) : payload.sha256;
      },
    };
    try {
      this.#options.admit(head);
      if (this.#handling.has(id)) throw new TunnelError('replayed', 'A request with this id is being handled.');
      if (this.#handling.size >= this.#options.maxHandled) throw new TunnelError('busy', 'Too many requests at once.');
    } catch (error) {
      this.#tellRefused(name, error);
      this.#refuse(id, error);
      this.#inbound.refuse(payload, 'refused');
      return;
    }
    const controller = new AbortController();
    this.#handling.set(id, controller);
    const received = this.#inbound.receive(payload);
    void this.#answer(id, { name, received, controller });
  }

  async #answer(
    id: number,
    { name, received, controller }: { name: string; received: Promise<string>; controller: AbortController },
  ): Promise<void> {
    try {
      const text = await this.#options.handle(name, await received, controller.signal);
      if (this.#isCurrent(id, controller)) {
        const payload = this.#outbound.add(text, () => undefined);
        this.#port.send({ t: 'answer', id, payload });
      }
    } catch (error) {
      if (!this.#isCurrent(id, controller)) return;
      if (error instanceof TunnelError && neverHandled.has(error.code)) this.#tellRefused(name, error);
      this.#refuse(id, error);
    } finally {
      if (this.#handling.get(id) === controller) this.#handling.delete(id);
    }
  }

  /** False when the session ended or the peer took the request back. */
  #isCurrent(id: number, controller: AbortController): boolean {
    return this.#isOpen && this.#handling.get(id) === controller && !controller.signal.aborted;
  }

  #tellRefused(name: string, error: unknown): void {
    if (error instanceof TunnelError) this.#options.onRefused?.({ name, code: error.code });
  }

  /** A replayed command is not answered: its id belongs to the request that ran. */
  #refuse(id: number, error: unknown): void {
    if (!(error instanceof TunnelError)) {
      this.#port.send({ t: 'failure', id, code: 'handler_failed', message: 'The other end failed; see its log.' });
    } else if (error.code === 'replayed') {
      this.#port.send({ t: 'notice', id, code: error.code });
    } else {
      this.#port.send({ t: 'failure', id, code: error.code, message: error.message.slice(0, 1000) });
    }
  }

  #receiveAnswer({ id, payload }: FrameOf<'answer'>): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) {
      this.#inbound.refuse(payload, 'late');
      return;
    }
    if (bytesOf(payload) > pending.answerBytes) {
      this.#inbound.refuse(payload, 'too_large');
      pending.settle({ error: new TunnelError('payload_too_large', 'The answer is longer than this request allows.') });
      return;
    }
    this.#inbound.receive(payload).then(
      (text) => this.#settle(id, { text }),
      (error: unknown) =>
        this.#settle(id, {
          error: error instanceof TunnelError ? error : new TunnelError('invalid_answer', 'The answer was lost.'),
        }),
    );
  }

  #settle(id: number, outcome: { text: string } | { error: TunnelError }): void {
    this.#pending.get(id)?.settle(outcome);
  }
}

/** What an admitted request may still be refused for: its payload did not come, or is not what its name promises. */
const neverHandled: ReadonlySet<TunnelErrorCode> = new Set(['busy', 'payload_dropped', 'invalid_request']);

function bytesOf(payload: Payload): number {
  return 'text' in payload ? Buffer.byteLength(payload.text) : payload.bytes;
}
