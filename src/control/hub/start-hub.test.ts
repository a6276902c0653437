import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { amountOf } from '../../../test/layer.ts';
import { compileCache } from '../../../test/compile-cache.ts';
import { startTestTunnel, type TestTunnel, waitForState } from '../../../test/tunnel.ts';
import { type Clock, systemClock } from '../../core/clock.ts';
import type { InstanceConfig } from '../../tunnel/instance/config.ts';
import type { CaptureOutcome } from '../../tunnel/messages.ts';
import type { TunnelClient, TunnelState } from '../../tunnel/port.ts';
import { openStore, type Store } from '../store/database.ts';

let folder: string;
let store: Store;
let tunnel: TestTunnel;
let processes: ChildProcess[];

beforeEach(async () => {
  processes = [];
  folder = await mkdtemp(path.join(os.tmpdir(), 'farol-hub-'));
  store = await openStore(`sqlite:${path.join(folder, 'farol.db')}`, { clock: systemClock });
  tunnel = await startTestTunnel(store);
});
afterEach(async () => {
  for (const one of processes) one.kill('SIGKILL');
  await tunnel.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const health = { at: '2026-11-21T00:00:00Z', checks: [] };
const live = () => tunnel.hub.live({ organization: tunnel.organization });
const liveCount = async (count: number): Promise<void> => {
  await expect.poll(() => live().length, { timeout: 15_000, interval: 20 }).toBe(count);
};
const run = (instance: string, on = tunnel.hub) =>
  on.command({ organization: tunnel.organization, instance }, 'health.run', {}, { timeoutMs: 5_000 });

/** Code that it is rejected with. */
function tunnelError(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'answered',
    (error: unknown) => (error as { code: string }).code,
  );
}

async function connect(
  name: string,
  changes: { clock?: Clock } = {},
): Promise<{ client: TunnelClient; config: InstanceConfig }> {
  const config = tunnel.configOf(name);
  const identity = await tunnel.enrol({ config }, await tunnel.mint());
  const client = tunnel.connect({ config, handlers: { 'health.run': async () => health }, ...changes }, identity);
  await waitForState(client, 'live');
  await expect.poll(() => live().some(({ instance }) => instance === name)).toBe(true);
  return { client, config };
}

test('an instance enrols, connects, answers a signed command and reports [P-ENR-2] [P-SVC-4]', async () => {
  tunnel.hub.onReport('health.report', async (from, report) => {
    expect([from.instance, report.at]).toEqual(['edge-1', health.at]);
    return {};
  });
  const { client } = await connect('edge-1');
  expect(live()).toMatchObject([{ instance: 'edge-1', class: 'agent', generation: 1, versions: { agent: '1.2.3' } }]);
  expect(await run('edge-1')).toEqual(health);
  expect(await client.report('health.report', health)).toEqual({});
});

test('a restart needs no token, and each session has the next generation [P-CONFIG-8]', async () => {
  const { client, config } = await connect('edge-1');
  await client.close();
  await liveCount(0);
  const again = tunnel.connect({ config }, await tunnel.enrol({ config }));
  expect(await waitForState(again, 'live')).toMatchObject({ generation: 2 });
});

describe('the listener', () => {
  const open = (options: WebSocket.ClientOptions, protocol = 'tunnel.v1') =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(`wss://localhost:${tunnel.hub.port}`, protocol, { ca: tunnel.ca, ...options });
      socket.on('error', () => undefined);
      socket.on('unexpected-response', (_request, response) => resolve(String(response.statusCode)));
      socket.on('message', (data) => {
        resolve((JSON.parse((data as Buffer).toString()) as { t: string }).t);
        socket.terminate();
      });
    });

  test('refuses whatever carries an Origin, its own address included', async () => {
    for (const origin of [`https://localhost:${tunnel.hub.port}`, 'null', 'https://evil.example']) {
      expect(await open({ headers: { origin } })).toBe('403');
    }
    expect(tunnel.hub.counters.rejected).toEqual({ origin: 3 });
  });

  test('challenges clients of tunnel.v1, refuses other protocols, and answers plain requests with 426', async () => {
    expect(await open({})).toBe('challenge');
    expect(await open({}, 'chat')).toBe('400');
    const outgoing = request({ host: 'localhost', port: tunnel.hub.port, agent: new Agent({ ca: tunnel.ca }) }).end();
    const [answer] = (await once(outgoing, 'response')) as [{ statusCode: number; resume(): void }];
    answer.resume();
    expect(answer.statusCode).toBe(426);
  });

  test('compresses nothing', async () => {
    const socket = new WebSocket(`wss://localhost:${tunnel.hub.port}`, 'tunnel.v1', {
      ca: tunnel.ca,
      perMessageDeflate: true,
    });
    await once(socket, 'open');
    expect([socket.extensions, socket.protocol]).toEqual(['', 'tunnel.v1']);
    socket.terminate();
  });

  test.each([
    ['a frame longer than 256 KiB', 'x'.repeat(256 * 1024 + 1)],
    ['no JSON', 'hello'],
    ['a binary message', Buffer.from('{"n":1,"t":"ping"}')],
    ['a frame that is not for now', '{"n":1,"t":"ping"}'],
  ])('closes on %s and goes on', async (_what, message) => {
    const socket = new WebSocket(`wss://localhost:${tunnel.hub.port}`, 'tunnel.v1', { ca: tunnel.ca });
    await once(socket, 'open');
    socket.send(message);
    await once(socket, 'close');
    const { client } = await connect('edge-1');
    expect(client.state().state).toBe('live');
  });
});

