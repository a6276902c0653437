/** A connector of one write, for tests of the safety of writes: it looks the thing up, then adds it. */
import { z } from 'zod';
import { defineOperation, type Operation } from '../../catalog/operation.ts';
import type { LoadedConnector, RegisteredConnector } from '../../src/connector/connector.ts';
import type { OperationContext } from '../../src/connector/context.ts';
import type { Manifest } from '../../src/connector/manifest.ts';
import { commonSymptoms } from '../../src/connector/common-symptoms.ts';
import { diagnose, symptom } from '../../src/connector/symptom.ts';
import { Fault } from '../../src/core/fault.ts';
import type { HttpResponse } from '../../src/core/http-client.ts';
import { parseAnswer } from '../../src/core/parse-answer.ts';

const addThing = defineOperation({
  name: 'things.add',
  access: 'write',
  summary: 'Adds a thing.',
  arguments: () =>
    z.strictObject({
      name: z.string(),
      labels: z.record(z.string(), z.string()).optional(),
      idempotencyKey: z.string().regex(/^[\w-]{8,64}$/u),
    }),
  result: () => z.strictObject({ id: z.string(), note: z.string().optional() }),
});

export const thingsCatalog = new Map<string, Operation>([[addThing.name, addThing]]);

/** Operations of the double are not of the real catalog, which its type knows. */
const manifest = {
  id: 'things',
  title: 'Things',
  summary: 'Things.',
  vendorDocs: 'https://example.com',
  config: {
    THINGS_URL: { kind: 'url', need: 'required', description: 'Where.', example: 'http://x' },
    THINGS_TOKEN: { kind: 'secret', need: 'required', description: 'Key.', example: 'k' },
  },
  credentials: [],
  grants: {},
  forbidden: [],
  operations: {
    'things.add': {
      grants: [],
      upstream: ['GET /things', 'POST /things'],
      writes: 'POST /things',
      redactions: [],
    },
  } as Manifest['operations'],
  checks: {},
  limits: { upstreamCalls: 5, totalMs: 400, responseBytes: 10_000 },
} as const satisfies Manifest;

const symptoms = [
  symptom({
    id: 'denied',
    seen: '403',
    when: { status: 403 },
    kind: 'permission_missing',
    data: { grant: 'things:write', layer: 'scope' },
    remedy: 'Grant things:write to the token.',
    example: { status: 403, body: '' },
  }),
  symptom({
    id: 'denied_in_words',
    seen: '200 with ok false',
    when: { status: 200, body: /"ok":false/u },
    kind: 'not_found_or_hidden',
    data: { what: 'the shelf' },
    remedy: 'Name a shelf that exists.',
    example: { status: 200, body: '{"ok":false}' },
  }),
  ...commonSymptoms('THINGS_URL'),
];

const Added = z.object({ id: z.string(), note: z.string().optional() });

/** What a handler does beyond the one write, to see what comes of it. */
export type Misstep =
  | 'writes twice'
  | 'reads afterwards'
  | 'writes as a read'
  | 'throws afterwards'
  | 'leaves out the id';

async function add({ name }: { name: string }, context: OperationContext, misstep: Misstep | undefined) {
  const http = context.http('THINGS_URL' as never, {
    authorize: async () => ({
      authorization: `Bearer ${(await context.secrets.read('THINGS_TOKEN' as never))?.reveal()}`,
    }),
  });
  const demand = (response: HttpResponse): HttpResponse => {
    if (response.status < 300 && !response.body.includes('"ok":false')) return response;
    const describe = (variable: string): string | undefined => context.config.describe(variable);
    throw diagnose(symptoms, { response, path: '/things', nowMs: context.nowMs, variable: describe });
  };
  const look = async () => demand(await http.send({ method: 'GET', path: '/things', access: 'read' }));
  const write = async () =>
    demand(
      await http.send({
        method: 'POST',
        path: '/things',
        json: { name },
        access: misstep === 'writes as a read' ? 'read' : 'write',
      }),
    );
  await look();
  const { body } = await write();
  if (misstep === 'writes twice') await write();
  if (misstep === 'reads afterwards') await look();
  if (misstep === 'throws afterwards') throw new TypeError('undefined is not a thing');
  const data = parseAnswer(Added, body);
  return { data: misstep === 'leaves out the id' ? {} : data, complete: true, truncated: false } as const;
}

export function thingsConnector(misstep?: Misstep): RegisteredConnector {
  const operations = {
    'things.add': {
      guard({ name }: { name: string }) {
        if (name === 'forbidden') throw new Fault('refused', { rule: 'no_such_name' }, 'Use another name.');
      },
      run: (args: { name: string }, context: OperationContext) => add(args, context, misstep),
    },
  } as unknown as LoadedConnector['operations'];
  return { manifest, load: () => Promise.resolve({ manifest, operations, checks: {}, symptoms, probes: {} }) };
}
