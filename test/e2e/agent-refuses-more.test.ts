/**
 * A control plane that does not enforce: its own catalog calls every write a read and has an operation that nobody
 * else has, so that its checks of role, scope and assistant let everything pass. The Agent is a process of its own,
 * with its own catalog and the settings of its operator. A command on the tunnel names no caller: the Agent receives
 * the same for every one, which is why each way is asked from its beginning.
 *
 * @module-tag deep
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalog } from '../../catalog/index.ts';
import type { Operation } from '../../catalog/operation.ts';
import { type AuditLine, parseAuditLine } from '../../src/agent/audit/audit-line.ts';
import { verifyAudit } from '../../src/agent/audit/verify-audit.ts';
import { Fleet, OperationRefusal, OperationResponse, TokenCreated } from '../../src/control/api/api.ts';
import { connectAssistant, createMcpToken } from '../assistant.ts';
import { FakeUpstream } from '../contract/fake-upstream.ts';
import { startTestControl, type TestControl } from '../control-plane.ts';
import { type AgentProcess, startAgentProcess } from './agent-process.ts';

type Headers = Readonly<Record<string, string>>;

interface Refusal {
  readonly code: string;
  readonly layer?: string | undefined;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  readonly request_id: string;
}

interface Asked {
  readonly operation: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const query = { dialect: 'promql', text: 'up' };
const allowed = { operations: ['metrics.query', 'tickets.search'], writes: [] };
const post = { channel: 'C0123456789', text: 'x', idempotencyKey: 'a-key-of-a-caller' };

/** What is asked, and how the Agent refuses it. */
const more: readonly (Asked & { readonly what: string; readonly code: string; readonly data: object })[] = [
  {
    what: 'an operation that is not in the catalog',
    operation: 'metrics.delete',
    args: { query },
    code: 'not_in_catalog',
    data: { operation: 'metrics.delete' },
  },
  {
    what: 'a write that its operator has not enabled',
    operation: 'chat.postMessage',
    args: post,
    code: 'not_enabled',
    data: { operation: 'chat.postMessage' },
  },
  {
    what: 'a read that its operator has not enabled',
    operation: 'metrics.list',
    args: {},
    code: 'not_enabled',
    data: { operation: 'metrics.list' },
  },
  {
    what: 'an argument that the schema does not have',
    operation: 'metrics.query',
    args: { query, path: '/api/v1/admin/tsdb/delete_series' },
    code: 'invalid_arguments',
    data: { field: 'path' },
  },
  {
    what: 'an operation of a connector that is not configured',
    operation: 'tickets.search',
    args: { query: { dialect: 'jql', text: 'project = OPS' } },
    code: 'not_configured',
    data: { variable: 'JIRA_URL' },
  },
  {
    what: 'more rows than one answer may have',
    operation: 'metrics.query',
    args: { query, limit: 1001 },
    code: 'invalid_arguments',
    data: { field: 'limit' },
  },
  {
    what: 'a wider window than one question may have',
    operation: 'metrics.query',
    args: { query, window: { from: 'now-90d' } },
    code: 'window_too_wide',
    data: { allowed: '31 days' },
  },
];

let running: TestControl;
let upstream: FakeUpstream;
let agent: AgentProcess;
let assistant: Client;
/** Of a member, who asks reads, and of a token whose only scope is reads. */
const callers = new Map<string, Headers>();

/** The control plane runs in this process and has this catalog; the Agent has its own. */
const believed = catalog as Map<string, Operation>;
/** Put back at the end: other test files of this process read the same catalog. */
const original = new Map(believed);

function stopEnforcing(): void {
  for (const operation of original.values()) {
    const { name, summary, arguments: args, result } = operation;
    believed.set(name, { name, summary, arguments: args, result, access: 'read' });
  }
  const metrics = catalog.get('metrics.query');
  if (metrics === undefined) throw new Error('the catalog has no metrics.query');
  believed.set('metrics.delete', { ...metrics, name: 'metrics.delete' });
}

function metricsAt(asked: string): unknown {
  const dataOf: Readonly<Record<string, unknown>> = { labels: ['job'], values: ['up'], metadata: {} };
  const instant = { resultType: 'vector', result: [{ metric: { job: 'api' }, value: [Date.now() / 1000, '42'] }] };
  return { status: 'success', data: dataOf[asked.split('/').at(-1) ?? ''] ?? instant };
}

