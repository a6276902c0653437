import { expect, test } from 'vitest';
import { z } from 'zod';
import { Me, OperationRefusal, TokenCreate } from '../api/api.ts';
import { noNul, renderOpenApi } from './openapi.ts';

const document = renderOpenApi(
  [
    {
      method: 'POST',
      url: '/api/tokens/:id',
      access: 'admin',
      summary: 'Make one.',
      schema: {
        params: z.strictObject({ id: z.string() }),
        querystring: z.strictObject({ limit: z.string().optional() }),
        body: TokenCreate,
        response: { 201: Me, 204: z.undefined() },
      },
    },
    { method: 'GET', url: '/healthz', access: 'public', summary: undefined, schema: undefined },
  ],
  'https://farol.example',
) as {
  openapi: string;
  paths: Record<string, Record<string, Record<string, unknown>>>;
  components: { schemas: Record<string, unknown> };
};

test('a route is described by the schemas that check it', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(document.paths['/api/tokens/{id}']?.['post']).toEqual({
    operationId: 'postApiTokensId',
    tags: ['tokens'],
    summary: 'Make one.',
    description: 'Make one. Signed-in admins and owners may call it.',
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: noNul } },
      { name: 'limit', in: 'query', required: false, schema: { type: 'string', pattern: noNul } },
    ],
    requestBody: { required: true, content: json('TokenCreate') },
    responses: {
      201: { description: 'Success.', content: json('Me') },
      204: { description: 'Done. There is nothing to return.' },
      '4XX': { description: expect.any(String) as string, content: json('ApiError') },
      default: { description: expect.any(String) as string, content: json('ApiError') },
    },
    security: [{ session: [], csrf: [] }],
  });
  expect(document.paths['/healthz']?.['get']?.['security']).toEqual([]);
});

test('a part of an address without a schema is described too, and a refusal of its own beside the common one', () => {
  const route = {
    method: 'POST',
    url: '/api/operations/:name',
    access: 'asker' as const,
    summary: undefined,
    schema: { response: { 200: z.strictObject({}), '4xx': OperationRefusal } },
  };
  const { paths } = renderOpenApi([route], 'https://farol.example') as typeof document;
  const { parameters, responses } = paths['/api/operations/{name}']?.['post'] ?? {};
  expect(parameters).toEqual([{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }]);
  expect(Object.keys(responses as object)).toEqual(['200', '4XX', 'default']);
  expect(JSON.stringify(responses)).toMatch(/anyOf.*OperationRefusal.*ApiError/u);
});

test('a body that the handler checks itself is described too', () => {
  const body = z.strictObject({ tenant: z.string() });
  const route = { method: 'POST', url: '/enroll/begin', access: 'own' as const, summary: undefined, schema: {}, body };
  const { paths } = renderOpenApi([route], 'https://farol.example') as typeof document;
  expect(paths['/enroll/begin']?.['post']?.['requestBody']).toMatchObject({
    required: true,
    content: { 'application/json': { schema: { required: ['tenant'], additionalProperties: false } } },
  });
});

test('lists only components that a path leads to', () => {
  expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(['Me', 'Role', 'ApiError']));
  expect(document.components.schemas).not.toHaveProperty('CatalogList');
});

test('an address of no subject is refused', () => {
  const route = { method: 'GET', url: '/api/elsewhere', access: 'public' as const, summary: 'x', schema: undefined };
  expect(() => renderOpenApi([route], 'https://farol.example')).toThrow('belongs to no tag');
});

test('every reference leads to a component', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/gu)].map(
    (one) => one[1]!,
  );
  expect(references).toContain('Role');
  expect(references.filter((name) => !Object.hasOwn(document.components.schemas, name))).toEqual([]);
});

function json(name: string): unknown {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } };
}
