/**
 * What is tried against a control plane, each until it is stopped. Those of strangers open sockets; those of
 * instances hold a genuine identity and break the protocol, or keep it and ask for too much.
 */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { FrameBody } from '../../src/tunnel/session/frame.ts';
import { pause } from '../fleet/machine-time.ts';
import { type HostilePort, type HostileSocket, hostileSockets } from './hostile-sockets.ts';
import { answerAll, type RawInstance, sendRequest } from './raw-instance.ts';

export interface Target {
  readonly ca: string;
  readonly ports: Readonly<Record<HostilePort, number>>;
  /** A new session of the hostile Agent or Profiler. */
  connect(instanceClass: 'agent' | 'profiler'): Promise<RawInstance>;
}

export interface Attack {
  /** The port that is attacked; the other one must not notice. */
  readonly port: HostilePort;
  /** Whether the peer is enrolled. */
  readonly isEnrolled: boolean;
  /** Whether somebody asks the hostile Agent operations all the time. */
  readonly isAsked?: boolean;
  readonly run: (target: Target, signal: AbortSignal) => Promise<void>;
}

const mebi = 1 << 20;

export const attacks = {
  'held sockets on the tunnel port': strangers('tunnel', holdAll),
  'held sockets on the app port': strangers('app', holdAll),
  'a flood of refused upgrades': strangers('tunnel', (target, signal) =>
    flood('an upgrade with an Origin', target, signal),
  ),
  'a flood of unreadable requests': strangers('app', (target, signal) => flood('no HTTP', target, signal)),
  'a flood of first frames of 256 KiB': strangers('tunnel', longHellos),
  'bundles that inflate, for requests nobody made': enrolled((target, signal) =>
    sendOutcomes('profiler', { bundle: bomb(), requestId: randomUUID }, target, signal),
  ),
  'bundles that inflate, for requests that were offered': enrolled(answerOffersWithBombs),
  'reports of half a million zeros': enrolled((target, signal) =>
    repeat('agent', { name: 'health.report', text: () => zeros(mebi - 200) }, target, signal),
  ),
  'reports nested a hundred thousand deep': enrolled((target, signal) =>
    repeat('agent', { name: 'health.report', text: () => '['.repeat(100_000) }, target, signal),
  ),
  'answers of a million values': {
    ...enrolled((target, signal) =>
      withSessions('agent', target, signal, (raw) => answerAll(raw, 'operation.run', manyValues())),
    ),
    isAsked: true,
  },
  'payloads announced and never sent': enrolled(announceOnly),
  'chunks nobody asked for': enrolled((target, signal) =>
    sendForEver({ t: 'chunk', stream: 1, index: 0, last: false, text: 'x'.repeat(64 * 1024) }, target, signal),
  ),
  'frames as fast as they go': enrolled((target, signal) => sendForEver({ t: 'ping' }, target, signal)),
  'requests of unknown names': enrolled((target, signal) =>
    sendForEver({ t: 'request', id: 1, name: 'none', payload: { text: 'x'.repeat(48 * 1024) } }, target, signal),
  ),
  'WebSocket pings': enrolled(pingForEver),
  'sessions opened and broken': enrolled(breakSessions),
} as const satisfies Record<string, Attack>;
export type AttackName = keyof typeof attacks;
export const attackNames = Object.keys(attacks) as readonly AttackName[];

/** A peer that keeps every rule and is as busy as it may be: what others are compared with. */
export async function keepBusy(target: Target, signal: AbortSignal): Promise<void> {
  const bundle = Buffer.alloc(6 * mebi, 7).toString('base64');
  await sendOutcomes('profiler', { bundle, requestId: randomUUID }, target, signal);
}

function strangers(
  port: HostilePort,
  run: (target: Target, signal: AbortSignal, port: HostilePort) => Promise<void>,
): Attack {
  return { port, isEnrolled: false, run: (target, signal) => run(target, signal, port) };
}

function enrolled(run: Attack['run']): Attack {
  return { port: 'tunnel', isEnrolled: true, run };
}

/** Two thousand sockets of every kind; one that is cut off is opened again. */
async function holdAll(target: Target, signal: AbortSignal, port: HostilePort): Promise<void> {
  const kinds = (Object.keys(hostileSockets) as HostileSocket[]).filter((kind) => hostileSockets[kind].port === port);
  await holdOpen(2000, (at) => openSocket(kinds[at % kinds.length] ?? 'silence', target), signal);
}

async function flood(kind: HostileSocket, target: Target, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const socket = openSocket(kind, target);
    await Promise.race([closedOrConnected(socket), pause(200)]);
    // Never more than this process can hold, each for as long as it is let.
    setTimeout(() => socket.destroy(), 3000);
  }
}

async function longHellos(target: Target, signal: AbortSignal): Promise<void> {
  const kind = 'an upgrade, and then silence';
  const frame = Buffer.concat([
    Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0]),
    Buffer.alloc(256 * 1024, '['),
  ]);
  await holdOpen(
    200,
    () => {
      const socket = openSocket(kind, target);
      socket.once('data', () => socket.write(frame));
      return socket;
    },
    signal,
  );
}

function openSocket(kind: HostileSocket, { ca, ports }: Target): Socket {
  const { port, open } = hostileSockets[kind];
  return open({ port: ports[port], ca });
}