beforeAll(async () => {
  upstream = await FakeUpstream.start(({ path: asked }) => ({ status: 200, body: JSON.stringify(metricsAt(asked)) }));
  running = await startTestControl();
  const owner = await running.signIn('owner');
  const mint = async (body: object): Promise<string> =>
    TokenCreated.parse((await running.send({ method: 'POST', path: '/api/tokens', headers: owner, body })).json())
      .value;
  const allowFile = path.join(running.folder, 'allow.json');
  await writeFile(allowFile, JSON.stringify(allowed), { mode: 0o600 });
  agent = await startAgentProcess(running, {
    instance: 'agent-1',
    token: await mint({ kind: 'bootstrap', class: 'agent', name: 'agent-1' }),
    metricsUrl: upstream.url,
    // Slack is configured, so that nothing but the list of its operator is between a write and the system.
    settings: {
      RUNNER_ALLOW_FILE: allowFile,
      SLACK_URL: upstream.url,
      SLACK_BOT_TOKEN: 'xoxb-of-the-agent-alone',
      RUNNER_CONNECTOR_OPERATIONS_PER_MINUTE: '1000',
    },
    // Its first checks have come to their end, so that every later call upstream is of a question.
    isReady: async () => {
      const { instances } = Fleet.parse((await running.send({ path: '/api/fleet', headers: owner })).json());
      return instances.some(({ state, checks_at: at }) => state === 'live' && at !== undefined);
    },
  });
  callers.set('a session', await running.signIn('member'));
  const read = await mint({ kind: 'read', name: 'script', scopes: ['operations'] });
  callers.set('a read token (rapi_)', { authorization: `Bearer ${read}` });
  assistant = await connectAssistant(running, (await createMcpToken(running, owner)).value, '2026-07-28');
  stopEnforcing();
}, 120_000);
afterAll(async () => {
  await assistant?.close();
  await agent?.stop('SIGTERM');
  await running.close();
  await upstream.close();
  believed.clear();
  for (const [name, operation] of original) believed.set(name, operation);
});

type Route = (asked: Asked) => Promise<{ readonly refusal?: Refusal; readonly data?: unknown }>;

const byApi =
  (caller: string): Route =>
  async ({ operation, args }) => {
    const to = { method: 'POST', path: `/api/operations/${operation}`, headers: callers.get(caller) ?? {} };
    const answer = await running.send({ ...to, body: { args } });
    if (answer.status === 200) return { data: OperationResponse.parse(answer.json()).result.data };
    return { refusal: OperationRefusal.parse(answer.json()).error };
  };

const byAssistant: Route = async ({ operation, args }) => {
  const answer = await assistant.callTool({
    name: 'catalog_read',
    arguments: { operation, arguments: args },
  });
  if (answer.isError !== true) return { data: (answer.structuredContent as { data: unknown }).data };
  return { refusal: answer._meta?.['farol/error'] as Refusal };
};

const routes: readonly (readonly [string, Route])[] = [
  ...['a session', 'a read token (rapi_)'].map((caller) => [caller, byApi(caller)] as const),
  ['an assistant (rmcp_)', byAssistant],
];

async function findRecord(requestId: string): Promise<AuditLine | undefined> {
  const lines = (await readFile(agent.auditFile, 'utf8')).trimEnd().split('\n');
  const records = lines.map(parseAuditLine).filter((one) => one?.event === 'operation');
  return records.find((one) => one?.event === 'operation' && one.request_id === requestId);
}

describe.each(routes)('through a control plane that does not enforce, with %s', (_caller, ask) => {
  test.each(more)('the Agent, which cannot know the caller, refuses $what', async ({ operation, args, code, data }) => {
    upstream.answerWith({ status: 500, body: '' });
    const { refusal } = await ask({ operation, args });
    expect(refusal).toMatchObject({ code, layer: 'agent', data });
    expect(upstream.calls).toEqual([]);
    expect(await findRecord(refusal?.request_id ?? '')).toMatchObject({
      operation,
      outcome: code,
      upstream_calls: 0,
      rows: 0,
    });
  });

  test('the Agent answers what its operator enabled, so that the way to the system is open', async () => {
    upstream.answerWith(({ path: asked }) => ({ status: 200, body: JSON.stringify(metricsAt(asked)) }));
    const { data } = await ask({ operation: 'metrics.query', args: { query } });
    expect(data).toMatchObject({ series: [{ labels: { job: 'api' } }] });
    expect(upstream.calls.length).toBeGreaterThan(0);
  });
});

test('the audit log of the Agent is intact, with a record of each question', async () => {
  expect(await verifyAudit(agent.auditFile)).toMatchObject({ intact: true });
  const lines = (await readFile(agent.auditFile, 'utf8')).trimEnd().split('\n').map(parseAuditLine);
  const outcomes = lines.flatMap((line) => (line?.event === 'operation' ? [line.outcome] : []));
  const expected = [...more.map(({ code }) => code), 'answered'];
  expect(outcomes.toSorted()).toEqual(routes.flatMap(() => expected).toSorted());
});
