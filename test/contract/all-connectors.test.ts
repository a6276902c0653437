/** What holds of the connectors together. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { catalog } from '../../catalog/index.ts';
import { registry } from '../../connectors/registry.ts';
import { describeCatalog } from '../../src/agent/gate/describe-catalog.ts';
import { readConnectorSetup } from '../../src/agent/connectors/connector-setup.ts';
import { Redactor } from '../../src/core/redact.ts';
import { AgentUnderTest, faultIn } from './agent-under-test.ts';

const systems = [
  'amplitude',
  'argocd',
  'aws',
  'azion',
  'checkly',
  'cloudflare',
  'datadog',
  'eks',
  'gcp',
  'github',
  'grafana',
  'jira',
  'kubernetes',
  'mongodb',
  'slack',
  'sonarqube',
  'vercel',
];

test('there are seventeen, and the catalog lists each with all its operations', () => {
  expect(registry.map(({ manifest }) => manifest.id)).toEqual(systems);
  const described = describeCatalog(catalog, registry);
  expect(described.filter(({ connectors }) => connectors.length === 0)).toEqual([]);
  for (const { manifest } of registry) {
    const listed = described.filter(({ connectors }) => connectors.some(({ id }) => id === manifest.id));
    expect(listed.map(({ name }) => name)).toEqual(Object.keys(manifest.operations).toSorted());
  }
});

describe('with nothing configured', () => {
  const agent = new AgentUnderTest({ registry, env: {} });
  afterAll(() => agent.close());

  test('health says of each that it is skipped, and which variable to set', async () => {
    const byConnector = Map.groupBy(await agent.check(), ({ connector }) => connector);
    expect([...byConnector.keys()].toSorted()).toEqual(systems);
    for (const [id, checks] of byConnector) {
      const { config } = registry.find(({ manifest }) => manifest.id === id)?.manifest ?? { config: {} };
      for (const { status, fault, remedy } of checks) {
        expect(status).toBe('skipped');
        const variable = String(fault?.data['variable']);
        expect(Object.keys(config)).toContain(variable);
        expect(remedy).toContain(variable);
      }
    }
  });
});

describe('with nothing configured, a read of', () => {
  const agent = new AgentUnderTest({ registry, env: {} });
  afterAll(() => agent.close());
  const firstVariables = new Map(
    registry.map(({ manifest }) => [manifest.id, readConnectorSetup(manifest, {}, new Redactor()).missing ?? '']),
  );

  test.each([...catalog.values()].filter(({ access }) => access === 'read').map(({ name }) => name))(
    '%s names each connector that answers it, and the variable to begin with',
    async (name) => {
      const able = registry.filter(({ manifest }) => Object.hasOwn(manifest.operations, name));
      const ids = able.map(({ manifest }) => manifest.id);
      const fault = faultIn(await agent.ask(name, {}));
      const data = ids.length === 1 ? { variable: firstVariables.get(ids[0] ?? '') } : { systems: ids };
      expect(fault).toMatchObject({ code: 'not_configured', data });
      for (const id of ids) expect(fault.remedy).toContain(firstVariables.get(id));
    },
  );
});

test('their tests against real systems are named so, and no others are', () => {
  const starts =
    /(?:moto|start-emulate|real-prometheus|real-alertmanager|real-cluster|bigquery-emulator|secantus)\.ts'/u;
  const tests = globSync('connectors/**/*.test.ts');
  const wrong = tests.filter(
    (file) => starts.test(readFileSync(file, 'utf8')) !== path.basename(file).startsWith('real-'),
  );
  expect(wrong).toEqual([]);
});

test('their files are short', () => {
  const lines = globSync('connectors/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts') && !file.includes('/corpus/'))
    .map((file) => [file, readFileSync(file, 'utf8').split('\n').length - 1] as const);
  expect(lines.filter(([, count]) => count > 400)).toEqual([]);
  const byFolder = Map.groupBy(lines, ([file]) => file.split(path.sep)[1] ?? '');
  for (const [folder, files] of byFolder) {
    const sorted = files.map(([, count]) => count).toSorted((a, b) => a - b);
    expect([folder, (sorted[Math.floor(sorted.length / 2)] ?? 0) <= 150]).toEqual([folder, true]);
  }
});