test('a report of several megabytes passes, and its answer comes back', async () => {
  tunnel.allowProfiler(true);
  const bundle = Buffer.alloc(6 * 1024 * 1024, 7).toString('base64');
  const received: number[] = [];
  tunnel.hub.onReport('capture.outcome', async (_from, outcome) => {
    received.push(outcome.bundle?.length ?? 0);
    return { stored: true };
  });
  const config = tunnel.configOf('node-1');
  const instance = { class: 'profiler' as const, config };
  const client = tunnel.connect(instance, await tunnel.enrol(instance, await tunnel.mint('profiler')));
  await waitForState(client, 'live');
  const outcome: CaptureOutcome = { request_id: 'r', outcome: 'pushed', reason: { code: 'ok', text: 'ok' }, bundle };
  expect(await client.report('capture.outcome', outcome)).toEqual({ stored: true });
  expect(received).toEqual([bundle.length]);
  const tooLarge = { ...outcome, bundle: 'x'.repeat(17 * 1024 * 1024) };
  await expect(client.report('capture.outcome', tooLarge)).rejects.toMatchObject({ code: 'payload_too_large' });
  expect(client.state().state).toBe('live');
});

describe('a command is refused', () => {
  test('as not_live for an instance that is not connected, of another organization or of another class', async () => {
    await connect('edge-1');
    const command = (organization: string, instance: string, name: 'health.run' | 'capture.abort') => {
      const to = { organization, instance };
      const how = { timeoutMs: 1_000 };
      const reason = { code: 'x', text: 'x' };
      return name === 'health.run'
        ? tunnel.hub.command(to, name, {}, how)
        : tunnel.hub.command(to, name, { request_id: 'r', reason }, how);
    };
    for (const sent of [
      command(tunnel.organization, 'edge-2', 'health.run'),
      command('other', 'edge-1', 'health.run'),
      command(tunnel.organization, 'edge-1', 'capture.abort'),
    ]) {
      await expect(sent).rejects.toMatchObject({ code: 'not_live' });
    }
  });

  test('as closed when the session ends while it runs, and the handler is aborted', async () => {
    const config = tunnel.configOf('edge-1');
    let isAborted = false;
    const handler = (_request: object, { signal }: { signal: AbortSignal }) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          isAborted = true;
          reject(new Error('stopped'));
        });
      });
    const identity = await tunnel.enrol({ config }, await tunnel.mint());
    await waitForState(tunnel.connect({ config, handlers: { 'health.run': handler } }, identity), 'live');
    await liveCount(1);
    const sent = run('edge-1');
    await new Promise((resolve) => setTimeout(resolve, 50));
    tunnel.hub.disconnect({ organization: tunnel.organization, instance: 'edge-1' }, 'shutting_down');
    await expect(sent).rejects.toMatchObject({ code: 'closed' });
    await expect.poll(() => isAborted).toBe(true);
  });

  test('as invalid_answer when the answer is not what the name promises', async () => {
    const config = tunnel.configOf('edge-1');
    const identity = await tunnel.enrol({ config }, await tunnel.mint());
    const handlers = { 'health.run': async () => ({ at: 1 }) as never };
    await waitForState(tunnel.connect({ config, handlers }, identity), 'live');
    await liveCount(1);
    await expect(run('edge-1')).rejects.toMatchObject({ code: 'invalid_answer' });
  });
});

