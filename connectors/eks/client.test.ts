/** What the Kubernetes client would do by itself, and does not do here. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AgentUnderTest, faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { FakeUpstream, type Reply } from '../../test/contract/fake-upstream.ts';
import { awsVariables } from '../aws/upstream/context.ts';
import { manifest } from './manifest.ts';
import { answerAsBoth, isAws } from './upstream/aws-layer.ts';

const load = async () => (await import('./connector.ts')).connector;
const canary = 'canary-of-an-answer';
const json = { 'content-type': 'application/json' };
const one = { namespace: 'shop', name: 'web-1' };

let upstream: FakeUpstream;
let agent: AgentUnderTest;

beforeEach(async () => {
  upstream = await FakeUpstream.start((call) => answerAsBoth(call) ?? { status: 501, body: 'not known' });
  const env = { ...awsVariables, AWS_URL: upstream.url, EKS_CLUSTER: 'shop' };
  agent = new AgentUnderTest({ registry: [{ manifest, load }], env });
});
afterEach(() => {
  agent.close();
  return upstream.close();
});

function clusterAnswers(reply: Reply): void {
  upstream.answerWith((call) => (isAws(call) ? (answerAsBoth(call) ?? 'silence') : reply));
}

test('leaves the HTTP dispatcher of the process alone', async () => {
  const script = path.join(import.meta.dirname, 'upstream/ask-once.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, upstream.url]);
  const unset = ['undefined', 'undefined'];
  expect(JSON.parse(stdout)).toEqual({ before: unset, ok: [true, true], after: unset, fetched: 401 });
});

test('reads no variable of kubectl or of a proxy', async () => {
  const variables = process.env;
  const read = new Set<string>();
  const hostile = {
    ...variables,
    KUBECONFIG: '/nowhere',
    HTTPS_PROXY: 'http://127.0.0.1:1',
    ALL_PROXY: 'socks5://[::1]:1',
  };
  process.env = new Proxy<NodeJS.ProcessEnv>(hostile, {
    get: (all, name) => {
      // The AWS library, which finds the cluster, reads variables too.
      if (/@kubernetes|undici/u.test(new Error('read').stack ?? '')) read.add(String(name));
      return all[String(name)];
    },
  });
  try {
    expect((await agent.ask('k8s.getPod', one)).ok).toBe(true);
  } finally {
    process.env = variables;
  }
  expect([...read].filter((name) => /kube|proxy|^home|^user/iu.test(name))).toEqual([]);
});

test('sends no header of its own', async () => {
  await agent.ask('k8s.getPod', one);
  expect(upstream.calls.at(-1)?.headers).toEqual({
    host: new URL(upstream.url).host,
    connection: expect.any(String),
    accept: 'application/json',
    'user-agent': 'farol',
    authorization: expect.stringMatching(/^Bearer k8s-aws-v1\./u),
  });
});

test('changes no timestamp', async () => {
  const { data } = resultIn(await agent.ask('k8s.getPod', one));
  expect(data).toMatchObject({ pod: { createdAt: '2026-11-20T08:00:00Z' } });
});

test('takes no web page for an empty object', async () => {
  clusterAnswers({ status: 200, headers: { 'content-type': 'text/html' }, body: `<html>${canary}</html>` });
  const fault = faultIn(await agent.ask('k8s.getPod', one));
  expect(fault).toMatchObject({ code: 'wrong_endpoint', data: { variable: 'AWS_URL' } });
  expect(JSON.stringify(fault)).not.toContain(canary);
});

test.each([
  ['an empty object', '{}', '$.metadata'],
  ['no JSON', canary, '$'],
  ['an object that the library cannot walk', `{"metadata":{"managedFields":5,"name":"${canary}"}}`, '$'],
])('reports %s as another answer than is described, and no log quotes it', async (_what, body, place) => {
  clusterAnswers({ status: 200, headers: json, body });
  const fault = faultIn(await agent.ask('k8s.getPod', one));
  expect(fault).toMatchObject({ code: 'upstream_changed', data: { path: place } });
  expect(`${JSON.stringify(fault)}${agent.written.join('')}`).not.toContain(canary);
});

test.each([401, 403, 404, 409, 418, 500])('lets neither body nor headers of a %i out', async (status) => {
  clusterAnswers({ status, headers: { 'x-canary': canary }, body: canary });
  const fault = faultIn(await agent.ask('k8s.getPod', one));
  await agent.check();
  expect(`${JSON.stringify(fault)}${agent.written.join('')}`).not.toMatch(/canary|HTTP-Code/u);
});
