/** An enrolled instance that proves itself as it should and then sends whatever it likes. */
import type { Agent } from 'node:https';
import WebSocket from 'ws';
import { systemClock } from '../../src/core/clock.ts';
import { verifyEd25519 } from '../../src/tunnel/identity/key-pair.ts';
import type { Identity } from '../../src/tunnel/identity/open-identity.ts';
import { ByteBudget } from '../../src/tunnel/session/byte-budget.ts';
import { ClientSession } from '../../src/tunnel/session/client-session.ts';
import { CommandGuard } from '../../src/tunnel/session/command.ts';
import {
  type Frame,
  type FrameBody,
  type FrameOf,
  type Payload,
  tunnelSubprotocol,
} from '../../src/tunnel/session/frame.ts';
import { sha256Hex } from '../../src/tunnel/session/outbound-payloads.ts';
import { systemRandom, type Wire } from '../../src/tunnel/session/ports.ts';

export interface Door {
  readonly tunnelUrl: URL;
  readonly agent: Agent;
  readonly identity: Identity;
}

/** As the control plane sees frames: in order, but otherwise unchecked. */
type Listener = (frame: Frame) => void;

export class RawInstance {
  readonly #socket: WebSocket;
  readonly #ended: Promise<string>;
  #sent = 0;
  #stream = 0;
  #sendChunks: (credit: FrameOf<'credit'>) => void = () => undefined;
  #listener: Listener = () => undefined;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    this.#ended = new Promise((resolve) => {
      socket.once('close', (code, reason) => resolve(`${code} ${reason.toString()}`));
    });
  }

  /** Resolves when its session is live. Rejects when it was refused. */
  static connect({ tunnelUrl, agent, identity }: Door): Promise<RawInstance> {
    const socket = new WebSocket(tunnelUrl, tunnelSubprotocol, { agent, perMessageDeflate: false });
    const raw = new RawInstance(socket);
    const total = { total: 1 << 24, ofOrganization: 1 << 24, ofInstance: 1 << 24 };
    return new Promise((resolve, reject) => {
      socket.on('error', reject);
      socket.once('close', () => reject(new Error('the connection was closed')));
      const wire: Wire = {
        send: (text) => {
          raw.#sent += 1;
          socket.send(text);
        },
        close: () => socket.terminate(),
      };
      socket.once('open', () => {
        let isLive = false;
        const session = new ClientSession(wire, {
          identity,
          ledger: identity.ledger,
          describe: () => ({ versions: { [identity.class]: '1.2.3' }, catalogDigest: undefined, targets: 1 }),
          clock: systemClock,
          random: systemRandom,
          verify: verifyEd25519,
          makeGuard: (address, by) => new CommandGuard(address, by),
          room: new ByteBudget(total).roomOf('', ''),
          admit: () => undefined,
          handle: () => Promise.resolve('{}'),
          onLive: () => {
            isLive = true;
            resolve(raw);
          },
          onEnd: ({ code }) => reject(new Error(`the session ended: ${code}`)),
          onNotice: () => undefined,
          onLedgerFailed: reject,
        });
        socket.on('message', (data) => {
          const text = (data as Buffer).toString('utf8');
          if (isLive) raw.#receive(text);
          else session.onText(text);
        });
      });
    });
  }

  /** Why the connection was closed, once it is. */
  get ended(): Promise<string> {
    return this.#ended;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  onFrame(listener: Listener): void {
    this.#listener = listener;
  }

  send(body: FrameBody): void {
    this.#sent += 1;
    this.#socket.send(JSON.stringify({ n: this.#sent, ...body }));
  }

  sendText(text: string): void {
    this.#socket.send(text);
  }

  ping(data = ''): void {
    this.#socket.ping(data);
  }

  /** A part of a message; the last one ends it. */
  sendPart(text: string, isLast: boolean): void {
    this.#socket.send(text, { fin: isLast });
  }

  /** Bytes that were sent here and have not left. */
  get owedBytes(): number {
    return this.#socket.bufferedAmount;
  }

  /** Reads nothing any more. */
  stopReading(): void {
    this.#socket.pause();
  }

  close(): void {
    this.#socket.terminate();
  }

  /** Answers with a text of any length. One at a time. */
  sendLong(id: number, text: string): void {
    this.#stream += 1;
    this.#sendChunks = inChunks(this, this.#stream, text);
    this.send({ t: 'answer', id, payload: announce(this.#stream, text) });
  }

  #receive(text: string): void {
    const frame = JSON.parse(text) as Frame;
    if (frame.t === 'credit') this.#sendChunks(frame);
    // An instance that does not answer is cut off as dead, whatever else it does.
    if (frame.t === 'ping') this.send({ t: 'pong' });
    this.#listener(frame);
  }
}

/** Sends a request with a payload of any length, at the pace of the credit it gets. Resolves with the frame that settles it. */
export function sendRequest(
  raw: RawInstance,
  at: { id: number; stream: number },
  name: string,
  text: string,
): Promise<Frame> {
  return new Promise((resolve) => {
    const sendChunks = inChunks(raw, at.stream, text);
    raw.onFrame((frame) => {
      if (frame.t === 'credit' && frame.stream === at.stream) sendChunks(frame);
      else if ((frame.t === 'answer' || frame.t === 'failure') && frame.id === at.id) resolve(frame);
    });
    raw.send({ t: 'request', id: at.id, name, payload: announce(at.stream, text) });
    void raw.ended.then(() => resolve({ n: 1, t: 'failure', id: at.id, code: 'closed', message: '' }));
  });
}

/** Answers every request of this name with the same text, until the session ends. */
export async function answerAll(raw: RawInstance, name: string, text: string): Promise<void> {
  const sending = new Map<number, (credit: FrameOf<'credit'>) => void>();
  let stream = 0;
  raw.onFrame((frame) => {
    if (frame.t === 'credit') sending.get(frame.stream)?.(frame);
    else if (frame.t === 'request' && frame.name === name) {
      stream += 1;
      sending.set(stream, inChunks(raw, stream, text));
      raw.send({ t: 'answer', id: frame.id, payload: announce(stream, text) });
    }
  });
  await raw.ended;
}

function announce(stream: number, text: string): Payload {
  if (text.length <= 48 * 1024) return { text };
  return { stream, bytes: Buffer.byteLength(text), sha256: sha256Hex(text) };
}

/** Sends as many chunks as each credit allows. */
function inChunks(raw: RawInstance, stream: number, text: string): (credit: FrameOf<'credit'>) => void {
  const chunkUnits = 64 * 1024;
  let position = 0;
  let index = 0;
  return ({ chunks }) => {
    for (let left = chunks; left > 0 && position < text.length; left -= 1) {
      const part = text.slice(position, position + chunkUnits);
      position += part.length;
      raw.send({ t: 'chunk', stream, index, last: position === text.length, text: part });
      index += 1;
    }
  };
}
