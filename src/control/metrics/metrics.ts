/**
 * The control plane's own measurements for Prometheus. Labels come from closed sets (route templates,
 * states, classes): never an id, a name or anything a caller chose.
 */
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { InstanceClass } from '../../tunnel/messages.ts';
import { type ConnectionCounters, cuts } from '../peers/connection-guard.ts';

export interface Metrics {
  readonly registry: Registry;
  readonly requests: Histogram<'method' | 'route' | 'status'>;
  readonly signIns: Counter<'result'>;
  readonly operations: Counter<'result'>;
}

/** What is read at each scrape instead of being counted. */
export interface MetricSources {
  countLive(): ReadonlyMap<InstanceClass, number>;
  countCaptures(): Promise<ReadonlyMap<string, number>>;
  countStreams(): number;
  /** Of each guarded port. */
  readonly connections: Readonly<Record<'app' | 'tunnel', ConnectionCounters | undefined>>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'farol_http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last byte of its response.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
      registers,
    }),
    signIns: new Counter({
      name: 'farol_sign_ins_total',
      help: 'Attempts to sign in with a one-time link, by result.',
      labelNames: ['result'],
      registers,
    }),
    operations: new Counter({
      name: 'farol_operations_total',
      help: 'Operations requested through the control plane, by result: ok or the kind of fault.',
      labelNames: ['result'],
      registers,
    }),
  };
}

export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.requests.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unmatched', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
    done();
  });
}

export function watchSources({ registry }: Metrics, sources: MetricSources): void {
  const registers = [registry];
  new Gauge({
    name: 'farol_live_instances',
    help: 'Instances with a live tunnel to this process, by class.',
    labelNames: ['class'],
    registers,
    collect() {
      for (const [instanceClass, count] of sources.countLive()) this.set({ class: instanceClass }, count);
    },
  });
  new Gauge({
    name: 'farol_captures',
    help: 'Capture requests in the store, by status: queued or the outcome.',
    labelNames: ['status'],
    registers,
    async collect() {
      this.reset();
      for (const [status, count] of await sources.countCaptures()) this.set({ status }, count);
    },
  });
  new Gauge({
    name: 'farol_event_streams',
    help: 'Pages with live updates open.',
    registers,
    collect() {
      this.set(sources.countStreams());
    },
  });
  watchConnections(registry, sources);
}

function watchConnections(registry: Registry, { connections }: Pick<MetricSources, 'connections'>): void {
  const registers = [registry];
  const ports = Object.entries(connections).flatMap(([port, counters]) =>
    counters === undefined ? [] : [{ port, counters }],
  );
  new Gauge({
    name: 'farol_connections',
    help: 'Open connections, by port and by whether the peer has proved who it is.',
    labelNames: ['port', 'peer'],
    registers,
    collect() {
      for (const { port, counters } of ports) {
        this.set({ port, peer: 'known' }, counters.known);
        this.set({ port, peer: 'stranger' }, counters.open - counters.known);
      }
    },
  });
  new Counter({
    name: 'farol_connections_cut_total',
    help: 'Connections that were cut, by port and reason.',
    labelNames: ['port', 'reason'],
    registers,
    collect() {
      this.reset();
      for (const { port, counters } of ports) {
        for (const reason of cuts) this.inc({ port, reason }, counters.cut[reason]);
      }
    },
  });
}
