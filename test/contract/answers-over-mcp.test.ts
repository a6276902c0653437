/**
 * Every read of every connector, asked by an assistant: the operation gate, the tunnel, the control plane and the client
 * of MCP are real, and the exemplar plays the system. What comes back has the schemas that the tools promised.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/client';
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { knownDigest } from '../../catalog/known-digest.ts';
import type { TunnelClient } from '../../src/tunnel/port.ts';
import { connectAssistant, createMcpToken } from '../assistant.ts';
import { startTestControl, type TestControl } from '../control-plane.ts';
import { startInstance } from '../instance.ts';
import { ConnectorUnderTest, loaded } from './connector-under-test.ts';

type Headers = Readonly<Record<string, string>>;
type Structured = Readonly<Record<string, unknown>>;

/** Below what one token may call in a minute. */
const callsOfToken = 100;

let running: TestControl;
let owner: Headers;
let ofAnswer: ValidateFunction;
/** Unknown formats are those of zod, which has a pattern beside each. */
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const assistants: Client[] = [];
let calls = 0;

beforeAll(async () => {
  running = await startTestControl();
  owner = await running.signIn('owner');
  const { tools } = await (await assistant()).listTools();
  ofAnswer = ajv.compile(tools.find(({ name }) => name === 'catalog_read')?.outputSchema as AnySchema);
});
afterAll(async () => {
  for (const one of assistants) await one.close();
  await running.close();
});

async function assistant(): Promise<Client> {
  calls += 1;
  const current = assistants.at(-1);
  if (current !== undefined && calls % callsOfToken !== 0) return current;
  const next = await connectAssistant(running, (await createMcpToken(running, owner)).value, '2026-07-28');
  assistants.push(next);
  return next;
}

async function call(name: string, args: Record<string, unknown>): Promise<Structured> {
  const { isError, structuredContent, content } = await (await assistant()).callTool({ name, arguments: args });
  if (isError === true) throw new Error(JSON.stringify(content));
  return structuredContent as Structured;
}

describe.each(loaded)('%s', (id, registered) => {
  const it = new ConnectorUnderTest(registered);
  let tunnel: TunnelClient | undefined;
  beforeAll(async () => {
    await it.start();
    it.upstream.answerWith(it.strict([]));
    const agent = it.agentWith();
    tunnel = await startInstance(running, {
      class: 'agent',
      instance: id,
      owner,
      catalogDigest: knownDigest,
      handlers: { 'operation.run': ({ operation, args }, { signal }) => agent.ask(operation, args, { signal }) },
    });
    while (tunnel.state().state !== 'live') await sleep(20);
  });
  afterAll(async () => {
    await tunnel?.close();
    await it.close();
  });

  test.each(it.reads)('%s returns what its schema promises', async (name) => {
    const described = (await call('catalog_describe', { operation: name, json_schema: true }))['result'] as {
      readonly $id: string;
    };
    const ofData = ajv.getSchema(described.$id) ?? ajv.compile(described);
    const given = await call('catalog_read', { operation: name, arguments: it.questionsOf(name)[0], instance: id });
    expect([ofAnswer(given), ofAnswer.errors]).toEqual([true, null]);
    expect(given['schema']).toBe(described.$id);
    expect([ofData(given['data']), ofData.errors]).toEqual([true, null]);
    // It must be able to say no.
    expect(ofData('a text')).toBe(false);
  });
});
