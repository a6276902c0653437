/** A few operations of the catalog, as the control plane lists them. */
import { type CatalogEntry, CatalogList } from '../../src/control/api.ts';
import type { Route } from './route.ts';

const operations: readonly CatalogEntry[] = [
  entryOf('chat.postMessage', 'write', 'Posts a message into a channel or a thread.', 'slack'),
  entryOf('metrics.query', 'read', 'Values of a metric query over a window.', 'grafana'),
  entryOf('tickets.create', 'write', 'Creates a ticket.', 'jira'),
];
const titles = new Map([
  ['grafana', 'Grafana Cloud'],
  ['jira', 'Jira'],
  ['slack', 'Slack'],
]);

export const catalogRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/catalog',
    role: 'member',
    answer: CatalogList,
    run: ({ query }) => {
      const listed = operations.filter(({ access }) => (query.get('access') ?? access) === access);
      const connectors = listed.flatMap(({ answers }) => answers.map(({ connector }) => connector));
      return {
        digest: `sha256:${'0'.repeat(64)}`,
        operations: listed,
        connectors: connectors.map((connector) => ({
          connector,
          title: titles.get(connector) ?? connector,
          agents: [],
          further_agents: 0,
        })),
      };
    },
  },
];

function entryOf(name: string, access: CatalogEntry['access'], summary: string, connector: string): CatalogEntry {
  const domain = name.split('.')[0] ?? '';
  return { name, domain, access, summary, answers: [{ connector, grants: [] }], may_ask: true };
}
