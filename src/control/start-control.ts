/**
 * Puts the control plane together: store, certificate, tunnel, application. What was started is
 * stopped in reverse order, also when a later step fails, so that a refused start leaves no port and
 * no lock behind.
 */
import { mkdir, statfs } from 'node:fs/promises';
import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Clock, sleep } from '../core/clock.ts';
import { readVersion } from '../core/version.ts';
import { openSteadyClock } from './clock/mark-keeper.ts';
import { addRoutes } from './add-routes.ts';
import { type Addresses, deriveAddresses, listNames } from './config/addresses.ts';
import { Shutdown } from './shutdown.ts';
import type { ControlConfig } from './config/config.ts';
import type { DescribedRoute } from './http/openapi.ts';
import { type App, createApp } from './http/server.ts';
import { findWebDir, loadWebApp } from './http/web-app.ts';
import { CommandKeys } from './keys/command-keys.ts';
import { KeyCustody } from './keys/key-custody.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { listenForScrapes } from './metrics/metrics-listener.ts';
import { watchSources } from './metrics/watch-sources.ts';
import { readStoreFigures } from './read-store-figures.ts';
import { countByClass, isTunnelListening, openServices, type Services } from './services.ts';
import { linkMs, renderLink } from './people/links.ts';
import { mintOwnerLink, OwnerLinkFile } from './people/owner-link.ts';
import { passkeyRemedy } from './people/passkeys/relying-party.ts';
import { openStore } from './store/database.ts';
import { lastVersion } from './store/ledger.ts';
import { lockEmbeddedStore } from './store/node-sqlite.ts';
import { openServerTls, type ServerTls } from './tls/server-tls.ts';

export interface RunningControl {
  readonly addresses: Addresses;
  readonly caFile: string | undefined;
  readonly metricsUrl: string | undefined;
  /** File with the link for the first owner; present while the organization has no owner. */
  readonly ownerLinkFile: string | undefined;
  readonly routes: readonly DescribedRoute[];
  /** Answers what is under way, then closes everything. */
  close(): Promise<void>;
}

/**
 * For how long a process that stops still answers where another one can take over: a balancer that looks every few
 * seconds sees at `/readyz` that it must send elsewhere, and keep-alive connections end with a response.
 */
const farewellMs = 5000;

export interface Surroundings {
  readonly log: Logger;
  /** The clock of the machine. Certificates go by it, as their readers do; everything else by the steady clock. */
  readonly wall: Clock;
}

/** Rejects when any part cannot start; everything started before is closed again. */
export async function startControl(config: ControlConfig, surroundings: Surroundings): Promise<RunningControl> {
  const shutdown = new Shutdown();
  try {
    return await start(config, surroundings, shutdown);
  } catch (error) {
    await shutdown
      .close()
      .catch((cause: unknown) => surroundings.log.error({ err: cause }, 'not everything was closed'));
    throw error;
  }
}

