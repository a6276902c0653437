/**
 * Two control planes as processes of their own on one real PostgreSQL, with the same keys, and scripted
 * instances that reach either of them through a balancer.
 */
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ControlApi } from '../src/control/api/api-client.ts';
import {
  CaptureRecord,
  type CaptureAccepted,
  Fleet,
  type FleetInstance,
  ProfilerSetting,
  TokenCreated,
} from '../src/control/api/api.ts';
import { openLog } from '../src/control/http/log.ts';
import { Links, renderLink } from '../src/control/people/links.ts';
import { openStore, type Store } from '../src/control/store/database.ts';
import { systemClock } from '../src/core/clock.ts';
import { createAgents } from '../src/core/network-agent.ts';
import { Secret } from '../src/core/secret.ts';
import { enrol } from '../src/tunnel/instance/enrol.ts';
import { openTunnel } from '../src/tunnel/instance/open-tunnel.ts';
import type { CommandName, InstanceClass } from '../src/tunnel/messages.ts';
import type { CommandHandlers, TunnelClient } from '../src/tunnel/port.ts';
import { Balancer } from './balancer.ts';
import { ControlProcess } from './control-process.ts';
import type { TestPostgres } from './postgres.ts';
import { waitForState } from './tunnel.ts';

export interface Replica {
  readonly process: ControlProcess;
  /** Signed in as an owner. */
  readonly api: ControlApi;
  readonly tunnelPort: number;
}

export interface PairedInstance {
  readonly tunnel: TunnelClient;
  readonly balancer: Balancer;
}

interface ConnectOptions {
  readonly class: InstanceClass;
  readonly instance: string;
  readonly at: Replica;
  readonly handlers: Partial<CommandHandlers<CommandName>>;
}

export class ReplicaPair {
  readonly a: Replica;
  readonly b: Replica;
  readonly store: Store;
  readonly folder: string;
  readonly #instances: PairedInstance[] = [];

  static async start(postgres: TestPostgres, env: Readonly<Record<string, string>> = {}): Promise<ReplicaPair> {
    const folder = await mkdtemp(path.join(tmpdir(), 'farol-replicas-'));
    const url = await postgres.createDatabase();
    const settings = { FAROL_DATABASE_URL: url, ...env };
    const first = await ControlProcess.prepare(path.join(folder, 'a'), settings);
    await first.start();
    const second = await ControlProcess.prepare(path.join(folder, 'b'), settings);
    await mkdir(second.folder, { mode: 0o700 });
    for (const kept of ['tls', 'command-key.pem']) {
      await cp(path.join(first.folder, kept), path.join(second.folder, kept), { recursive: true });
    }
    await second.start();
    const store = await openStore(url, { clock: systemClock });
    const pair = new ReplicaPair(folder, store, [await openReplica(first, store), await openReplica(second, store)]);
    await pair.a.api.call({ method: 'PUT', path: '/api/settings/profiler', body: { enabled: true } }, ProfilerSetting);
    return pair;
  }

  private constructor(folder: string, store: Store, [a, b]: readonly [Replica, Replica]) {
    this.folder = folder;
    this.store = store;
    this.a = a;
    this.b = b;
  }

  /** Enrolled, and live at `at`; when its connection ends it tries the same one first, then the other. */
  async connect(options: ConnectOptions): Promise<PairedInstance> {
    const { class: instanceClass, instance, at } = options;
    const body = { kind: 'bootstrap', class: instanceClass, name: instance };
    const made = await at.api.call({ method: 'POST', path: '/api/tokens', body }, TokenCreated);
    const connected = await this.#open(options, this.#identityDir(instance), made.value);
    await waitForState(connected.tunnel, 'live');
    // The instance is live for itself a moment before the control plane has heard so.
    while ((await this.stateOf(at, instance)) !== 'live') await sleep(10);
    return connected;
  }

  /** A second process of a connected instance, on a copy of its identity directory. What becomes of it is the test's to see. */
  async connectCopy(options: ConnectOptions): Promise<PairedInstance> {
    const original = this.#identityDir(options.instance);
    const copy = `${original}-copy`;
    await cp(original, copy, { recursive: true });
    return this.#open(options, copy, undefined);
  }

  #identityDir(instance: string): string {
    return path.join(this.folder, 'instances', instance);
  }

  async #open(
    { class: instanceClass, instance, at, handlers }: ConnectOptions,
    identityDir: string,
    bootstrapToken: string | undefined,
  ): Promise<PairedInstance> {
    const other = at === this.a ? this.b : this.a;
    const balancer = await Balancer.start([at.tunnelPort, other.tunnelPort]);
    const ca = at.process.caPem;
    const common = {
      config: {
        tenant: 'acme',
        instance,
        tunnelUrl: new URL(`wss://127.0.0.1:${balancer.port}`),
        enrollUrl: new URL('/enroll', at.process.app),
        identityDir,
        ca,
      },
      agent: createAgents({ ca, env: {} }).https,
      clock: systemClock,
      log: openLog('fatal'),
    };
    const identity = await enrol({
      ...common,
      class: instanceClass,
      token: async () => {
        if (bootstrapToken === undefined) throw new Error('no token was to be needed');
        return new Secret(bootstrapToken);
      },
      maxAttempts: 3,
    });
    const versions = { [instanceClass]: '1.2.3' };
    const tunnel = openTunnel({ ...common, identity, versions, targets: 1, handlers });
    const connected = { tunnel, balancer };
    this.#instances.push(connected);
    return connected;
  }

  async record(at: Replica, { request_id: id }: Pick<CaptureAccepted, 'request_id'>): Promise<CaptureRecord> {
    return at.api.call({ method: 'GET', path: `/api/profiling/captures/${id}` }, CaptureRecord);
  }

  async stateOf(at: Replica, instance: string): Promise<string | undefined> {
    return (await this.viewOf(at, instance))?.state;
  }

  /** As the Fleet page of this replica shows it. */
  async viewOf(at: Replica, instance: string): Promise<FleetInstance | undefined> {
    const { instances } = await at.api.call({ method: 'GET', path: '/api/fleet' }, Fleet);
    return instances.find((one) => one.instance === instance);
  }

  /** Ends the tunnels of every instance that was connected so far. */
  async disconnectAll(): Promise<void> {
    for (const { tunnel, balancer } of this.#instances.splice(0)) {
      await tunnel.close();
      await balancer.close();
    }
  }

  async close(): Promise<void> {
    await this.disconnectAll();
    for (const { api, process } of [this.a, this.b]) {
      api.close();
      process.resume();
      await process.kill();
    }
    await this.store.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function openReplica(process: ControlProcess, store: Store): Promise<Replica> {
  const { id } = await store.db
    .selectFrom('organizations')
    .select('id')
    .where('name', '=', 'acme')
    .executeTakeFirstOrThrow();
  const link = { organization: id, name: `Owner at ${process.app}`, role: 'owner', createdBy: 'test' } as const;
  const { token } = await new Links(store, systemClock).mint(link);
  const api = new ControlApi(process.app, process.caPem);
  await api.signIn(renderLink(process.app, token));
  return { process, api, tunnelPort: Number(process.tunnel.port) };
}
