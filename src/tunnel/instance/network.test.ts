import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestTunnel, type TestTunnel, waitForState } from '../../../test/tunnel.ts';
import { openStore, type Store } from '../../control/store/database.ts';
import { systemClock } from '../../core/clock.ts';
import type { CaptureOutcome } from '../messages.ts';
import type { TunnelClient } from '../port.ts';
import { SeededRandom } from '../../../test/simulation/tunnel/seeded-random.ts';
import type { InstanceConfig } from './config.ts';

let folder: string;
let store: Store;
let tunnel: TestTunnel;
let shutdown: (() => Promise<unknown>)[];

beforeEach(async () => {
  shutdown = [];
  folder = await mkdtemp(path.join(os.tmpdir(), 'farol-network-'));
  store = await openStore(`sqlite:${path.join(folder, 'farol.db')}`, { clock: systemClock });
  tunnel = await startTestTunnel(store);
});
afterEach(async () => {
  await tunnel.close();
  for (const close of shutdown) await close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

describe('through a proxy that speaks CONNECT', () => {
  /** Targets that were asked for. */
  let asked: string[];
  let isOpen: boolean;
  let proxy: Server;
  let env: Record<string, string>;

  beforeEach(async () => {
    asked = [];
    isOpen = true;
    proxy = createServer();
    proxy.on('connect', (request, socket: Socket) => {
      const { hostname, port } = new URL(`tcp://${request.url ?? ''}`);
      asked.push(`${hostname}:${port}`);
      socket.on('error', () => socket.destroy());
      if (!isOpen) {
        socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
        return;
      }
      const onward = connect(Number(port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      onward.on('error', () => socket.destroy());
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    shutdown.push(async () => {
      proxy.closeAllConnections();
      proxy.close();
    });
    env = { HTTPS_PROXY: `http://127.0.0.1:${portOf(proxy)}` };
  });

  test('an instance enrols and connects, with its own authority, and uses the proxy for both', async () => {
    const config = tunnel.configOf('edge-1');
    const identity = await tunnel.enrol({ config, env }, await tunnel.mint());
    await waitForState(tunnel.connect({ config, env }, identity), 'live');
    const ports = new Set(asked.map((target) => target.split(':')[1]));
    expect(ports).toEqual(new Set([config.enrollUrl.port, config.tunnelUrl.port]));
  });

  test('NO_PROXY goes around it', async () => {
    const config = tunnel.configOf('edge-1');
    const around = { ...env, NO_PROXY: 'localhost' };
    const identity = await tunnel.enrol({ config, env: around }, await tunnel.mint());
    await waitForState(tunnel.connect({ config, env: around }, identity), 'live');
    expect(asked).toEqual([]);
  });

  test('a refusal of the proxy is reported and retried', async () => {
    const config = tunnel.configOf('edge-1');
    const identity = await tunnel.enrol({ config, env }, await tunnel.mint());
    isOpen = false;
    const client = tunnel.connect({ config, env }, identity);
    expect(await waitForState(client, 'waiting')).toMatchObject({
      because: 'ERR_PROXY_TUNNEL',
      remedy: expect.stringContaining('HTTPS_PROXY'),
    });
    isOpen = true;
    expect(await waitForState(client, 'live')).toMatchObject({ generation: 1 });
  });
});

describe('without the authority of the control plane', () => {
  test('nothing is enrolled, and the token is not sent', async () => {
    const config = { ...tunnel.configOf('edge-1'), ca: undefined };
    await expect(tunnel.enrol({ config }, await tunnel.mint())).rejects.toMatchObject({
      code: /SELF_SIGNED|UNABLE_TO|CERT/u,
    });
    expect(tunnel.log.some((line) => line.includes('/enroll/begin'))).toBe(false);
  });

  test('no tunnel is opened', async () => {
    const config = tunnel.configOf('edge-1');
    const identity = await tunnel.enrol({ config }, await tunnel.mint());
    const client = tunnel.connect({ config: { ...config, ca: undefined } }, identity);
    expect(await waitForState(client, 'waiting')).toMatchObject({ because: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    expect(tunnel.hub.counters.accepted).toBe(0);
  });
});

/** A TCP relay that can break its connections in the ways a network does. */
async function startRelay(
  port: number,
): Promise<{ port: number; breakAll(how: 'reset' | 'end' | 'stall'): void; loseNext(bytes: number): void }> {
  const pairs = new Set<[Socket, Socket]>();
  let cutAfter = Number.POSITIVE_INFINITY;
  const relay = createTcpServer((near) => {
    const far = connect(port, '127.0.0.1');
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    let returned = 0;
    far.on('data', (data) => {
      returned += data.length;
      // The answer is lost: what was asked has been done, and nobody hears of it.
      if (returned > cutAfter) {
        cutAfter = Number.POSITIVE_INFINITY;
        near.destroy();
        far.destroy();
      } else near.write(data);
    });
    near.on('data', (data) => far.write(data));
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        pairs.delete(pair);
        near.destroy();
        far.destroy();
      });
    }
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  shutdown.push(async () => {
    for (const [near, far] of pairs) {
      near.destroy();
      far.destroy();
    }
    relay.close();
  });
  return {
    port: portOf(relay),
    breakAll(how) {
      for (const [near, far] of pairs) {
        if (how === 'reset') near.resetAndDestroy();
        if (how === 'end') near.end();
        if (how === 'stall') {
          near.pause();
          far.pause();
          setTimeout(() => far.resetAndDestroy(), 100);
        }
      }
    },
    loseNext(bytes) {
      cutAfter = bytes;
    },
  };
}

const via = (config: InstanceConfig, port: number): InstanceConfig => ({
  ...config,
  tunnelUrl: new URL(`wss://localhost:${port}`),
});

test(
  'over 60 broken connections every report arrives and every instance comes back',
  { tags: ['deep'], timeout: 90_000 },
  async () => {
    tunnel.allowProfiler(true);
    const arrived = new Set<string>();
    tunnel.hub.onReport('capture.outcome', async (from, { request_id }) => {
      arrived.add(`${from.instance} ${request_id}`);
      return { stored: true };
    });
    const relay = await startRelay(tunnel.hub.port);
    const clients: TunnelClient[] = [];
    let opened = 0;
    for (let at = 0; at < 12; at += 1) {
      const instance = { class: 'profiler' as const, config: via(tunnel.configOf(`node-${at}`), relay.port) };
      const client = tunnel.connect(instance, await tunnel.enrol(instance, await tunnel.mint('profiler')));
      client.onState(({ state }) => (opened += Number(state === 'live')));
      clients.push(client);
    }
    const random = new SeededRandom(3);
    const ways = ['reset', 'end', 'stall'] as const;
    const openedTimes = async (times: number): Promise<void> => {
      await expect.poll(() => opened, { timeout: 20_000, interval: 10 }).toBeGreaterThanOrEqual(times);
    };
    for (let round = 0; round < 5; round += 1) {
      await openedTimes(12 * (round + 1));
      const reports = clients.flatMap((client) =>
        Array.from({ length: 10 }, (_, at) => reportUntilStored(client, `${round}-${at}`)),
      );
      await new Promise((resolve) => setTimeout(resolve, random.between(0, 20)));
      relay.breakAll(ways[round % 3]!);
      await Promise.all(reports);
    }
    await openedTimes(72);
    expect(arrived.size).toBe(600);
    expect((await tunnel.instances.listStandings(0)).map(({ state }) => state)).toEqual(Array(12).fill('active'));
  },
);

/** What was not acknowledged is sent again, as the Profiler does. */
async function reportUntilStored(client: TunnelClient, id: string): Promise<void> {
  const outcome: CaptureOutcome = { request_id: id, outcome: 'failed', reason: { code: 'x', text: 'x' } };
  for (;;) {
    const isStored = await client.report('capture.outcome', outcome, { timeoutMs: 2_000 }).then(
      ({ stored }) => stored,
      () => false,
    );
    if (isStored) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('an enrolment whose answer is lost', () => {
  // The first is within the TLS handshake, the others within the answers to begin and finish.
  test.each([100, 1_700, 2_200, 2_700, 3_200])(
    'after %i bytes is repeated with the same key and makes one instance',
    async (bytes) => {
      const config = tunnel.configOf('edge-1');
      const relay = await startRelay(Number(config.enrollUrl.port));
      relay.loseNext(bytes);
      const enrollUrl = new URL(`https://localhost:${relay.port}/enroll`);
      const identity = await tunnel.enrol({ config: { ...config, enrollUrl } }, await tunnel.mint());
      const [row] = await store.db.selectFrom('instances').selectAll().execute();
      expect(row?.public_key).toBe(identity.signer.publicKey);
      expect(await tunnel.tokens.list(tunnel.organization)).toMatchObject([{ uses_left: 0 }]);
      expect((await readdir(config.identityDir)).toSorted()).toEqual(['generation.json', 'identity.json']);
      await waitForState(tunnel.connect({ config }, identity), 'live');
    },
  );

  test('and whose process ends goes on with the key that was born first', async () => {
    const config = tunnel.configOf('edge-1');
    const token = await tunnel.mint();
    const nowhere = { ...config, enrollUrl: new URL('https://127.0.0.1:1/enroll') };
    await expect(tunnel.enrol({ config: nowhere }, token)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    const born = JSON.parse(await readFile(path.join(config.identityDir, 'identity.json'), 'utf8')) as {
      public_key: string;
    };
    const identity = await tunnel.enrol({ config }, token);
    expect(identity.signer.publicKey).toBe(born.public_key);
  });
});

describe('a refused enrolment', () => {
  test('says which refusal it was and what to do, and is not tried again', async () => {
    const config = tunnel.configOf('edge-1');
    const token = await tunnel.mint();
    await tunnel.enrol({ config }, token);
    const refusals = [
      [
        tunnel.configOf('edge-2'),
        token,
        { status: 401, code: 'token_spent', remedy: expect.stringContaining('bootstrap token') },
      ],
      [
        tunnel.configOf('edge-1'),
        await tunnel.mint(),
        { status: 409, code: 'instance_exists', remedy: expect.stringContaining('Fleet page') },
      ],
      [
        tunnel.configOf('edge-2', { tenant: 'nobody' }),
        await tunnel.mint(),
        { status: 403, code: 'not_enabled', remedy: expect.stringContaining('RUNNER_TENANT') },
      ],
    ] as const;
    for (const [refused, with_, expected] of refusals) {
      await expect(tunnel.enrol({ config: refused }, with_)).rejects.toMatchObject({
        name: 'EnrolmentRefused',
        ...expected,
      });
    }
  });

  test('does not hide that the identity directory is unusable, and asks for no token then', async () => {
    const config = tunnel.configOf('edge-1');
    await tunnel.enrol({ config }, await tunnel.mint());
    await expect(tunnel.enrol({ config, class: 'profiler' })).rejects.toMatchObject({
      name: 'IdentityUnusable',
      problems: [{ code: 'foreign_class' }],
    });
  });
});
