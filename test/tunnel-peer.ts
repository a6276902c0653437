/**
 * What plays the other end of a tunnel session over a real WebSocket: brings it into each phase and sends
 * each frame, whether it fits or not.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createSignerOf, generateKeyPair } from '../src/tunnel/identity/key-pair.ts';
import { type Frame, type FrameBody, frameKinds, type FrameOf, parseFrame } from '../src/tunnel/session/frame.ts';
import { helloBytes, welcomeBytes } from '../src/tunnel/session/hello.ts';
import { type Signer, toBase64Url } from '../src/tunnel/session/ports.ts';
import type { Cell, FrameKind, LinkAction } from '../src/tunnel/session/session-state.ts';

export const nonce = 'n'.repeat(43);
export const organization = 'org';
export const instance = 'edge-1';
export const keys = { instance: createSignerOf(generateKeyPair()), control: createSignerOf(generateKeyPair()) };
export const payloads = { total: 1 << 20, ofOrganization: 1 << 20, ofInstance: 1 << 20 };

export const samples: { readonly [K in FrameKind]: Omit<FrameOf<K>, 'n'> } = {
  challenge: { t: 'challenge', v: 1, nonce },
  hello: hello(nonce),
  welcome: { t: 'welcome', generation: 1, server_time: 1, signature: 's'.repeat(86) },
  committed: { t: 'committed', generation: 1 },
  refused: { t: 'refused', code: 'revoked', retry: false, remedy: 'Ask an admin.' },
  request: { t: 'request', id: 1, name: 'no.such', payload: { text: '{}' } },
  answer: { t: 'answer', id: 9, payload: { text: '{}' } },
  failure: { t: 'failure', id: 9, code: 'busy', message: 'Later.' },
  cancel: { t: 'cancel', id: 9 },
  notice: { t: 'notice', id: 9, code: 'replayed' },
  chunk: { t: 'chunk', stream: 1, index: 0, last: true, text: 'x' },
  credit: { t: 'credit', stream: 1, chunks: 1 },
  drop: { t: 'drop', stream: 1, from: 'sender', code: 'abandoned' },
  ping: { t: 'ping' },
  pong: { t: 'pong' },
};

export function hello(session: string): Omit<FrameOf<'hello'>, 'n'> {
  const claims = {
    v: 1,
    organization,
    instance,
    class: 'agent' as const,
    generation: 1,
    committed: 0,
    lineage: nonce,
    nonce,
    versions: {},
  };
  return { t: 'hello', ...claims, signature: toBase64Url(keys.instance.sign(helloBytes(session, claims))) };
}

export function welcome(of: FrameOf<'hello'>, by: Signer = keys.control): FrameBody {
  const claims = { generation: of.generation, server_time: 1 };
  const bytes = welcomeBytes({ session: nonce, nonce: of.nonce, organization, instance, ...claims });
  return { t: 'welcome', ...claims, signature: toBase64Url(by.sign(bytes)) };
}

/** The other end: sends exactly what a test says, and records what comes. */
export class Peer {
  readonly frames: Frame[] = [];
  readonly socket: WebSocket;
  closedWith: string | undefined;
  sent = 0;

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => this.frames.push(parseFrame((data as Buffer).toString())));
    socket.on('close', (_status, reason) => (this.closedWith = reason.toString()));
  }

  send(body: FrameBody, padding = 0): void {
    this.sent += 1;
    this.socket.send(JSON.stringify({ n: this.sent, ...body }) + ' '.repeat(padding));
  }

  got<K extends FrameKind>(kind: K): Promise<FrameOf<K>> {
    return eventually(() => this.frames.find((frame): frame is FrameOf<K> => frame.t === kind));
  }

  /** What it says in return, after the first `since` frames. */
  answer(since: number): Promise<string> {
    return eventually(
      () => this.frames.slice(since).find(({ t }) => t !== 'ping')?.t ?? this.closedWith?.replace(/^/u, 'closed with '),
    );
  }
}

export function eventually<T>(look: () => T | undefined): Promise<T> {
  return vi.waitFor(
    () => {
      const found = look();
      if (found === undefined) throw new Error('It did not come.');
      return found;
    },
    { interval: 2, timeout: 4_000 },
  );
}

/** Whatever dials here can be met: made for one test file, because the files of a worker share this module. */
export interface Meeting {
  /** Two ends of a new connection: that of the dialler and that of the listener. */
  readonly connect: () => Promise<{ dialled: WebSocket; accepted: WebSocket }>;
  readonly stop: () => void;
}

export async function listenForPeers(): Promise<Meeting> {
  const listener = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    connect: async () => {
      const dialled = new WebSocket(`ws://127.0.0.1:${port}`);
      const both = Promise.all([once(listener, 'connection'), once(dialled, 'open')]);
      const [[accepted]] = (await both) as [[WebSocket], []];
      return { dialled, accepted };
    },
    stop: () => {
      for (const socket of listener.clients) socket.terminate();
      listener.close();
    },
  };
}

/** What a link does that a peer can see when a ping follows; a chunk that was not asked for is a violation of its own. */
export const seenOfLink = (action: LinkAction): string =>
  ({ handle: 'failure', receiveChunk: 'ended: frame_unexpected' })[action as string] ?? 'pong';

/** Every cell that can be reached before the end, by name. Cells of frames also where they cannot: the peer tries. */
export function cellsOf<P extends string, A extends string>(
  table: Readonly<Record<P, Readonly<Record<string, Cell<P, A>>>>>,
): { phase: P; trigger: string; cell: Cell<P, A> }[] {
  return (Object.keys(table) as P[]).flatMap((phase) =>
    Object.entries<Cell<P, A>>(table[phase])
      .filter(
        ([trigger, cell]) => phase !== 'ended' && (frameKinds.includes(trigger as never) || !('impossible' in cell)),
      )
      .map(([trigger, cell]) => ({ phase, trigger, cell })),
  );
}
