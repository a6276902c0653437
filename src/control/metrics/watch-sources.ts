/** What is read at each scrape instead of being counted. */
import type { InstanceClass } from '../../tunnel/messages.ts';
import { refusals } from '../../tunnel/session/refusal.ts';
import type { HubCounters } from '../../tunnel/session/hub-counters.ts';
import { type ConnectionCounters, cuts } from '../peers/connection-guard.ts';
import { counter, gauge, type Metrics } from './metrics.ts';

/** What the store says, the same at every replica. */
export interface StoreFigures {
  readonly captures: ReadonlyMap<string, number>;
  /** 0 when none waits. */
  readonly oldestQueuedMs: number;
  readonly enrolled: ReadonlyMap<InstanceClass, number>;
}

export interface MetricSources {
  readonly version: string;
  /** Of the tunnel: it listens, and this replica holds its lease. */
  isTunnelListening(): boolean;
  countLive(): ReadonlyMap<InstanceClass, number>;
  /** Rejects when the store does not answer. */
  readStore(): Promise<StoreFigures>;
  onStoreFailed(error: unknown): void;
  countStreams(): number;
  readonly tunnel: Pick<HubCounters, 'ended' | 'rejected'>;
  /** Of each guarded port. */
  readonly connections: Readonly<Record<'app' | 'tunnel', ConnectionCounters | undefined>>;
  /** Of the file system that holds the data directory, in bytes. */
  readDisk(): Promise<{ readonly available: number; readonly size: number }>;
  /** Milliseconds since the epoch, by certificate. */
  listCertificateEnds(): readonly { readonly what: string; readonly at: number }[];
}

/** `closed`: by the instance or the network. */
const endings: readonly string[] = [...Object.keys(refusals), 'closed', 'other'];

export function watchSources({ registry }: Metrics, sources: MetricSources): void {
  gauge(registry, 'build').set({ version: sources.version }, 1);
  watchStore({ registry }, sources);
  gauge(registry, 'liveInstances', (one) => {
    for (const [instanceClass, count] of sources.countLive()) one.set({ class: instanceClass }, count);
  });
  gauge(registry, 'eventStreams', (one) => one.set(sources.countStreams()));
  counter(registry, 'sessionsEnded', (one) => {
    for (const code of endings) one.inc({ code }, 0);
    for (const [code, count] of Object.entries(sources.tunnel.ended)) {
      one.inc({ code: endings.includes(code) ? code : 'other' }, count);
    }
  });
  counter(registry, 'handshakesRejected', (one) => {
    for (const [reason, count] of Object.entries(sources.tunnel.rejected)) one.inc({ reason }, count);
  });
  watchConnections({ registry }, sources);
  const disk = shareReading(() => sources.readDisk());
  gauge(registry, 'dataAvailable', async (one) => one.set((await disk()).available));
  gauge(registry, 'dataSize', async (one) => one.set((await disk()).size));
  gauge(registry, 'certificateEnd', (one) => {
    for (const { what, at } of sources.listCertificateEnds()) one.set({ certificate: what }, at / 1000);
  });
}

/** A store that fails must not hide the other figures: these lose their series, and `storeUp` says why. */
function watchStore({ registry }: Pick<Metrics, 'registry'>, sources: MetricSources): void {
  const read = shareReading(async () =>
    sources.readStore().catch((error: unknown) => {
      sources.onStoreFailed(error);
      return undefined;
    }),
  );
  gauge(registry, 'storeUp', async (one) => one.set((await read()) === undefined ? 0 : 1));
  gauge(registry, 'ready', async (one) => one.set((await read()) !== undefined && sources.isTunnelListening() ? 1 : 0));
  gauge(registry, 'captures', async (one) => {
    const figures = await read();
    one.reset();
    for (const [status, count] of figures?.captures ?? []) one.set({ status }, count);
  });
  gauge(registry, 'oldestQueued', async (one) => {
    const figures = await read();
    if (figures === undefined) one.remove();
    else one.set(figures.oldestQueuedMs / 1000);
  });
  gauge(registry, 'enrolledInstances', async (one) => {
    const figures = await read();
    one.reset();
    for (const [instanceClass, count] of figures?.enrolled ?? []) one.set({ class: instanceClass }, count);
  });
}

/** All metrics of one scrape are collected together, so they share the reading that is under way. */
function shareReading<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}

function watchConnections(
  { registry }: Pick<Metrics, 'registry'>,
  { connections }: Pick<MetricSources, 'connections'>,
): void {
  const ports = Object.entries(connections).flatMap(([port, counters]) =>
    counters === undefined ? [] : [{ port, counters }],
  );
  gauge(registry, 'connections', (one) => {
    for (const { port, counters } of ports) {
      one.set({ port, peer: 'known' }, counters.known);
      one.set({ port, peer: 'stranger' }, counters.open - counters.known);
    }
  });
  counter(registry, 'connectionsCut', (one) => {
    for (const { port, counters } of ports) {
      for (const reason of cuts) one.inc({ port, reason }, counters.cut[reason]);
    }
  });
}
