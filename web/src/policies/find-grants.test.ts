import { expect, test } from 'vitest';
import { findGrants, listConnectors } from './find-grants.ts';

const need = (grant: string, of: 'required' | 'optional' = 'required') => ({ grant, need: of });
const operation = (name: string, ...answers: { connector: string; grants: ReturnType<typeof need>[] }[]) => ({
  name,
  domain: name.split('.')[0] ?? '',
  access: 'read' as const,
  summary: 'Summary.',
  answers,
  may_ask: true,
});
const catalog = {
  operations: [
    operation(
      'metrics.query',
      { connector: 'aws', grants: [need('cloudwatch:GetMetricData')] },
      { connector: 'grafana', grants: [need('metrics:read')] },
    ),
    operation('metrics.list', {
      connector: 'grafana',
      grants: [need('metrics:read'), need('labels:read', 'optional')],
    }),
    operation('chat.listChannels', { connector: 'slack', grants: [] }),
  ],
  connectors: [
    { connector: 'slack', title: 'Slack', sources: [], further_sources: 0, agents: [], further_agents: 0 },
    { connector: 'grafana', title: 'Grafana Cloud', sources: [], further_sources: 0, agents: ['agent-a'], further_agents: 0 },
    { connector: 'aws', title: 'AWS', sources: [], further_sources: 0, agents: [], further_agents: 0 },
  ],
};

test('an operation names the permissions of each connector that answers it', () => {
  expect(findGrants(catalog, 'Metrics.Query').operations).toEqual([
    { operation: 'metrics.query', title: 'AWS', grants: [need('cloudwatch:GetMetricData')] },
    { operation: 'metrics.query', title: 'Grafana Cloud', grants: [need('metrics:read')] },
  ]);
});

test('a permission names every operation that needs it', () => {
  expect(findGrants(catalog, 'metrics:read')).toEqual({
    operations: [],
    grants: [{ grant: 'metrics:read', title: 'Grafana Cloud', operations: ['metrics.query', 'metrics.list'] }],
  });
});

test('a connector, by name or title, shows both; words narrow it', () => {
  const found = findGrants(catalog, 'grafana');
  expect(found.operations.map((one) => one.operation)).toEqual(['metrics.query', 'metrics.list']);
  expect(found.grants.map(({ grant }) => grant)).toEqual(['labels:read', 'metrics:read']);
  expect(findGrants(catalog, 'cloud list').operations.map((one) => one.operation)).toEqual(['metrics.list']);
  expect(findGrants(catalog, 'nothing at all')).toEqual({ operations: [], grants: [] });
});

test('an operation without permissions is found too', () => {
  expect(findGrants(catalog, 'slack').operations).toEqual([
    { operation: 'chat.listChannels', title: 'Slack', grants: [] },
  ]);
});

test('connectors are listed by title with what they answer and need', () => {
  expect(listConnectors(catalog)).toEqual([
    { connector: 'aws', title: 'AWS', operations: 1, grants: 1, isConfigured: false },
    { connector: 'grafana', title: 'Grafana Cloud', operations: 2, grants: 2, isConfigured: true },
    { connector: 'slack', title: 'Slack', operations: 1, grants: 0, isConfigured: false },
  ]);
});
