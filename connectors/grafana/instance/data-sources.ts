/**
 * The data sources of a Grafana, and which one is read for each backend.
 * https://grafana.com/docs/grafana/latest/developers/http_api/data_source/
 */
import { z } from 'zod';
import { Fault } from '../../../src/core/fault.ts';
import { rowsOf } from '../../../src/core/rows.ts';
import { type Backend, type BackendId, backends } from '../backends.ts';
import { type GrafanaContext, openGrafana } from '../client.ts';

/** Its settings, which may hold a credential, are parsed away here. */
const DataSource = z.object({ uid: z.string().regex(/^[\w-]{1,40}$/u), name: z.string(), type: z.string() });
export type DataSource = z.infer<typeof DataSource>;

export type DataSourceId = Extract<BackendId, 'metrics' | 'logs' | 'traces' | 'alerts'>;

/** Those that the token may read. */
export async function listDataSources(context: GrafanaContext): Promise<readonly DataSource[]> {
  return openGrafana(context).get(rowsOf(DataSource), '/api/datasources');
}

/**
 * Finds the uid of the one to read; undefined where Grafana has none of its type. Lists them once at most.
 * @throws Fault `not_configured` where there are several.
 */
export type DataSourceFinder = (id: DataSourceId) => Promise<string | undefined>;

export function createDataSourceFinder(context: GrafanaContext): DataSourceFinder {
  let listed: Promise<readonly DataSource[]> | undefined;
  return async (id) => {
    const { type, variable } = dataSourceOf(id);
    const named = context.config.text(variable);
    if (named !== undefined) return named;
    listed ??= listDataSources(context);
    const found = new Map((await listed).filter((one) => one.type === type).map((one) => [one.uid, one]));
    if (found.size > 1) throw severalDataSources([...found.values()], { type, variable });
    return found.keys().next().value;
  };
}

function severalDataSources(
  found: readonly DataSource[],
  { type, variable }: NonNullable<Backend['dataSource']>,
): Fault<'not_configured'> {
  const all = found.slice(0, 10).map(({ uid, name }) => `${uid} (${printable(name)})`);
  const others = found.length > all.length ? ` and ${found.length - all.length} more` : '';
  const remedy = `Grafana has ${found.length} data sources of the type ${type}: ${all.join(', ')}${others}. Set ${variable} to the uid of the one to read.`;
  return new Fault('not_configured', { variable }, remedy);
}

/** @throws Fault `not_configured` naming the variable where there is none, or several. */
export async function requireDataSource(context: GrafanaContext, id: DataSourceId): Promise<string> {
  const uid = await createDataSourceFinder(context)(id);
  if (uid !== undefined) return uid;
  throw noDataSource(id);
}

export function noDataSource(id: DataSourceId): Fault<'not_configured'> {
  const { type, variable } = dataSourceOf(id);
  const remedy = `Grafana lists no data source of the type ${type} to this service account: add one in Grafana, let the service account query it, or set ${variable} to the uid of one of another type that has the same interface.`;
  return new Fault('not_configured', { variable }, remedy);
}

function dataSourceOf(id: DataSourceId): NonNullable<Backend['dataSource']> {
  return backends[id].dataSource;
}

/** People choose these names. */
function printable(name: string): string {
  return name.replaceAll(/\p{C}+/gu, ' ').slice(0, 60);
}
