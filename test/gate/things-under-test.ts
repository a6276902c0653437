/** The operation gate with operations and connectors of its own, which do whatever a test plans; everything opened is closed after each test. */
import { afterEach } from 'vitest';
import { z } from 'zod';
import { defineOperation, type Operation } from '../../catalog/operation.ts';
import { Window } from '../../catalog/window.ts';
import type {
  Answer,
  ConnectorOperation,
  LoadedConnector,
  RegisteredConnector,
} from '../../src/connector/connector.ts';
import type { Manifest } from '../../src/connector/manifest.ts';
import { AgentUnderTest } from '../contract/agent-under-test.ts';

const readThing = defineOperation({
  name: 'things.read',
  access: 'read',
  summary: 'Reads things.',
  arguments: () =>
    z.strictObject({
      name: z.string().max(50),
      window: Window.optional(),
      nested: z.strictObject({ a: z.int() }).optional(),
    }),
  result: () => z.strictObject({ things: z.array(z.string()) }),
});
const writeThing = defineOperation({
  name: 'things.write',
  access: 'write',
  summary: 'Writes things.',
  arguments: () => readThing.arguments.extend({ idempotencyKey: z.string() }),
  result: () => readThing.result,
});
const things = new Map<string, Operation>([
  ['things.read', readThing],
  ['things.write', writeThing],
]);

const manifest = (id: string, tokenNeed: 'required' | 'optional' = 'optional'): Manifest =>
  ({
    id,
    title: 'Things',
    summary: 'Things.',
    vendorDocs: 'https://example.com',
    config: {
      [`${id.toUpperCase()}_URL`]: { kind: 'url', need: 'required', description: 'Where.', example: 'http://x' },
      [`${id.toUpperCase()}_TOKEN`]: { kind: 'secret', need: tokenNeed, description: 'Key.', example: 'k' },
    },
    credentials: [],
    grants: {},
    forbidden: [],
    operations: {
      'things.read': { grants: [], upstream: ['GET /things/{name}'], redactions: [], windowSec: 3600 },
      'things.write': { grants: [], upstream: ['POST /things'], redactions: [] },
    },
    checks: {},
    limits: { upstreamCalls: 3, totalMs: 2000, responseBytes: 10_000 },
  }) as Manifest;

/** What happened, in order: the spies of these tests. */
export type Steps = string[];
export const answer: Answer = { data: { things: ['a'] }, complete: true, truncated: false };

export interface Planned {
  readonly id?: string;
  readonly handler?: Partial<ConnectorOperation<{ name: string }>>;
  readonly steps?: Steps;
  readonly tokenNeed?: 'required' | 'optional';
}

function connectorOf({ id = 'first', handler = {}, steps = [], tokenNeed }: Planned = {}): RegisteredConnector {
  const code: ConnectorOperation = {
    async guard(args, context) {
      steps.push('guard');
      await handler.guard?.(args as { name: string }, context);
    },
    async run(args, context) {
      steps.push('run');
      return (await handler.run?.(args as { name: string }, context)) ?? answer;
    },
  };
  return {
    manifest: manifest(id, tokenNeed),
    load: () => {
      steps.push('load');
      const operations = { 'things.read': code, 'things.write': code } as LoadedConnector['operations'];
      return Promise.resolve({ manifest: manifest(id, tokenNeed), operations, checks: {}, symptoms: [], probes: {} });
    },
  };
}

type Options = Partial<ConstructorParameters<typeof AgentUnderTest>[0]> & { readonly planned?: Planned[] };

export interface ThingsUnderTest {
  readonly agentWith: (options: Options) => AgentUnderTest;
  readonly closeLater: (one: { close(): unknown }) => void;
}

/** Called once in a test file, outside its tests. */
export function thingsUnderTest(): ThingsUnderTest {
  const opened: { close(): unknown }[] = [];
  afterEach(() => {
    for (const one of opened.splice(0)) one.close();
  });
  return {
    agentWith(options) {
      const agent = new AgentUnderTest({
        registry: (options.planned ?? [{}]).map(connectorOf),
        catalog: things,
        env: { FIRST_URL: 'http://127.0.0.1:1', FIRST_TOKEN: 'a-secret-of-first', SECOND_URL: 'http://127.0.0.1:1' },
        ...options,
      });
      opened.push(agent);
      return agent;
    },
    closeLater: (one) => void opened.push(one),
  };
}
