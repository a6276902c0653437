/** Messages of MCP that are wrong in one place: the envelope, the method, the tool, or what its schema says of an argument. */
import { type JsonSchema, makeBody, makeField, makeText, pick, type Random, writeObject } from './malformed-bodies.ts';
import type { Headers } from './malformed-callers.ts';

export interface ListedTool {
  readonly name: string;
  readonly inputSchema: JsonSchema;
}

export interface Message {
  readonly body: string;
  readonly headers: Headers;
}

const revision = '2026-07-28';
const methods = ['tools/list', 'server/discover', 'initialize', 'ping', 'notifications/cancelled'];
const client = {
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientInfo': { name: 'malformed', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const reads = ['metrics.query', 'tickets.search', 'logs.query', 'chat.postMessage', 'metrics.delete'];

/** A fifth is wrong already as a body; most of the others are read by the library, and by the tool that they call. */
export function makeMessage(random: Random, schema: JsonSchema | undefined, tools: readonly ListedTool[]): Message {
  if (random() < 0.2) return { body: makeBody(random, schema), headers: {} };
  const isCall = random() < 0.8;
  const otherMethod = random() < 0.7 ? pick(random, methods) : makeText(random);
  const method = isCall ? 'tools/call' : otherMethod;
  const { name, inputSchema } = pick(random, tools);
  const called = random() < 0.1 ? makeText(random) : name;
  const isCurrent = random() < 0.5;
  const meta = isCurrent ? `,"_meta":${random() < 0.1 ? makeField(random, {}) : JSON.stringify(client)}` : '';
  const args = random() < 0.2 ? makeField(random, {}) : makeArguments(random, inputSchema);
  const params = isCall ? `{"name":${JSON.stringify(called)},"arguments":${args}${meta}}` : makeField(random, {});
  const id = random() < 0.1 ? makeField(random, {}) : '1';
  return {
    body: `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${params}}`,
    headers: isCurrent ? headersOf(method, isCall ? called : undefined) : {},
  };
}

/** With the name of an operation in half of them, so that its own arguments are read too. */
function makeArguments(random: Random, schema: JsonSchema): string {
  if (schema.properties?.['operation'] === undefined || random() < 0.5) return writeObject(random, schema);
  const operation = JSON.stringify(pick(random, reads));
  return schema.properties['arguments'] === undefined
    ? `{"operation":${operation}}`
    : `{"operation":${operation},"arguments":${makeField(random, {})}}`;
}

/** What of them a header can hold; the library compares them with the body. */
function headersOf(method: string, name: string | undefined): Headers {
  const printable = (text: string): string => text.replaceAll(/[^\x21-\x7e]/gu, '?').slice(0, 100);
  return {
    'mcp-protocol-version': revision,
    'mcp-method': printable(method),
    ...(name !== undefined && { 'mcp-name': printable(name) }),
  };
}

export const refusedByRate = 'refused by rate';

/** How far a message came, for the report; undefined for one that has no answer of the protocol. */
export function classOfAnswer(status: number, text: string): string | undefined {
  if (text.includes('too_many_calls')) return refusedByRate;
  if (status >= 300) return undefined;
  if (/"isError":\s*true/u.test(text)) return 'refused by a tool';
  return /"error":\s*\{\s*"code":/u.test(text) ? 'refused by the protocol' : undefined;
}