describe('revocation', () => {
  test(
    'closes every tunnel, here and on another replica, and refuses what was in flight on them',
    { timeout: 90_000 },
    async () => {
      const replica = await tunnel.startReplica();
      const count = amountOf(20, 300);
      const clients: TunnelClient[] = [];
      let stored = 0;
      for (const hub of [tunnel.hub, replica]) {
        hub.onReport('health.report', async () => {
          stored += 1;
          return {};
        });
      }
      const token = await tunnel.mint('agent', count);
      let began = 0;
      const never = (): Promise<never> => {
        began += 1;
        return new Promise(() => undefined);
      };
      for (let at = 0; at < count; at += 1) {
        const name = `edge-${at}`;
        const other = { tunnelUrl: new URL(`wss://localhost:${at % 2 === 0 ? tunnel.hub.port : replica.port}`) };
        const config = tunnel.configOf(name, other);
        const handlers = { 'health.run': never };
        clients.push(tunnel.connect({ config, handlers }, await tunnel.enrol({ config }, token)));
      }
      await Promise.all(clients.map((client) => waitForState(client, 'live', 30_000)));
      await expect.poll(() => live().length + replica.live({ organization: tunnel.organization }).length).toBe(count);
      const inFlight = clients.map(({ instance }, at) =>
        tunnelError(
          (at % 2 === 0 ? tunnel.hub : replica).command(
            { organization: tunnel.organization, instance },
            'health.run',
            {},
            { timeoutMs: 60_000 },
          ),
        ),
      );
      await expect.poll(() => began, { timeout: 10_000 }).toBe(count);
      // Only the store changes, as by another process.
      await store.db.updateTable('instances').set({ revoked_at: Date.now() }).execute();
      const ends = await Promise.all(clients.map((client) => waitForState(client, 'stopped', 5_000)));
      expect(ends.map(({ code }) => code)).toEqual(Array.from({ length: count }, () => 'revoked'));
      expect(ends[0]?.remedy).toContain('Fleet page');
      expect(await Promise.all(inFlight)).toEqual(Array.from({ length: count }, () => 'closed'));
      expect(await Promise.all(clients.map((client) => tunnelError(client.report('health.report', health))))).toEqual(
        Array.from({ length: count }, () => 'not_live'),
      );
      expect(stored).toBe(0);
      expect(live().length + replica.live({ organization: tunnel.organization }).length).toBe(0);
    },
  );

  test('refuses the connection of a revoked instance that starts again', async () => {
    const { client, config } = await connect('edge-1');
    await client.close();
    await tunnel.instances.revoke(tunnel.organization, 'edge-1');
    const again = tunnel.connect({ config }, await tunnel.enrol({ config }));
    expect(await waitForState(again, 'stopped')).toMatchObject({ code: 'revoked' });
  });

  test('after one re-enrolment was allowed, an emptied directory and a new token bring the instance back', async () => {
    const { client, config } = await connect('edge-1');
    await tunnel.instances.revoke(tunnel.organization, 'edge-1');
    await waitForState(client, 'stopped');
    await tunnel.instances.allowReenrolment(tunnel.organization, 'edge-1');
    await rm(config.identityDir, { recursive: true });
    const again = tunnel.connect({ config }, await tunnel.enrol({ config }, await tunnel.mint()));
    // A new key begins a new count.
    expect(await waitForState(again, 'live')).toMatchObject({ generation: 1 });
    await liveCount(1);
  });
});

test('an instance whose name was enrolled again is closed within a second, on every replica', async () => {
  const { client } = await connect('edge-1');
  await tunnel.instances.allowReenrolment(tunnel.organization, 'edge-1');
  const config = tunnel.configOf('edge-1');
  await tunnel.enrol({ config }, await tunnel.mint());
  expect(await waitForState(client, 'stopped', 1_500)).toMatchObject({ code: 'reenrolled' });
});

test('disabling the Profiler closes its tunnels within a second and leaves the Agent alone', async () => {
  tunnel.allowProfiler(true);
  const config = tunnel.configOf('node-1');
  const instance = { class: 'profiler' as const, config };
  const profiler = tunnel.connect(instance, await tunnel.enrol(instance, await tunnel.mint('profiler')));
  await waitForState(profiler, 'live');
  const { client } = await connect('edge-1');
  tunnel.allowProfiler(false);
  expect(await waitForState(profiler, 'stopped', 1_500)).toMatchObject({ code: 'profiler_disabled' });
  expect(client.state().state).toBe('live');
  const again = tunnel.connect(instance, await tunnel.enrol(instance));
  expect(await waitForState(again, 'stopped')).toMatchObject({ code: 'not_enabled' });
});