async function start(config: ControlConfig, { log, wall }: Surroundings, shutdown: Shutdown): Promise<RunningControl> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  shutdown.add('lock', lockEmbeddedStore(config.databaseUrl.reveal()));
  const store = await openStore(config.databaseUrl.reveal(), {
    clock: wall,
    onConnectionLost: (error) => log.warn({ err: error }, 'a connection to the store was lost; another is opened'),
    onNewerStore: (newer) =>
      log.warn(
        { migrations: newer.map(({ id }) => id), version: lastVersion(newer) },
        'a newer version has migrated this store; this one works with it until it is replaced',
      ),
  });
  shutdown.add('store', () => store.close());
  const { clock, keeper } = await openSteadyClock({ db: store.db, wall, log });
  await keeper.start();
  shutdown.add('clock', () => keeper.stop());
  const custody = await KeyCustody.open({
    store,
    dataDir: config.dataDir,
    storeKey: config.storeKey,
    clock: wall,
    onImported: (imported) => log.warn(imported, 'a key is in the store now; remove its file once you have a backup'),
  });
  const tls = await openServerTls({
    directory: path.join(config.dataDir, 'tls'),
    names: listNames(config),
    source: config.tlsFiles ?? { authority: await custody.openAuthority(clock) },
    clock: wall,
    onRenewFailed: (error) => log.error({ err: error }, 'the certificate was not renewed'),
  });
  shutdown.add('certificate', () => tls.close());

  const bound: { addresses?: Addresses } = {};
  const metrics = createMetrics();
  const keys = await CommandKeys.open({ store, custody, clock });
  const services = await openServices(config, { log, clock, keeper, tls, metrics, store, keys, custody }, shutdown);
  const web = await loadWebApp(config.webDir ?? findWebDir());
  if (!web.isBuilt) log.warn('the web app is not built; only the API is served');
  const app = createApp({ log, tls: () => tls.options(), web, proxies: config.trustedProxies });
  const stopping = { isDraining: false };
  // Clients with a keep-alive connection send their next request elsewhere.
  app.fastify.addHook('onSend', async (_request, reply) => {
    if (stopping.isDraining) void reply.header('connection', 'close');
  });
  // Right after the loop has accepted all waiting connections: those left in the queue of a closed port are reset.
  app.fastify.addHook('preClose', async () => {
    await setImmediate();
  });
  const ownerLink = new OwnerLinkFile(config.dataDir);
  addRoutes(app, {
    ...services,
    log,
    metrics,
    caPem: () => tls.caPem(),
    imageRegistry: config.imageRegistry,
    addresses: () => addressesOf(bound),
    onOwnerSignedIn: () => ownerLink.remove(),
  });
  shutdown.add('application', () => app.fastify.close());
  shutdown.add('event streams', () => services.streams.endAll());
  await app.fastify.listen({
    host: config.host,
    port: config.port,
    listenTextResolver: () => 'the application is listening',
  });
  tls.follow(app.fastify.server as Server);
  const addresses = deriveAddresses(config, {
    app: (app.fastify.server.address() as AddressInfo).port,
    tunnel: services.sockets.port,
  });
  bound.addresses = addresses;
  const remedy = passkeyRemedy(addresses.app);
  if (remedy !== undefined) log.warn(remedy);
  services.startWork();
  const metricsUrl = await startMetrics(config, {
    services,
    tls,
    metrics,
    log,
    shutdown,
    connections: app.connections,
  });
  // First of all: the application answers until the instances have somewhere else to be.
  shutdown.add('drain', async () => {
    stopping.isDraining = true;
    const sayFarewell = async (): Promise<void> => {
      if (await services.replica.hasOthers()) await sleep(clock, farewellMs);
    };
    await Promise.all([services.replica.drain(), sayFarewell()]);
  });
  return {
    addresses,
    caFile: tls.caFile,
    metricsUrl,
    ownerLinkFile: await offerFirstOwnerLink(services, addresses, { file: ownerLink, clock, log }),
    routes: app.routes,
    close: () => shutdown.close(),
  };
}

function addressesOf({ addresses }: { readonly addresses?: Addresses }): Addresses {
  if (addresses === undefined) throw new Error('addresses were requested before the ports are bound');
  return addresses;
}

interface MetricsDeps {
  readonly services: Services;
  readonly tls: ServerTls;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly shutdown: Shutdown;
  readonly connections: App['connections'];
}

async function startMetrics(
  { metrics: at, dataDir }: ControlConfig,
  { services, tls, metrics, log, shutdown, connections }: MetricsDeps,
): Promise<string | undefined> {
  if (at === undefined) return undefined;
  watchSources(metrics, {
    version: readVersion(),
    isTunnelListening: () => isTunnelListening(services),
    countLive: () => countByClass(services.sockets),
    readStore: () => readStoreFigures(services.store, services.clock),
    onStoreFailed: (error) => log.error({ err: error }, 'the metrics of the store could not be read'),
    countStreams: () => services.streams.size,
    tunnel: services.sockets.counters,
    readDisk: async () => {
      const { bavail, blocks, bsize } = await statfs(dataDir);
      return { available: bavail * bsize, size: blocks * bsize };
    },
    listCertificateEnds: () => tls.allEndings(),
    connections: { app: connections, tunnel: services.sockets.connections },
  });
  const listener = await listenForScrapes(metrics.registry, at, (error) =>
    log.error({ err: error }, 'a scrape failed'),
  );
  shutdown.add('metrics', () => listener.close());
  return listener.url;
}

interface OwnerLinkDeps {
  readonly file: OwnerLinkFile;
  readonly clock: Clock;
  readonly log: Logger;
}

/** At each start until somebody used one: a link that was not seen in time is replaced by a restart. Returns the path. */
async function offerFirstOwnerLink(
  services: Services,
  { app }: Addresses,
  { file, clock, log }: OwnerLinkDeps,
): Promise<string | undefined> {
  const [owner] = await services.members.listOwners(services.organization.id);
  if (owner !== undefined) {
    await file.remove();
    return undefined;
  }
  await file.write(renderLink(app, await mintOwnerLink(services, services.organization.id)));
  const forget = (): void => {
    file.remove().catch((error: unknown) => log.error({ err: error }, 'the expired owner link was not removed'));
  };
  clock.after(linkMs, forget, { unref: true });
  return file.path;
}
