/**
 * The connector against a Vercel that somebody else wrote. It has the newer list of projects alone and pages it in another way than
 * the vendor documents, knows a project of a deployment by its id alone, and takes any token.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { connector } from './connector.ts';
import { manifest } from './manifest.ts';
import { AgentUnderTest, faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { type Emulator, startEmulate } from '../../test/contract/start-emulate.ts';

const token = 'token-of-the-emulator';
let vercel: Emulator;
let team: string;
let shop: string;
let agent: AgentUnderTest;

beforeAll(async () => {
  vercel = await startEmulate('vercel', {
    tokens: { [token]: { login: 'ada', scopes: [] } },
    vercel: {
      users: [{ username: 'ada', name: 'Ada', email: 'ada@acme.example' }],
      teams: [{ slug: 'acme', name: 'Acme' }],
      projects: [],
    },
  });
  const { teams } = z
    .object({ teams: z.array(z.object({ id: z.string(), slug: z.string() })) })
    .parse(await call('GET', '/v2/teams'));
  team = teams.find(({ slug }) => slug === 'acme')?.id ?? '';
  for (const name of ['shop', 'shop-docs', 'blog']) {
    await call('POST', `/v11/projects?teamId=${team}`, {
      name,
      framework: 'nextjs',
      environmentVariables: [
        { key: 'PAYMENT_KEY', value: 'never-to-be-told', type: 'encrypted', target: ['production'] },
      ],
    });
  }
  ({ id: shop } = z.object({ id: z.string() }).parse(await call('GET', `/v9/projects/shop?teamId=${team}`)));
  for (const target of ['production', 'staging']) {
    await call('POST', `/v13/deployments?teamId=${team}`, { name: 'shop', project: 'shop', target });
  }
  agent = new AgentUnderTest({
    registry: [{ manifest, load: () => Promise.resolve(connector) }],
    env: { VERCEL_URL: vercel.url, VERCEL_TOKEN: token, VERCEL_TEAM_ID: team },
  });
});
afterAll(async () => {
  agent.close();
  await vercel.close();
});

async function call(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${vercel.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

describe('projects', () => {
  test('are listed by the newer version', async () => {
    const { data, upstreamCalls } = resultIn(await agent.ask('deploy.listProjects', {}));
    expect((data as { projects: { name: string }[] }).projects.map(({ name }) => name).toSorted()).toEqual([
      'blog',
      'shop',
      'shop-docs',
    ]);
    expect(upstreamCalls).toBe(2);
  });

  test('are searched by name', async () => {
    const { data } = resultIn(await agent.ask('deploy.listProjects', { search: 'docs' }));
    expect(data).toMatchObject({ projects: [{ name: 'shop-docs', framework: 'nextjs' }] });
  });

  test('are returned one by one, and one that does not exist is not found', async () => {
    const { data } = resultIn(await agent.ask('deploy.getProject', { project: 'shop' }));
    expect(data).toMatchObject({ project: { name: 'shop', isPasswordProtected: false } });
    expect(faultIn(await agent.ask('deploy.getProject', { project: 'absent' }))).toMatchObject({
      code: 'not_found_or_hidden',
    });
  });
});

describe('deployments', () => {
  test('are listed newest first, by project and by target', async () => {
    const { data } = resultIn(await agent.ask('deploy.listDeployments', { project: shop }));
    const told = (data as { deployments: { project: string; createdAt: string }[] }).deployments;
    expect(told.map(({ project }) => project)).toEqual(['shop', 'shop']);
    expect(told.map(({ createdAt }) => createdAt)).toEqual(
      told
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    );
    const staging = resultIn(await agent.ask('deploy.listDeployments', { project: shop, target: 'staging' }));
    expect(staging.data).toMatchObject({ deployments: [{ target: 'staging' }] });
  });
});

test('every check is green', async () => {
  const checks = await agent.check();
  expect(checks.map(({ check, status }) => [check, status])).toEqual(
    Object.keys(manifest.checks).map((check) => [check, 'ok']),
  );
});

test('no value of a variable was returned or logged', () => {
  expect(agent.written.length).toBeGreaterThan(0);
  expect(agent.written.join('\n')).not.toContain('never-to-be-told');
});
