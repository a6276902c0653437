/** The control plane's own measurements for Prometheus: what is counted while it works. */
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { faultTable } from '../../core/fault.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import { type MetricKey, metricTable } from './metric-table.ts';

export interface Metrics {
  readonly registry: Registry;
  readonly requests: Histogram<'method' | 'route' | 'status'>;
  readonly signIns: Counter<'result'>;
  readonly operations: Counter<'result'>;
  readonly operationDuration: Histogram;
  readonly operationsUnanswered: Counter<'code'>;
  readonly auditGaps: Counter;
  readonly retentionDone: Gauge;
}

export type OperationMetrics = Pick<Metrics, 'operations' | 'operationDuration' | 'operationsUnanswered'>;

type Key<Type> = { [K in MetricKey]: (typeof metricTable)[K]['type'] extends Type ? K : never }[MetricKey];
export type LabelOf<K extends MetricKey> = (typeof metricTable)[K]['labels'][number];

/** Gauges that end in `_total`, which Prometheus keeps for counters. The same numbers are there by type. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  const metrics: Metrics = {
    registry,
    requests: histogram(registry, 'requests'),
    signIns: counter(registry, 'signIns'),
    operations: counter(registry, 'operations'),
    operationDuration: histogram(registry, 'operationDuration'),
    operationsUnanswered: counter(registry, 'operationsUnanswered'),
    auditGaps: counter(registry, 'auditGaps'),
    retentionDone: gauge(registry, 'retentionDone'),
  };
  // A series that begins with its first event shows no increase for it.
  for (const result of ['ok', ...Object.keys(faultTable)]) metrics.operations.inc({ result }, 0);
  for (const result of ['ok', 'refused']) metrics.signIns.inc({ result }, 0);
  return metrics;
}

/** Runs one question to an Agent, with its time and what became of it. */
export async function measureOperation<T extends { readonly outcome: string }>(
  metrics: OperationMetrics,
  ask: () => Promise<T>,
): Promise<T> {
  const end = metrics.operationDuration.startTimer();
  const answered = await ask().catch((error: unknown) => {
    metrics.operationsUnanswered.inc({ code: error instanceof ApiProblem ? error.code : 'internal' });
    throw error;
  });
  end();
  metrics.operations.inc({ result: answered.outcome });
  return answered;
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

/** `collect` sets what is read at each scrape; counters that it sets are reset first, so that they are never counted twice. */
export function gauge<K extends Key<'gauge'>>(
  registry: Registry,
  key: K,
  collect?: (one: Gauge<LabelOf<K>>) => void | Promise<void>,
): Gauge<LabelOf<K>> {
  const one: Gauge<LabelOf<K>> = new Gauge({
    ...settingsOf<K>(registry, key),
    ...(collect !== undefined && { collect: () => collect(one) }),
  });
  return one;
}

export function counter<K extends Key<'counter'>>(
  registry: Registry,
  key: K,
  collect?: (one: Counter<LabelOf<K>>) => void,
): Counter<LabelOf<K>> {
  const one: Counter<LabelOf<K>> = new Counter({
    ...settingsOf<K>(registry, key),
    ...(collect !== undefined && {
      collect: () => {
        one.reset();
        collect(one);
      },
    }),
  });
  return one;
}

function histogram<K extends Key<'histogram'>>(registry: Registry, key: K): Histogram<LabelOf<K>> {
  return new Histogram({ ...settingsOf<K>(registry, key), buckets: [...metricTable[key].buckets] });
}

function settingsOf<K extends MetricKey>(
  registry: Registry,
  key: K,
): { name: string; help: string; labelNames: LabelOf<K>[]; registers: Registry[] } {
  const { name, help, labels } = metricTable[key];
  return { name, help, labelNames: [...labels] as LabelOf<K>[], registers: [registry] };
}
