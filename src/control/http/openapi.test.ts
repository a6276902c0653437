import { expect, test } from 'vitest';
import { z } from 'zod';
import { Me, TokenCreate } from '../api/api.ts';
import { renderOpenApi } from './openapi.ts';

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
    summary: 'Make one.',
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'limit', in: 'query', required: false, schema: { type: 'string' } },
    ],
    requestBody: { required: true, content: json('TokenCreate') },
    responses: {
      201: { description: 'Answer 201.', content: json('Me') },
      204: { description: 'Answer 204.' },
      default: { description: expect.any(String) as string, content: json('ApiError') },
    },
    security: [{ session: [], csrf: [] }],
  });
  expect(document.paths['/healthz']?.['get']?.['security']).toEqual([]);
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