describe('an instance', () => {
  test.each([
    ['a year behind', -365],
    ['a year ahead', 365],
  ])('whose clock is %s enrols, connects and obeys', async (_what, days) => {
    const clock: Clock = { ...systemClock, now: () => Date.now() + days * 86_400_000 };
    await connect('edge-1', { clock });
    expect(await run('edge-1')).toEqual(health);
  });

  test('does not speak to a control plane with another command key', async () => {
    const { client, config } = await connect('edge-1');
    await client.close();
    const file = path.join(config.identityDir, 'identity.json');
    const content = await readFile(file, 'utf8');
    await writeFile(file, content.replace(/"command_key": ".{43}"/u, `"command_key": "${'A'.repeat(43)}"`));
    const again = tunnel.connect({ config }, await tunnel.enrol({ config }));
    expect(await waitForState(again, 'waiting')).toMatchObject({ because: 'wrong_control_plane' });
    await again.close();
  });

  test('comes back by itself when the control plane does', async () => {
    const { client, config } = await connect('edge-1');
    const { port } = tunnel.hub;
    await tunnel.hub.close();
    await waitForState(client, 'waiting');
    expect(Number(config.tunnelUrl.port)).toBe(port);
    const hub = await tunnel.startReplica(port);
    await waitForState(client, 'live');
    await expect.poll(() => hub.live({ organization: tunnel.organization }).length).toBe(1);
    expect(await run('edge-1', hub)).toEqual(health);
  });
});

describe('as processes', () => {
  async function start(config: InstanceConfig, token = ''): Promise<{ child: ChildProcess; states: TunnelState[] }> {
    const caFile = path.join(folder, 'ca.pem');
    await writeFile(caFile, tunnel.ca);
    const env = {
      ...compileCache,
      PATH: process.env['PATH'],
      RUNNER_TENANT: config.tenant,
      RUNNER_INSTANCE_ID: config.instance,
      RUNNER_TUNNEL_URL: config.tunnelUrl.href,
      RUNNER_ENROLL_URL: config.enrollUrl.href,
      RUNNER_IDENTITY_DIR: config.identityDir,
      RUNNER_CA_FILE: caFile,
      RUNNER_BOOTSTRAP_TOKEN: token,
    };
    const child = spawn(process.execPath, ['test/tunnel-process.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    processes.push(child);
    const states: TunnelState[] = [];
    createInterface(child.stdout).on('line', (line) => states.push(JSON.parse(line) as TunnelState));
    return { child, states };
  }
  const kill = async (child: ChildProcess) => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const stopCode = (states: readonly TunnelState[]) => {
    const last = states.at(-1);
    return last?.state === 'stopped' ? last.code : undefined;
  };

  test('a copied identity directory locks both, and says one volume per replica', { timeout: 60_000 }, async () => {
    const config = tunnel.configOf('edge-1');
    const original = await start(config, await tunnel.mint());
    await liveCount(1);
    const copied = { ...config, identityDir: `${config.identityDir}-copy` };
    await cp(config.identityDir, copied.identityDir, { recursive: true });
    const copy = await start(copied);
    await expect
      .poll(() => [stopCode(original.states), stopCode(copy.states)], { timeout: 30_000 })
      .toEqual(['locked', 'locked']);
    expect(JSON.stringify(original.states.at(-1))).toContain('one volume per replica');
    expect(await tunnel.instances.find({ organization: tunnel.organization, instance: 'edge-1' })).toMatchObject({
      state: 'locked',
    });
    expect(tunnel.hub.counters.locked).toBe(1);
    expect(tunnel.log.some((line) => line.includes('instance locked'))).toBe(true);
  });

  test('a volume restored from a backup locks the instance', { timeout: 60_000 }, async () => {
    const config = tunnel.configOf('edge-1');
    const first = await start(config, await tunnel.mint());
    await liveCount(1);
    await cp(config.identityDir, `${config.identityDir}-backup`, { recursive: true });
    await kill(first.child);
    const second = await start(config);
    await expect.poll(() => live()[0]?.generation, { timeout: 15_000 }).toBe(2);
    await kill(second.child);
    await rm(config.identityDir, { recursive: true });
    await cp(`${config.identityDir}-backup`, config.identityDir, { recursive: true });
    const restored = await start(config);
    await expect.poll(() => stopCode(restored.states), { timeout: 30_000 }).toBe('locked');
  });

  test(
    'kill -9 at any moment of coming up never locks the instance',
    { tags: ['deep'], timeout: 120_000 },
    async () => {
      const config = tunnel.configOf('edge-1');
      const token = await tunnel.mint();
      const first = await start(config, token);
      await liveCount(1);
      await kill(first.child);
      for (let round = 0; round < 12; round += 1) {
        const { child, states } = await start(config);
        // From the moment it begins to connect, a little later each time.
        await expect.poll(() => states.length, { timeout: 15_000, interval: 5 }).toBeGreaterThan(0);
        await new Promise((resolve) => setTimeout(resolve, round * 5));
        await kill(child);
      }
      const last = await start(config);
      await expect.poll(() => last.states.at(-1)?.state, { timeout: 15_000 }).toBe('live');
      expect(await tunnel.instances.find({ organization: tunnel.organization, instance: 'edge-1' })).toMatchObject({
        state: 'active',
      });
    },
  );
});
