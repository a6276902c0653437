/**
 * @module-tag deep
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestControl, type TestControl } from '../control-plane.ts';
import { ControlProcess } from '../control-process.ts';
import { listHeldSockets } from '../held-sockets.ts';
import { type HostileSocket, hostileSockets } from '../../bench/hostile/hostile-sockets.ts';
import { startInstance } from '../instance.ts';

const ofEachKind = 12;
/** Ten seconds, and what the control plane takes to look. */
const goneWithinMs = 11_000;
const kinds = Object.keys(hostileSockets) as HostileSocket[];

let running: TestControl;
let opened: Socket[];
let ports: { readonly app: number; readonly tunnel: number };

beforeEach(async () => {
  opened = [];
  running = await startTestControl();
  const { app, tunnel } = running.control.addresses;
  ports = { app: Number(new URL(app).port), tunnel: Number(new URL(tunnel).port) };
});
afterEach(async () => {
  for (const socket of opened) socket.destroy();
  await running.close();
});

function open(kind: HostileSocket): Socket {
  const { port, open: begin } = hostileSockets[kind];
  const socket = begin({ port: ports[port], ca: running.caPem });
  opened.push(socket);
  return socket;
}

test('sockets that keep the control plane waiting are gone within ten seconds, whatever they do', async () => {
  const kindOf = new Map<number, HostileSocket>();
  await Promise.all(
    kinds.flatMap((kind) =>
      Array.from({ length: ofEachKind }, async () => {
        const socket = open(kind);
        await once(socket, socket instanceof TLSSocket ? 'secureConnect' : 'connect');
        kindOf.set(socket.localPort ?? 0, kind);
      }),
    ),
  );
  const began = performance.now();
  const held = (): string[] => {
    const left = [...listHeldSockets(ports.app), ...listHeldSockets(ports.tunnel)];
    return [...new Set(left.flatMap((port) => kindOf.get(port) ?? []))];
  };
  expect(held().length).toBeGreaterThan(kinds.length / 2);
  await expect.poll(held, { timeout: goneWithinMs, interval: 100 }).toEqual([]);
  expect(performance.now() - began).toBeLessThan(goneWithinMs);
});

test('a port that strangers fill takes no descriptor from the other one', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'farol-filled-'));
  const control = await ControlProcess.prepare(folder, {}, { descriptors: 512 });
  try {
    await control.start();
    const ca = control.caPem;
    const { open: begin } = hostileSockets['an upgrade with an Origin'];
    for (let at = 0; at < 700; at += 1) opened.push(begin({ port: Number(control.tunnel.port), ca }));
    const agent = new Agent({ ca });
    for (let asked = 0; asked < 20; asked += 1) {
      const sent = request(`${control.app}/healthz`, { agent, signal: AbortSignal.timeout(10_000) }).end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      answer.resume();
      expect(answer.statusCode).toBe(200);
    }
  } finally {
    await control.kill();
    await rm(folder, { recursive: true, force: true });
  }
});

test('an instance gets in among strangers who hold every place that they may, and others stay connected', async () => {
  const owner = await running.signIn('owner');
  const tunnel = await startInstance(running, { class: 'agent', instance: 'agent-1', owner, handlers: {} });
  await expect.poll(() => tunnel.state().state, { timeout: 10_000 }).toBe('live');
  for (let at = 0; at < 1200; at += 1) open('an upgrade, and then silence');
  const late = await startInstance(running, { class: 'agent', instance: 'agent-2', owner, handlers: {} });
  await expect.poll(() => late.state().state, { timeout: 15_000 }).toBe('live');
  expect(tunnel.state().state).toBe('live');
  await Promise.all([tunnel.close(), late.close()]);
});
