/**
 * Both ends of the tunnel for tests: a hub and the enrolment routes on loopback with a certificate of
 * an authority made for the test, on a real store, and instances that enrol and connect.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { BootstrapTokenStore } from '../src/control/enrolment/bootstrap-tokens.ts';
import { enrolmentRoutes } from '../src/control/routes/enrolment-routes.ts';
import { openLog } from '../src/control/http/log.ts';
import { createApp } from '../src/control/http/server.ts';
import { createSigner, generateSignerKey } from '../src/control/keys/signer.ts';
import { type HubOptions, type RunningHub, startHub } from '../src/control/hub/start-hub.ts';
import { ensureOrganization } from '../src/control/people/organization.ts';
import type { Store } from '../src/control/store/database.ts';
import { InstanceStore } from '../src/control/fleet/instance-store.ts';
import { createAuthority, encodeKeyed, issueServerCertificate } from '../src/control/tls/certificate.ts';
import { type Clock, systemClock } from '../src/core/clock.ts';
import { createAgents } from '../src/core/network-agent.ts';
import { Secret } from '../src/core/secret.ts';
import type { Identity } from '../src/tunnel/identity/open-identity.ts';
import type { InstanceConfig } from '../src/tunnel/instance/config.ts';
import { enrol } from '../src/tunnel/instance/enrol.ts';
import { openTunnel } from '../src/tunnel/instance/open-tunnel.ts';
import type { CommandName, InstanceClass } from '../src/tunnel/messages.ts';
import type { CommandHandlers, TunnelClient, TunnelState } from '../src/tunnel/port.ts';

export interface TestInstance {
  readonly class?: InstanceClass;
  readonly config: InstanceConfig;
  readonly handlers?: Partial<CommandHandlers<CommandName>>;
  readonly clock?: Clock;
  readonly env?: Readonly<Record<string, string>>;
}

export interface TestTunnel {
  readonly hub: RunningHub;
  readonly app: FastifyInstance;
  readonly instances: InstanceStore;
  readonly tokens: BootstrapTokenStore;
  readonly organization: string;
  /** PEM of the authority. */
  readonly ca: string;
  /** Every line logged by either end. */
  readonly log: readonly string[];
  /** Profilers are refused until this is set. */
  allowProfiler(isAllowed: boolean): void;
  mint(instanceClass?: InstanceClass, uses?: number): Promise<string>;
  /** Another hub on the same store, as another replica is; on a free port unless one is given. */
  startReplica(port?: number): Promise<RunningHub>;
  configOf(instance: string, changes?: Partial<InstanceConfig>): InstanceConfig;
  enrol(instance: TestInstance, token?: string): Promise<Identity>;
  connect(instance: TestInstance, identity: Identity): TunnelClient;
  close(): Promise<void>;
}

/** `acme` is the organization. The store is the caller's to close. With other keys, `commandKey` is the one that is pinned. */
export async function startTestTunnel(
  store: Store,
  changes: Partial<HubOptions> = {},
  commandKey?: () => string,
): Promise<TestTunnel> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'farol-tunnel-'));
  const log: string[] = [];
  const logger = openLog('debug', { write: (line) => log.push(line) });
  const authority = await createAuthority(Date.now());
  const ca = authority.certificate.toString('pem');
  const server = await encodeKeyed(await issueServerCertificate(authority, ['localhost', '127.0.0.1'], Date.now()));
  const tls = { key: server, cert: server };
  const organization = (await ensureOrganization(store, 'acme', systemClock)).id;
  const instances = new InstanceStore(store, systemClock);
  const tokens = new BootstrapTokenStore(store, systemClock);
  const signer = createSigner(generateSignerKey());
  let isProfilerAllowed = false;
  const isClassAllowed = async (_organization: string, instanceClass: InstanceClass): Promise<boolean> =>
    instanceClass === 'agent' || isProfilerAllowed;
  const listProfiled = async (): Promise<ReadonlySet<string>> => new Set(isProfilerAllowed ? [organization] : []);
  const keys = { signerFor: () => Promise.resolve(signer) };
  const common = { store: instances, keys, clock: systemClock, log: logger, isClassAllowed, listProfiled };
  const hubs: RunningHub[] = [];
  const openHub = async (port = 0): Promise<RunningHub> => {
    const hub = await startHub({ ...common, tls, host: '127.0.0.1', port, ...changes });
    hubs.push(hub);
    return hub;
  };
  const hub = await openHub();
  const { fastify: app } = createApp({ log: logger, tls: () => tls, web: { isBuilt: false, answer: () => false } });
  enrolmentRoutes(app, {
    store,
    clock: systemClock,
    commandKey: commandKey ?? (() => signer.publicKey),
    isClassAllowed,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const appPort = ((app.server as Server).address() as AddressInfo).port;

  const clients: TunnelClient[] = [];
  const agentOf = ({ config, env = {} }: TestInstance) => createAgents({ ca: config.ca, env }).https;
  return {
    hub,
    app,
    instances,
    tokens,
    organization,
    ca,
    log,
    allowProfiler: (isAllowed) => {
      isProfilerAllowed = isAllowed;
    },
    mint: async (instanceClass = 'agent', uses = 1) => {
      const token = {
        organization,
        class: instanceClass,
        name: 'test',
        createdBy: 'test',
        expiresInHours: undefined,
        uses,
      };
      return (await tokens.create(token)).value.reveal();
    },
    startReplica: openHub,
    configOf: (instance, other) => ({
      tenant: 'acme',
      instance,
      tunnelUrl: new URL(`wss://localhost:${hub.port}`),
      enrollUrl: new URL(`https://localhost:${appPort}/enroll`),
      identityDir: path.join(folder, randomUUID()),
      ca,
      ...other,
    }),
    enrol: (instance, token) =>
      enrol({
        config: instance.config,
        class: instance.class ?? 'agent',
        token: async () => {
          if (token === undefined) throw new Error('no token was to be needed');
          return new Secret(token);
        },
        agent: agentOf(instance),
        clock: systemClock,
        log: logger,
        maxAttempts: 3,
      }),
    connect: (instance, identity) => {
      const client = openTunnel({
        config: instance.config,
        identity,
        versions: { [identity.class]: '1.2.3' },
        targets: identity.class === 'profiler' ? 2 : undefined,
        handlers: instance.handlers ?? {},
        agent: agentOf(instance),
        clock: instance.clock ?? systemClock,
        log: logger,
      });
      clients.push(client);
      return client;
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.close()));
      await app.close();
      await Promise.all(hubs.map((one) => one.close()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves with the first state, the present one included, that is `wanted`. Rejects after `timeoutMs`. */
export function waitForState<S extends TunnelState['state']>(
  client: TunnelClient,
  wanted: S,
  timeoutMs = 10_000,
): Promise<Extract<TunnelState, { state: S }>> {
  return new Promise((resolve, reject) => {
    const look = (state: TunnelState): void => {
      if (state.state !== wanted) return;
      clearTimeout(timer);
      stop();
      resolve(state as Extract<TunnelState, { state: S }>);
    };
    const timer = setTimeout(() => {
      stop();
      reject(new Error(`the tunnel was not ${wanted} within ${timeoutMs} ms but ${JSON.stringify(client.state())}`));
    }, timeoutMs);
    const stop = client.onState(look);
    look(client.state());
  });
}