async function holdOpen(count: number, open: (at: number) => Socket, signal: AbortSignal): Promise<void> {
  const held: Socket[] = [];
  const hold = (at: number): void => {
    if (signal.aborted) return;
    const socket = open(at);
    held[at] = socket;
    // The other side has ended: nothing is seen of its close any more, and a socket that waits for it attacks nobody.
    socket.once('end', () => setTimeout(() => socket.destroy(), 2000));
    socket.once('close', () => setTimeout(() => hold(at), 50));
  };
  for (let at = 0; at < count && !signal.aborted; at += 1) {
    hold(at);
    if (at % 50 === 49) await pause(20);
  }
  await untilAborted(signal);
  for (const socket of held) socket.destroy();
}

async function sendOutcomes(
  by: 'profiler',
  { bundle, requestId }: { bundle: string; requestId: () => string },
  target: Target,
  signal: AbortSignal,
): Promise<void> {
  const outcome = (): string =>
    JSON.stringify({ request_id: requestId(), outcome: 'pushed', reason: { code: 'measured', text: 'x' }, bundle });
  await repeat(by, { name: 'capture.outcome', text: outcome }, target, signal);
}

/** One request after another, each as soon as the last was answered; a session that ends is opened again. */
async function repeat(
  by: 'agent' | 'profiler',
  { name, text }: { name: string; text: () => string },
  target: Target,
  signal: AbortSignal,
): Promise<void> {
  await withSessions(by, target, signal, async (raw) => {
    for (let at = 1; raw.isOpen && !signal.aborted; at += 1) {
      const frame = await sendRequest(raw, { id: at, stream: at }, name, text());
      if (frame.t === 'failure') await pause(20);
    }
  });
}

async function answerOffersWithBombs(target: Target, signal: AbortSignal): Promise<void> {
  const bundle = bomb();
  await withSessions('profiler', target, signal, async (raw) => {
    let sent = 0;
    const offers: string[] = [];
    const take = (): void =>
      raw.onFrame((frame) => {
        if (frame.t !== 'request' || frame.name !== 'capture.start' || !('text' in frame.payload)) return;
        offers.push((JSON.parse(frame.payload.text) as { request_id: string }).request_id);
        raw.send({ t: 'answer', id: frame.id, payload: { text: '{"answer":"taken","processes":1}' } });
      });
    take();
    while (raw.isOpen && !signal.aborted) {
      const requestId = offers.shift();
      if (requestId === undefined) await pause(50);
      else {
        sent += 1;
        const reason = { code: 'measured', text: 'x' };
        const text = JSON.stringify({ request_id: requestId, outcome: 'pushed', reason, bundle });
        await sendRequest(raw, { id: sent, stream: sent }, 'capture.outcome', text);
        take();
      }
    }
  });
}

async function announceOnly(target: Target, signal: AbortSignal): Promise<void> {
  await withSessions('profiler', target, signal, async (raw) => {
    for (let at = 1; at <= 16; at += 1) {
      const payload = { stream: at, bytes: 11 * mebi, sha256: 'a'.repeat(64) };
      raw.send({ t: 'request', id: at, name: 'capture.outcome', payload });
    }
    await Promise.race([raw.ended, untilAborted(signal)]);
  });
}

async function sendForEver(body: FrameBody, target: Target, signal: AbortSignal): Promise<void> {
  await withSessions('agent', target, signal, async (raw) => {
    while (raw.isOpen && !signal.aborted) {
      for (let at = 0; at < 50 && raw.owedBytes < 4 * mebi; at += 1) raw.send(body);
      await pause(0);
    }
  });
}

async function pingForEver(target: Target, signal: AbortSignal): Promise<void> {
  await withSessions('agent', target, signal, async (raw) => {
    while (raw.isOpen && !signal.aborted) {
      for (let at = 0; at < 200 && raw.owedBytes < mebi; at += 1) raw.ping();
      await pause(0);
    }
  });
}

async function breakSessions(target: Target, signal: AbortSignal): Promise<void> {
  await withSessions('agent', target, signal, async (raw) => {
    raw.sendText('[');
    await raw.ended;
  });
}

/** A session after another until it is over. The control plane may refuse one for a while. */
async function withSessions(
  by: 'agent' | 'profiler',
  target: Target,
  signal: AbortSignal,
  use: (raw: RawInstance) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const raw = await target.connect(by);
      const close = (): void => raw.close();
      signal.addEventListener('abort', close, { once: true });
      await use(raw);
      signal.removeEventListener('abort', close);
      raw.close();
    } catch {
      // Refused: that is what is measured, and tried again.
      await pause(100);
    }
  }
}

/** Gzip of 64 MiB less a little, in base64: what 78 KB become. */
function bomb(): string {
  return gzipSync(zeros(64 * mebi - 100)).toString('base64');
}

function zeros(length: number): string {
  return `{"at":"2026-01-01T00:00:00.000Z","checks":[0${',0'.repeat(Math.floor((length - 60) / 2))}]}`;
}

/** An answer of 12 MB, as an Agent may give it. */
function manyValues(): string {
  const data = `[${'{"a":"bcdefghij"},'.repeat(690_000)}0]`;
  return `{"ok":true,"result":{"data":${data},"complete":true,"truncated":false,"source":"bench","upstreamCalls":1}}`;
}

function closedOrConnected(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('secureConnect', () => resolve());
    socket.once('close', () => resolve());
  });
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
