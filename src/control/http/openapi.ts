/**
 * Describes the HTTP interface as OpenAPI 3.1, from the same schemas that check requests and answers.
 * Bodies that `api.ts` exports become named components; there is nothing to keep in step by hand.
 */
import type { FastifySchema, RouteOptions } from 'fastify';
import { z } from 'zod';
import * as api from '../api/api.ts';
import type { Access } from './access.ts';
import type { Deprecation } from './deprecation.ts';

export interface DescribedRoute {
  readonly method: string;
  /** Fastify's spelling, `/a/:id`. */
  readonly url: string;
  readonly access: Access;
  readonly schema: FastifySchema | undefined;
  readonly summary: string | undefined;
  readonly deprecated?: Deprecation | undefined;
}

const componentNames = new Map<unknown, string>(Object.entries(api).map(([name, schema]) => [schema, name]));
const componentPath = (name: string): string => `#/components/schemas/${name}`;

/** One entry for each method of a route; HEAD is implied by GET and left out. */
export function describeRoute(options: RouteOptions): DescribedRoute[] {
  const methods = Array.isArray(options.method) ? options.method : [options.method];
  return methods
    .filter((method) => method !== 'HEAD')
    .map((method) => ({
      method,
      url: options.url,
      access: options.config?.access ?? 'own',
      schema: options.schema,
      summary: options.config?.summary,
      deprecated: options.config?.deprecated,
    }));
}

export function renderOpenApi(routes: readonly DescribedRoute[], server: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes.toSorted((a, b) => a.url.localeCompare(b.url))) {
    const path = route.url.replaceAll(/:([A-Za-z_]+)/gu, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = renderOperation(route);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Farol control plane', version: '1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: server }],
    paths,
    components: { schemas: renderComponents(), securitySchemes },
  };
}

const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: '__Host-farol', description: 'Signed-in person.' },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: api.csrfHeader,
    description: 'csrf of GET /api/me, on every request of a signed-in person that changes something.',
  },
  token: { type: 'http', scheme: 'bearer', description: 'A token whose prefix fits the route.' },
} as const;

function renderOperation({
  method,
  url,
  access,
  schema,
  summary,
  deprecated,
}: DescribedRoute): Record<string, unknown> {
  const parameters = [...renderParameters('path', schema?.params), ...renderParameters('query', schema?.querystring)];
  return {
    operationId: `${method.toLowerCase()}${url.replaceAll(/[^A-Za-z]+([A-Za-z])?/gu, (_, letter: string | undefined) => (letter ?? '').toUpperCase())}`,
    ...(summary !== undefined && { summary }),
    ...(deprecated !== undefined && { deprecated: true, 'x-sunset': deprecated.until }),
    ...(parameters.length > 0 && { parameters }),
    ...(schema?.body !== undefined && { requestBody: { required: true, content: renderContent(schema.body) } }),
    responses: renderResponses(schema?.response),
    security: renderSecurity(access, method),
  };
}

function renderSecurity(access: Access, method: string): Record<string, never[]>[] {
  if (access === 'public') return [];
  if (access === 'own') return [{ token: [] }, { session: [] }, {}];
  if (access === 'reader') return [{ session: [] }, { token: [] }];
  if (access === 'asker') return [{ session: [], csrf: [] }, { token: [] }];
  return [method === 'GET' ? { session: [] } : { session: [], csrf: [] }];
}

function renderParameters(place: 'path' | 'query', schema: unknown): Record<string, unknown>[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || !one.safeParse(undefined).success,
    schema: renderSchema(one),
  }));
}

function renderResponses(response: unknown): Record<string, unknown> {
  const given = typeof response === 'object' && response !== null ? Object.entries(response) : [];
  return {
    ...Object.fromEntries(
      given.map(([status, schema]) => [
        status,
        { description: `Answer ${status}.`, ...(isEmpty(schema) ? {} : { content: renderContent(schema) }) },
      ]),
    ),
    default: { description: 'What failed, and which field is the cause.', content: renderContent(api.ApiError) },
  };
}

function isEmpty(schema: unknown): boolean {
  return schema instanceof z.ZodUndefined || schema instanceof z.ZodNull || schema instanceof z.ZodVoid;
}

function renderContent(schema: unknown): Record<string, unknown> {
  return { 'application/json': { schema: renderSchema(schema) } };
}

function renderSchema(schema: unknown): unknown {
  const name = componentNames.get(schema);
  if (name !== undefined) return { $ref: componentPath(name) };
  if (!(schema instanceof z.ZodType)) return {};
  const { $schema: _dialect, ...rendered } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rendered;
}

function renderComponents(): Record<string, unknown> {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of Object.entries(api)) {
    if (schema instanceof z.ZodType) registry.add(schema, { id: name });
  }
  const { schemas } = z.toJSONSchema(registry, { io: 'input', unrepresentable: 'any', uri: componentPath });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _dialect, $id: _id, ...schema }]) => [name, schema]),
  );
}
