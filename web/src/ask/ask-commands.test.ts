import { expect, test } from 'vitest';
import { renderAskCurl, renderFarolRun, renderMcpCurl } from './ask-commands.ts';
import { findOperations, prepareList } from './find-operations.ts';

const question = {
  origin: 'https://farol.example.com',
  operation: 'metrics.query',
  args: { query: { dialect: 'promql', text: "up{job='api'}" } },
  source: 'grafana',
  instance: '',
  ownAuthority: true,
};

test('the curl command quotes what was typed, and holds no token', () => {
  expect(renderAskCurl(question)).toBe(
    String.raw`curl --fail-with-body --silent --show-error --cacert ca.pem https://farol.example.com/api/operations/metrics.query \
  -H "Authorization: Bearer $FAROL_READ_TOKEN" \
  -H 'Content-Type: application/json' \
  -d '{"args":{"query":{"dialect":"promql","text":"up{job='\''api'\''}"}},"source":"grafana"}'`,
  );
});

test('the MCP call is one message that names source and Agent, and holds no token', () => {
  const command = renderMcpCurl({ ...question, args: { q: 1 }, instance: 'east-1' });
  expect(command).toContain('-H "Authorization: Bearer $FAROL_MCP_TOKEN"');
  expect(command).not.toMatch(/rmcp_/u);
  const { params } = JSON.parse(/-d '(.*)'$/u.exec(command)?.[1] ?? '') as { params: Record<string, unknown> };
  expect(params).toMatchObject({
    name: 'catalog_read',
    arguments: { operation: 'metrics.query', arguments: { q: 1 }, source: 'grafana', instance: 'east-1' },
  });
});

test('the farol command names the source only where one was chosen', () => {
  expect(renderFarolRun({ ...question, args: {}, source: '' })).toBe("farol run metrics.query \\\n  --args '{}'");
  expect(renderFarolRun({ ...question, args: {} })).toContain('--source grafana');
});

const entry = (name: string, connector: string, grant: string) => ({
  name,
  domain: name.split('.')[0] ?? '',
  access: 'read' as const,
  summary: `Summary of ${name}.`,
  answers: [{ connector, grants: [{ grant, need: 'required' as const }] }],
  may_ask: true,
});
const list = {
  operations: [
    entry('dns.listZones', 'aws', 'route53:ListHostedZones'),
    entry('metrics.query', 'grafana', 'metrics:read'),
  ],
  connectors: [
    { connector: 'aws', title: 'Amazon Web Services', sources: [], further_sources: 0, agents: [], further_agents: 0 },
    {
      connector: 'grafana',
      title: 'Grafana Cloud',
      sources: [{ source: 'grafana', agents: ['a'] }],
      further_sources: 0,
      agents: ['a'],
      further_agents: 0,
    },
  ],
};
const found = (q: string, isConfigured = false) =>
  findOperations(
    list,
    { q, access: '', isConfigured },
    prepareList(list, () => undefined),
  ).domains.flatMap(({ operations }) => operations.map((one) => [one.entry.name, one.grants]));

test.each([
  ['', ['dns.listZones', 'metrics.query']],
  ['ZONES dns', ['dns.listZones']],
  ['amazon', ['dns.listZones']],
  ['grafana query', ['metrics.query']],
  ['nothing', []],
])('the search for "%s" finds %j', (q, names) => {
  expect(found(q).map(([name]) => name)).toEqual(names);
});

test('the search for a permission shows it', () => {
  expect(found('route53')).toEqual([['dns.listZones', ['route53:ListHostedZones']]]);
});

test('only what is configured can be asked for', () => {
  expect(found('', true).map(([name]) => name)).toEqual(['metrics.query']);
});
