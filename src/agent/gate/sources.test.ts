/** Several sources of one connector in one Agent: each with its own address, credential, limits and places in lists. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '../../../connectors/registry.ts';
import { AgentUnderTest, faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { FakeUpstream, type Reply } from '../../../test/contract/fake-upstream.ts';
import type { NamedSource } from '../connectors/sources.ts';
import { readConnectorSetup } from '../connectors/connector-setup.ts';
import { Redactor } from '../../core/redact.ts';
import { openCursor, sealCursor } from './source-cursor.ts';

const ofGrafana = registry.filter(({ manifest }) => manifest.id === 'grafana');
const up = { query: { dialect: 'promql', text: 'up' } };
const answering =
  (job: string) =>
  ({ path }: { path: string }): Reply => {
    const found = { resultType: 'vector', result: [{ metric: { job }, value: [1, String(Date.now() / 1000)] }] };
    const data = path.endsWith('/labels') ? ['job'] : found;
    return { status: 200, body: JSON.stringify({ status: 'success', data }) };
  };

let east: FakeUpstream;
let west: FakeUpstream;
const opened: AgentUnderTest[] = [];

beforeAll(async () => {
  east = await FakeUpstream.start(answering('east'));
  west = await FakeUpstream.start(answering('west'));
});
afterEach(() => {
  for (const agent of opened.splice(0)) agent.close();
  east.answerWith(answering('east'));
  east.calls.length = 0;
  west.calls.length = 0;
});
afterAll(async () => {
  await east.close();
  await west.close();
});

const source = (name: string, url: string, more: Partial<NamedSource> = {}): NamedSource => ({
  name,
  connector: 'grafana',
  settings: {
    GRAFANA_METRICS_URL: url,
    GRAFANA_METRICS_USER: '1234567',
    GRAFANA_METRICS_TOKEN: `the-token-of-${name}`,
  },
  ...more,
});

function agentWith(named: readonly NamedSource[], env: Record<string, string> = {}): AgentUnderTest {
  const agent = new AgentUnderTest({ registry: ofGrafana, env, named });
  opened.push(agent);
  return agent;
}

const both = (): NamedSource[] => [
  source('g-east', east.url),
  source('g-west', west.url, { about: 'West, two sites' }),
];
const sentTo = (upstream: FakeUpstream): string =>
  upstream.calls.map(({ headers }) => Buffer.from(String(headers.authorization).slice(6), 'base64').toString()).join();

describe('several sources of one connector', () => {
  test('are candidates, each with what the file says of it, and none is asked', async () => {
    const fault = faultIn(await agentWith(both()).ask('metrics.query', up));
    expect(fault).toMatchObject({ code: 'ambiguous_source', data: { candidates: ['g-east', 'g-west'] } });
    expect(fault.remedy).toBe('Name one as source: g-east, g-west (West, two sites).');
    expect(east.calls.length + west.calls.length).toBe(0);
  });

  test('are not chosen by the name of their connector', async () => {
    const fault = faultIn(await agentWith(both()).ask('metrics.query', up, { source: 'grafana' }));
    expect(fault.code).toBe('ambiguous_source');
  });

  test('answer each for itself, with its own credential, under its own name', async () => {
    const agent = agentWith(both());
    const [first, second] = await Promise.all(
      ['g-east', 'g-west'].map(async (name) => resultIn(await agent.ask('metrics.query', up, { source: name }))),
    );
    expect(first).toMatchObject({ source: 'g-east', data: { series: [{ labels: { job: 'east' } }] } });
    expect(second).toMatchObject({ source: 'g-west', data: { series: [{ labels: { job: 'west' } }] } });
    expect(sentTo(east)).toBe('1234567:the-token-of-g-east');
    expect(sentTo(west)).toBe('1234567:the-token-of-g-west');
    expect(new Set(agent.audited.map((one) => one.source))).toEqual(new Set(['g-east', 'g-west']));
  });

  test('leave what the variables configure its name', async () => {
    const agent = agentWith(both(), { GRAFANA_METRICS_URL: east.url });
    expect(agent.hosts.map(({ id }) => id)).toEqual(['grafana', 'g-east', 'g-west']);
    expect(resultIn(await agent.ask('metrics.query', up, { source: 'grafana' })).source).toBe('grafana');
  });

  test('have limits of their own', async () => {
    const agent = new AgentUnderTest({ registry: ofGrafana, env: {}, named: both(), operationsPerMinute: 1 });
    opened.push(agent);
    const ask = (name: string) => agent.ask('metrics.query', up, { source: name });
    expect((await ask('g-east')).ok).toBe(true);
    expect(faultIn(await ask('g-east')).code).toBe('rate_limited');
    expect((await ask('g-west')).ok).toBe(true);
  });

  test('are checked each for itself', async () => {
    east.answerWith(() => ({ status: 401, body: '{"error":"invalid token"}' }));
    const checks = await agentWith(both()).check();
    const stateOf = (name: string) =>
      checks.find(({ source: of, check }) => of === name && check === 'metrics_read')?.status;
    expect([stateOf('g-east'), stateOf('g-west')]).toEqual(['failed', 'ok']);
    expect(new Set(checks.map(({ connector }) => connector))).toEqual(new Set(['grafana']));
  });
});

describe('one source with a name of its own', () => {
  test('is the source of its connector, and there is no other', async () => {
    const agent = agentWith([source('g-east', east.url)]);
    expect(agent.hosts.map(({ id }) => id)).toEqual(['g-east']);
    expect(resultIn(await agent.ask('metrics.query', up)).source).toBe('g-east');
    expect(resultIn(await agent.ask('metrics.query', up, { source: 'grafana' })).source).toBe('g-east');
  });

  test('is named by its faults, whose variables are those of every source of the connector', async () => {
    east.answerWith(() => ({ status: 401, body: '{"error":"invalid token"}' }));
    const fault = faultIn(await agentWith([source('g-east', east.url)]).ask('metrics.query', up));
    expect(fault).toMatchObject({ code: 'credential_rejected', data: { source: 'g-east' } });
  });

  test('that is not complete says what is not set', async () => {
    const agent = agentWith([source('g-east', east.url, { settings: { GRAFANA_METRICS_TOKEN: 'made-for-a-test' } })]);
    const fault = faultIn(await agent.ask('metrics.query', up));
    expect(fault).toMatchObject({ code: 'not_configured', data: { variable: 'GRAFANA_METRICS_URL' } });
    expect((await agent.check())[0]).toMatchObject({ source: 'g-east', status: 'pending_configuration' });
  });
});

describe('a place in a list', () => {
  const setupOf = (name: string) => {
    const setup = readConnectorSetup(ofGrafana[0]!.manifest, {}, new Redactor());
    return { ...setup, source: name };
  };
  const [first, second, plain] = ['g-east', 'g-west', 'grafana'].map(setupOf);
  const cursor = 'eyJhIjoxfQ';

  test('goes on at the source that gave it', () => {
    for (const setup of [first!, second!, plain!]) {
      expect(openCursor(setup, { cursor: sealCursor(setup, cursor), limit: 5 })).toEqual({ cursor, limit: 5 });
    }
    expect(sealCursor(plain!, cursor)).toBe(cursor);
    expect(openCursor(first!, { limit: 5 })).toEqual({ limit: 5 });
  });

  test.each([
    ['another source', sealCursor(second!, cursor)],
    ['the variables', cursor],
    ['nobody', `~${cursor}`],
  ])('of %s is refused', (_of, given) => {
    const wrong = { kind: 'invalid_arguments', data: { field: 'cursor' } };
    expect(() => openCursor(first!, { cursor: given })).toThrow(expect.objectContaining(wrong) as Error);
  });

  test('of a named source is refused by what the variables configure', () => {
    expect(() => openCursor(plain!, { cursor: sealCursor(first!, cursor) })).toThrow('Ask the source that gave');
  });
});
