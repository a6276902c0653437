import type { Checks, Finding } from '../../../src/connector/connector.ts';
import type { GrafanaContext } from '../client.ts';
import { attempt } from '../completeness.ts';
import type { manifest } from '../manifest.ts';
import { searchOwnDashboards } from '../instance/dashboards.ts';
import { listDataSources } from '../instance/data-sources.ts';
import { readsThroughGrafana } from '../instance/reads-through-grafana.ts';
import { skippedWithout } from '../skipped.ts';
import { listInstances, readInstance, searchDashboards } from './client.ts';

const asked = ['GRAFANA_API_URL', 'GRAFANA_API_TOKEN', 'GRAFANA_STACK'] as const;

export const stackChecks: Pick<Checks<typeof manifest>, 'stacks_read' | 'dashboard_search'> = {
  stacks_read: {
    async run(context) {
      if (readsThroughGrafana(context)) return readDataSources(context);
      // The token of the metrics is sent to the Cloud API only when something says that it is wanted there.
      if (!asked.some((variable) => context.config.has(variable))) return skippedWithout('GRAFANA_API_TOKEN', 'stacks');
      const { items } = await listInstances(context, { number: 1, size: 1 });
      const held = ['stacks:read'];
      if (items.length > 0) return { status: 'ok', summary: 'Reads work; stacks were returned.', held };
      return {
        status: 'degraded',
        summary: 'Reads are allowed, but no stack is within the realms of the access policy.',
        remedy: 'Add the stacks to be read to the realms of the access policy.',
        held,
      };
    },
  },

  dashboard_search: {
    async run(context) {
      if (readsThroughGrafana(context)) return readOwnDashboards(context);
      const stack = context.config.text('GRAFANA_STACK');
      if (stack === undefined) return skippedWithout('GRAFANA_STACK', 'dashboards');
      await readInstance(context, stack);
      const search = await attempt(() => searchDashboards(context, { stack, limit: 1 }));
      const held = ['stacks:read', 'stack-dashboards:read'];
      if ('answer' in search) {
        return { status: 'ok', summary: 'The search works for this account, at the undocumented path.', held };
      }
      if (search.fault.kind !== 'feature_disabled') throw search.fault;
      return {
        status: 'degraded',
        summary: 'The search for dashboards does not work for this account at the path used here.',
        fault: search.fault,
        remedy: search.fault.remedy,
        held: ['stacks:read'],
      } satisfies Finding;
    },
  },
};

async function readDataSources(context: GrafanaContext): Promise<Finding> {
  const found = await listDataSources(context);
  const held = ['datasources:read'];
  if (found.length > 0) {
    return { status: 'ok', summary: `Reads work; Grafana lists ${found.length} data sources.`, held };
  }
  return {
    status: 'degraded',
    summary: 'Reads are allowed, but Grafana lists no data source to this service account.',
    remedy: 'Let the service account query the data sources that are to be read, in their permissions in Grafana.',
    held,
  };
}

async function readOwnDashboards(context: GrafanaContext): Promise<Finding> {
  const found = await searchOwnDashboards(context, { limit: 1 });
  if (found.length > 0) {
    return { status: 'ok', summary: 'The search for dashboards works.', held: ['dashboards:read'] };
  }
  return {
    status: 'degraded',
    summary: 'The search is allowed, and Grafana has no dashboard that this service account may see.',
    remedy: 'Let the service account view the folders that are to be searched, in their permissions in Grafana.',
  };
}
