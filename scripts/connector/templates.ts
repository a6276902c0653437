/** The files of a new connector: small, whole and green, with the places to change in plain sight. */
import { type ScaffoldedOperation, type Scaffold, typeNameOf } from './scaffold-plan.ts';

export function renderFiles(plan: Scaffold): ReadonlyMap<string, string> {
  const folder = `connectors/${plan.id}`;
  return new Map([
    [`${folder}/manifest.ts`, manifestOf(plan)],
    [`${folder}/schema.ts`, schemaOf(plan)],
    [`${folder}/client.ts`, clientOf(plan)],
    [`${folder}/operations.ts`, operationsOf(plan)],
    [`${folder}/health.ts`, healthOf(plan)],
    [`${folder}/symptoms.ts`, symptomsOf(plan)],
    [`${folder}/connector.ts`, connectorOf()],
    [`${folder}/guide.md`, guideOf(plan)],
    [`${folder}/upstream/exemplar.ts`, exemplarOf(plan)],
  ]);
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function manifestOf({ id, title, prefix, operations }: Scaffold): string {
  return `/** What ${title} is asked, and with which permission. */
import type { Manifest } from '../../src/connector/manifest.ts';

export const manifest = {
  id: ${quoted(id)},
  title: ${quoted(title)},
  summary: ${quoted(`Reads from ${title}.`)},
  vendorDocs: 'https://example.com/docs',
  config: {
    ${prefix}_URL: {
      kind: 'url',
      need: 'required',
      description: 'Address of the interface.',
      example: 'https://${id}.example.com',
    },
    ${prefix}_TOKEN: {
      kind: 'secret',
      need: 'required',
      description: 'Token that may read and nothing else.',
      example: 'read-only-token',
    },
  },
  credentials: [
    { id: 'token', title: 'Token', verdict: 'recommended', note: 'Carries the permissions that were chosen for it.' },
  ],
  grants: {
    read: { group: 'Permission of the token', need: 'required', purpose: 'Every read of this connector.' },
  },
  forbidden: [{ grant: 'admin', because: 'No operation administers anything.' }],
  operations: {
${operations.map(declarationOf).join('\n')}
  },
  checks: {
    readable: {
      proves: 'The address answers and the token may read.',
      grants: ['read'],
      upstream: [${quoted(operations[0].call)}],
      affects: [${operations.map(({ name }) => quoted(name)).join(', ')}],
    },
  },
  limits: { upstreamCalls: 20, totalMs: 30_000, responseBytes: 8 << 20 },
} as const satisfies Manifest;
`;
}

function declarationOf({ name, call, windowSec, dialect }: ScaffoldedOperation): string {
  return `    ${quoted(name)}: {
      grants: ['read'],
      upstream: [${quoted(call)}],${dialect === undefined ? '' : `\n      dialects: [${quoted(dialect)}],`}
      redactions: [],${windowSec === undefined ? '' : `\n      windowSec: ${windowSec},`}
    },`;
}

function schemaOf({ operations }: Scaffold): string {
  const lines = operations.map(
    ({ name }) => `/** Of ${name}: replace it by the fields that the system answers. */
export const ${typeNameOf(name)} = resultOf(${quoted(name)});
`,
  );
  return `/** Answers of the system: loose objects of the fields that are used, and no others. */
import { z } from 'zod';
import { catalog, type OperationName } from '../../catalog/index.ts';
import { rowsOf } from '../../src/core/rows.ts';

${lines.join('\n')}
/** To begin with, the system answers what the catalog promises. */
function resultOf(name: OperationName): z.ZodType {
  const operation = catalog.get(name);
  if (operation === undefined) throw new Error(\`\${name} is not in the catalog\`);
  return readable(operation.result);
}

/** A row that cannot be read costs that row alone: in your own schema, write \`rowsOf(Row)\` for a list of rows. */
function readable(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional) return readable(schema.unwrap() as z.ZodType).optional();
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodObject) return rowsOf(readable(schema.element));
  if (!(schema instanceof z.ZodObject)) return schema;
  const members = Object.entries(schema.shape).map(([member, of]) => [member, readable(of as z.ZodType)]);
  return z.looseObject(Object.fromEntries(members) as z.ZodRawShape);
}
`;
}

function clientOf({ title, prefix, operations }: Scaffold): string {
  const methods = operations.map(
    ({ name, call }) => `    ${methodOf(name)}: async () =>
      (await ask(${typeNameOf(name)}, { method: 'GET', path: ${quoted(call.slice('GET '.length))}, access: 'read' })).answer,`,
  );
  return `/** The only file of this connector that talks to ${title}. */
import { createAsker } from '../../src/connector/ask-json.ts';
import type { ConnectorContext } from '../../src/connector/context.ts';
import type { manifest } from './manifest.ts';
import { ${operations
    .map(({ name }) => typeNameOf(name))
    .toSorted()
    .join(', ')} } from './schema.ts';
import { symptoms } from './symptoms.ts';

type Context = ConnectorContext<typeof manifest>;

export interface Client {
${operations.map(({ name }) => `  ${methodOf(name)}(): Promise<unknown>;`).join('\n')}
}

export function openClient(context: Context): Client {
  const http = context.http('${prefix}_URL', { authorize: () => authorize(context) });
  const ask = createAsker(context, { http, symptoms });
  return {
${methods.join('\n')}
  };
}

async function authorize({ secrets }: Context): Promise<Record<string, string>> {
  const token = await secrets.read('${prefix}_TOKEN');
  return token === undefined ? {} : { authorization: \`Bearer \${token.reveal()}\` };
}
`;
}

function operationsOf({ operations }: Scaffold): string {
  const entries = operations.map(
    ({ name }) => `  ${quoted(name)}: {
    async run(_args, context) {
      const data = (await openClient(context).${methodOf(name)}()) as DataOf<${quoted(name)}>;
      return { data, complete: true, because: 'The read was allowed.', truncated: false };
    },
  },`,
  );
  return `/** From a question of the catalog to the system's own words, and back. */
import type { DataOf } from '../../catalog/index.ts';
import type { ConnectorOperations } from '../../src/connector/connector.ts';
import { openClient } from './client.ts';
import type { manifest } from './manifest.ts';

export const operations = {
${entries.join('\n')}
} satisfies ConnectorOperations<typeof manifest>;
`;
}

function healthOf({ operations }: Scaffold): string {
  return `/** A check does what an operation does: being able to sign in is not enough. */
import type { Checks } from '../../src/connector/connector.ts';
import { openClient } from './client.ts';
import type { manifest } from './manifest.ts';

export const checks = {
  readable: {
    async run(context) {
      await openClient(context).${methodOf(operations[0].name)}();
      return { status: 'ok', summary: 'The address answers and the token may read.', held: ['read'] };
    },
  },
} satisfies Checks<typeof manifest>;
`;
}

function symptomsOf({ title, prefix }: Scaffold): string {
  return `/** What ${title} answers when it refuses, and what that means. Most specific first. */
import { commonSymptoms, webPageAt } from '../../src/connector/common-symptoms.ts';
import { type Symptom, symptom } from '../../src/connector/symptom.ts';

export const symptoms: readonly Symptom[] = [
  symptom({
    id: 'token_rejected',
    seen: '401',
    when: { status: 401, variables: { ${prefix}_TOKEN: 'set' } },
    kind: 'credential_rejected',
    data: { kind: 'token', reason: 'rejected' },
    remedy: 'Create another token in ${title} and put it into ${prefix}_TOKEN.',
    example: { status: 401, body: '{"message":"unauthorized"}' },
  }),
  symptom({
    id: 'permission_missing',
    seen: '403',
    when: { status: 403, variables: { ${prefix}_TOKEN: 'set' } },
    kind: 'permission_missing',
    data: { grant: 'read', layer: 'permission of the token' },
    remedy: 'Give the token the permission to read. Do not rotate it: it is valid.',
    example: { status: 403, body: '{"message":"forbidden"}' },
  }),
  webPageAt('${prefix}_URL', 'Set ${prefix}_URL to the interface itself, and not to the pages for people.'),
  ...commonSymptoms('${prefix}_URL'),
];
`;
}

function connectorOf(): string {
  return `import { defineConnector } from '../../src/connector/connector.ts';
import { checks } from './health.ts';
import { manifest } from './manifest.ts';
import { operations } from './operations.ts';
import { symptoms } from './symptoms.ts';

export const connector = defineConnector({ manifest, operations, checks, symptoms, probes: {} });
`;
}

function guideOf({ title, prefix }: Scaffold): string {
  return `1. Sign in to ${title} as an administrator and create a token that may read and nothing else.
2. Put it into a file that only the Agent reads, and name the file in \`${prefix}_TOKEN_FILE\`.
3. Set \`${prefix}_URL\` to the address of the interface.
`;
}

function exemplarOf({ prefix, operations }: Scaffold): string {
  const routes = operations.map(
    ({ name, call, answer }) => `    {
      call: ${quoted(call)},
      headers,
      answers: ${typeNameOf(name)},
      reply: () => answerJson(${JSON.stringify(answer)}),
    },`,
  );
  const questions = operations.map(({ name, args }) => `    ${quoted(name)}: [${JSON.stringify(args)}],`);
  return `import { z } from 'zod';
import { ${operations
    .map(({ name }) => typeNameOf(name))
    .toSorted()
    .join(', ')} } from '../schema.ts';
import { answerJson, describeUpstream } from '../../../test/contract/described-upstream.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';

const headers = z.looseObject({ authorization: z.string().startsWith('Bearer ') });

export const exemplar: Exemplar = {
  variables: { ${prefix}_URL: '{upstream}', ${prefix}_TOKEN: 'token-{canary}' },
  reply: describeUpstream([
${routes.join('\n')}
  ]),
  questions: {
${questions.join('\n')}
  },
  failures: [],
};
`;
}

function methodOf(name: string): string {
  return name.slice(name.indexOf('.') + 1).replaceAll(/_(\w)/gu, (_match, letter: string) => letter.toUpperCase());
}
