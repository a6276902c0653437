import { describe, expect, expectTypeOf, test } from 'vitest';
import type { Answer, Checks, ConnectorOperations } from './connector.ts';
import type { Manifest, OperationOf, SecretVariableOf, UrlVariableOf } from './manifest.ts';

const manifest = {
  id: 'example',
  title: 'Example',
  summary: 'Example.',
  vendorDocs: 'https://example.com',
  config: {
    EXAMPLE_URL: { kind: 'url', need: 'required', description: 'Where.', example: 'https://example.com' },
    EXAMPLE_TOKEN: { kind: 'secret', need: 'optional', description: 'Key.', example: 'k' },
  },
  credentials: [],
  grants: {},
  forbidden: [],
  operations: { 'metrics.list': { grants: [], upstream: ['GET /names'], redactions: [] } },
  checks: { readable: { proves: 'It reads.', grants: [], upstream: [], affects: ['metrics.list'] } },
  limits: { upstreamCalls: 1, totalMs: 1, responseBytes: 1 },
} as const satisfies Manifest;

const nothing: Answer<{ metrics: [] }> = { data: { metrics: [] }, complete: true, because: 'None.', truncated: false };

describe('the types that a manifest gives its code', () => {
  test('know its operations and variables', () => {
    expectTypeOf<OperationOf<typeof manifest>>().toEqualTypeOf<'metrics.list'>();
    expectTypeOf<UrlVariableOf<typeof manifest>>().toEqualTypeOf<'EXAMPLE_URL'>();
    expectTypeOf<SecretVariableOf<typeof manifest>>().toEqualTypeOf<'EXAMPLE_TOKEN'>();
  });

  test('take exactly the declared operations, with the arguments of the catalog', async () => {
    const operations = {
      'metrics.list': {
        run({ limit }, { config }) {
          expectTypeOf(limit).toBeNumber();
          expectTypeOf<Parameters<typeof config.url>>().toEqualTypeOf<['EXAMPLE_URL']>();
          return Promise.resolve(nothing);
        },
      },
    } satisfies ConnectorOperations<typeof manifest>;
    expect(Object.keys(operations)).toEqual(Object.keys(manifest.operations));
  });

  test('refuse what the compiler can see is wrong', () => {
    type Wanted = ConnectorOperations<typeof manifest>;
    const run = () => Promise.resolve(nothing);
    const runWrong = () => Promise.resolve({ ...nothing, data: { names: [] } });
    const list = { run: () => Promise.resolve({ status: 'ok', summary: '' } as const) };
    const operations = { 'metrics.drop': manifest.operations['metrics.list'] };
    const refused = [
      // @ts-expect-error A misspelt operation is not in the manifest.
      { 'metrics.lists': { run } } satisfies Wanted,
      // @ts-expect-error An operation that is declared has no code.
      {} satisfies Wanted,
      // @ts-expect-error The data is not what the catalog promises.
      { 'metrics.list': { run: runWrong } } satisfies Wanted,
      // @ts-expect-error A check that the manifest does not declare.
      { readable: list, more: list } satisfies Checks<typeof manifest>,
      // @ts-expect-error A connector cannot bind a name that the catalog lacks.
      { 'metrics.drop': operations['metrics.drop'] } satisfies Manifest['operations'],
    ];
    expect(refused).toHaveLength(5);
  });
});
