/** A backend, by whichever way it is read. */
import { backends } from './backends.ts';
import { type BackendClient, type GrafanaContext, openDirect, openGrafana } from './client.ts';
import { createDataSourceFinder, type DataSourceId, noDataSource, requireDataSource } from './instance/data-sources.ts';
import { readsThroughGrafana } from './instance/reads-through-grafana.ts';
import { skippedWithout } from './skipped.ts';
import type { Finding } from '../../src/connector/connector.ts';

/** @throws Fault `not_configured` naming what is not set, or set twice. */
export function openBackend(context: GrafanaContext, id: DataSourceId): BackendClient {
  return readsThroughGrafana(context) ? openDataSource(context, id) : openDirect(context, id);
}

/** What a check finds where a backend that not everybody has is not there; undefined where it is. */
export async function findNotSetUp(
  context: GrafanaContext,
  id: Exclude<DataSourceId, 'metrics'>,
  what: string,
): Promise<Finding | undefined> {
  if (!readsThroughGrafana(context)) {
    return context.config.has(backends[id].url) ? undefined : skippedWithout(backends[id].url, what);
  }
  if ((await createDataSourceFinder(context)(id)) !== undefined) return undefined;
  const fault = noDataSource(id);
  const summary = `Grafana has no data source of the type ${backends[id].dataSource.type}, so ${what} are not read.`;
  return { status: 'skipped', summary, fault, remedy: fault.remedy };
}

/** Permissions that a read of this backend has proved. */
export function heldAfterRead(context: GrafanaContext, id: DataSourceId): string[] {
  if (!readsThroughGrafana(context)) return [backends[id].grant];
  const isNamed = context.config.has(backends[id].dataSource.variable);
  return isNamed ? ['datasources:query'] : ['datasources:query', 'datasources:read'];
}

/** The setting to look at when a backend has nothing at all. */
export function placeOf({ config }: Pick<GrafanaContext, 'config'>, id: DataSourceId): string {
  return config.has('GRAFANA_URL')
    ? `${backends[id].dataSource.variable} names another data source`
    : `${backends[id].user} names another instance`;
}

/** Through the proxy of its data source, which is looked up once for a client. */
function openDataSource(context: GrafanaContext, id: DataSourceId): BackendClient {
  const grafana = openGrafana(context);
  let found: Promise<string> | undefined;
  const below = async (path: string): Promise<string> => {
    found ??= requireDataSource(context, id);
    return `/api/datasources/proxy/uid/${await found}${path}`;
  };
  return {
    get: async (schema, path, query) => grafana.get(schema, await below(path), query),
    post: async (schema, path, form) => grafana.post(schema, await below(path), form),
  };
}
