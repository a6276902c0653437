import type { Checks, Finding } from '../../../src/connector/connector.ts';
import { attempt } from '../completeness.ts';
import type { manifest } from '../manifest.ts';
import { skippedWithout } from '../skipped.ts';
import { listInstances, readInstance, searchDashboards } from './client.ts';

const asked = ['GRAFANA_API_URL', 'GRAFANA_API_TOKEN', 'GRAFANA_STACK'] as const;

export const stackChecks: Pick<Checks<typeof manifest>, 'stacks_read' | 'dashboard_search'> = {
  stacks_read: {
    async run(context) {
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
