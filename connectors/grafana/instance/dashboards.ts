/** A Grafana read through GRAFANA_URL, in the place of a rented stack: its data sources, and the search for its dashboards. */
import type { DataOf } from '../../../catalog/index.ts';
import { Fault } from '../../../src/core/fault.ts';
import { type GrafanaContext, openGrafana } from '../client.ts';
import { DashboardsAnswer } from '../stacks/schema.ts';
import { listDataSources } from './data-sources.ts';

type Stack = DataOf<'dashboards.listStacks'>['stacks'][number];

/** The only stack there is. */
export const slug = 'grafana';

const kinds: Readonly<Record<string, Stack['backends'][number]['kind']>> = {
  prometheus: 'metrics',
  loki: 'logs',
  tempo: 'traces',
  'grafana-pyroscope-datasource': 'profiles',
  alertmanager: 'alerts',
};

/** Ids of its backends are uids, which the variables of data sources take. */
export async function tellGrafana(context: GrafanaContext): Promise<Stack> {
  const url = context.config.url('GRAFANA_URL');
  const dataSources = await listDataSources(context);
  return {
    id: slug,
    slug,
    name: url.host,
    url: url.href,
    state: 'active',
    backends: dataSources.flatMap(({ uid: id, type }) => {
      const kind = kinds[type];
      return kind === undefined ? [] : [{ kind, id }];
    }),
    labels: {},
  };
}

/** @throws Fault `invalid_arguments` for a stack that is not this one, which has no others beside it. */
export function requireThisGrafana(stack: string | undefined): void {
  if (stack === undefined || stack === slug) return;
  const remedy = `Leave it out, or send ${slug}: the Grafana at GRAFANA_URL is the only one that is searched.`;
  throw new Fault('invalid_arguments', { field: 'stack' }, remedy);
}

/** Those that the service account may see. https://grafana.com/docs/grafana/latest/developers/http_api/folder_dashboard_search/ */
export function searchOwnDashboards(
  context: GrafanaContext,
  {
    text,
    tag,
    limit,
  }: { readonly text?: string | undefined; readonly tag?: string | undefined; readonly limit: number },
) {
  return openGrafana(context).get(DashboardsAnswer, '/api/search', {
    type: 'dash-db',
    query: text,
    tag,
    limit: String(limit),
  });
}
