/** Each check does what its operation does, as small as it goes. */
import type { Checks, Finding } from '../../src/connector/connector.ts';
import { type AzionClient, type AzionContext, openAzion } from './client.ts';
import { writeDocument, edgesOf } from './document.ts';
import type { Permission } from './grants.ts';
import type { manifest } from './manifest.ts';

const one = { page: 1, size: 1 };
const minuteMs = 60_000;

const lists = (what: string, permission: Permission, list: (client: AzionClient) => Promise<{ count: number }>) => ({
  async run(context: AzionContext): Promise<Finding> {
    const { count } = await list(openAzion(context));
    return { status: 'ok', summary: `${count} ${what} can be listed.`, held: [permission] };
  },
});

const edgesUntil = (nowMs: number, minutes: number) => edgesOf({ fromMs: nowMs - minutes * minuteMs, toMs: nowMs });

export const checks = {
  applications_read: lists('applications', 'View Edge Applications', (client) => client.listApplications(one)),
  connectors_read: lists('connectors', 'View Edge Connectors', (client) => client.listConnectors(one)),
  workloads_read: lists('workloads', 'View Workloads', (client) => client.listWorkloads(one)),

  metrics_read: {
    async run(context) {
      const edges = edgesUntil(context.clock.now(), 5);
      const aggregate = [{ aggregation: 'sum', field: 'requests' }] as const;
      const question = { dataset: 'httpMetrics', edges, aggregate, select: ['sum'], limit: 1 } as const;
      await openAzion(context).queryMetrics(writeDocument(question));
      return { status: 'ok', summary: 'Requests of five minutes were summed up.', held: ['View Real-Time Metrics'] };
    },
  },

  events_read: {
    async run(context) {
      const edges = edgesUntil(context.clock.now(), 1);
      const question = { dataset: 'httpEvents', edges, select: ['ts'], orderBy: 'ts_DESC', limit: 1 } as const;
      await openAzion(context).queryEvents(writeDocument(question));
      return { status: 'ok', summary: 'Requests of one minute can be read.', held: ['View Real-Time Events'] };
    },
  },
} satisfies Checks<typeof manifest>;
