/** A connector of one read and one write, under names that the control plane knows as such. */
import { z } from 'zod';
import { defineOperation, type Operation } from '../../catalog/operation.ts';
import type { LoadedConnector, RegisteredConnector } from '../../src/connector/connector.ts';
import type { OperationContext } from '../../src/connector/context.ts';
import type { Manifest } from '../../src/connector/manifest.ts';
import { parseAnswer } from '../../src/core/parse-answer.ts';

export const readName = 'metrics.query';
export const writeName = 'tickets.addComment';

/** `answer` is another one for each request that reached the third party. */
export const Thing = z.strictObject({ thing: z.string(), answer: z.int() });

const thing = z.string().regex(/^[\w-]{8,64}$/u);
const read = defineOperation({
  name: readName,
  access: 'read',
  summary: 'Reads a thing.',
  arguments: () => z.strictObject({ thing }),
  result: () => Thing,
});
const write = defineOperation({
  name: writeName,
  access: 'write',
  summary: 'Writes a thing.',
  arguments: () => z.strictObject({ thing, idempotencyKey: thing }),
  result: () => Thing,
});
export const thingsCatalog = new Map<string, Operation>([
  [read.name, read],
  [write.name, write],
]);

const manifest = {
  id: 'things',
  title: 'Things',
  summary: 'Things.',
  vendorDocs: 'https://example.com',
  config: { THINGS_URL: { kind: 'url', need: 'required', description: 'Where.', example: 'http://x' } },
  credentials: [],
  grants: {},
  forbidden: [],
  operations: {
    [readName]: { grants: [], upstream: ['GET /things/{thing}'], redactions: [] },
    [writeName]: { grants: [], upstream: ['POST /things'], writes: 'POST /things', redactions: [] },
  } as Manifest['operations'],
  checks: {},
  // A busy machine is no slow system.
  limits: { upstreamCalls: 2, totalMs: 30_000, responseBytes: 10_000 },
} as const satisfies Manifest;

export const thingsConnector: RegisteredConnector = {
  manifest,
  load: () => {
    const http = (context: OperationContext) => context.http('THINGS_URL' as never);
    const operations = {
      [readName]: {
        async run(args: { thing: string }, context: OperationContext) {
          const { body } = await http(context).send({ method: 'GET', path: `/things/${args.thing}`, access: 'read' });
          return { data: parseAnswer(Thing, body), complete: true, truncated: false } as const;
        },
      },
      [writeName]: {
        async run(args: { thing: string }, context: OperationContext) {
          const call = { method: 'POST', path: '/things', json: { thing: args.thing }, access: 'write' } as const;
          const { body } = await http(context).send(call);
          return { data: parseAnswer(Thing, body), complete: true, truncated: false } as const;
        },
      },
    } as unknown as LoadedConnector['operations'];
    return Promise.resolve({ manifest, operations, checks: {}, symptoms: [], probes: {} });
  },
};
