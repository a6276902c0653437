/**
 * Describes the HTTP interface as OpenAPI 3.1, from the same schemas that check requests and answers.
 * Bodies that the folder `api` exports become named components; there is nothing to keep in step by hand.
 */
import type { FastifySchema, RouteOptions } from 'fastify';
import { z } from 'zod';
import * as api from '../api/api.ts';
import * as permissions from '../api/permissions.ts';
import * as sources from '../api/sources.ts';
import type { Access } from './access.ts';
import type { Deprecation } from './deprecation.ts';
import { callers, tagOf, tags } from './openapi-words.ts';
import { portableSchema } from './portable-schema.ts';
import { refusesNul } from './validate.ts';

export interface DescribedRoute {
  readonly method: string;
  /** Fastify's spelling, `/a/:id`. */
  readonly url: string;
  readonly access: Access;
  readonly schema: FastifySchema | undefined;
  readonly summary: string | undefined;
  readonly deprecated?: Deprecation | undefined;
  readonly media?: readonly string[] | undefined;
  /** One message of an event stream. */
  readonly event?: z.ZodType | undefined;
  /** Of a body that the handler checks itself. */
  readonly body?: z.ZodType | undefined;
}

/** Pattern of a text that only a NUL may not be in. */
export const noNul = String.raw`^[^\x00]*$`;

const bodies = { ...api, ...permissions, ...sources };
const componentNames = new Map<unknown, string>(Object.entries(bodies).map(([name, schema]) => [schema, name]));
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
      media: options.config?.media,
      event: options.config?.event,
      body: options.config?.body,
    }));
}

export function renderOpenApi(routes: readonly DescribedRoute[], server: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes.toSorted((a, b) => a.url.localeCompare(b.url))) {
    const path = route.url.replaceAll(/:([A-Za-z_]+)/gu, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = renderOperation(route);
  }
  const used = new Set(Object.keys(paths).map((path) => tagOf(path)));
  const described = portableSchema(paths);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Farol control plane',
      version: '1',
      description:
        'What people, pipelines and programs ask of a control plane. Every error has the same form, ApiError.',
      contact: { name: 'Maintainers of Farol', url: `${server}/docs/` },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: server }],
    tags: tags.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description })),
    paths: described,
    components: { schemas: keepReferred(portableSchema(renderComponents()) as Components, described), securitySchemes },
  };
}

type Components = Readonly<Record<string, unknown>>;

/** Those that the paths lead to, directly or through others. */
function keepReferred(components: Components, paths: unknown): Components {
  const referred = new Set<string>();
  const walk = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/gu)) {
      if (referred.has(name)) continue;
      referred.add(name);
      walk(components[name]);
    }
  };
  walk(paths);
  return Object.fromEntries(Object.entries(components).filter(([name]) => referred.has(name)));
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
  media,
  event,
  body = schema?.body as z.ZodType | undefined,
}: DescribedRoute): Record<string, unknown> {
  const parameters = [...renderPath(url, schema?.params), ...renderQuery(schema?.querystring)];
  return {
    operationId: `${method.toLowerCase()}${url.replaceAll(/[^A-Za-z]+([A-Za-z])?/gu, (_, letter: string | undefined) => (letter ?? '').toUpperCase())}`,
    tags: [tagOf(url)],
    ...(summary !== undefined && { summary }),
    description: [summary, callers[access]].filter((words) => words !== undefined).join(' '),
    ...(deprecated !== undefined && { deprecated: true, 'x-sunset': deprecated.until }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: { required: true, content: renderContent(body) } }),
    responses: renderResponses(schema?.response, media && renderMedia(media, event)),
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

/** A part without a schema is any text. */
function renderPath(url: string, schema: unknown): Record<string, unknown>[] {
  const shape: Readonly<Record<string, unknown>> = schema instanceof z.ZodObject ? schema.shape : {};
  return [...url.matchAll(/:([A-Za-z_]+)/gu)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: renderParameter(shape[name] ?? z.string(), schema),
  }));
}

/** With what the validator of `all` refuses in every text of it. */
function renderParameter(one: unknown, all: unknown): unknown {
  const rendered = renderSchema(one);
  const isFreeText =
    typeof rendered === 'object' &&
    rendered !== null &&
    'type' in rendered &&
    rendered.type === 'string' &&
    !['pattern', 'format', 'enum', 'const'].some((key) => key in rendered);
  return isFreeText && refusesNul(all) ? { ...rendered, pattern: noNul } : rendered;
}

function renderQuery(schema: unknown): Record<string, unknown>[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, one]) => ({
    name,
    in: 'query',
    required: !one.safeParse(undefined).success,
    schema: renderParameter(one, schema),
  }));
}

/** `content`: of an answer that no schema describes. */
function renderResponses(response: unknown, content: Record<string, unknown> | undefined): Record<string, unknown> {
  const given = typeof response === 'object' && response !== null ? Object.entries(response) : [];
  const error = renderContent(api.ApiError);
  return {
    ...(content !== undefined && { 200: { description: 'Success.', content } }),
    ...Object.fromEntries(
      given.map(([status, schema]: [string, unknown]) => {
        const isError = !/^[123]/u.test(status);
        // What is refused before the route is asked has the common form.
        const described = isError
          ? { 'application/json': { schema: { anyOf: [renderSchema(schema), renderSchema(api.ApiError)] } } }
          : renderContent(schema);
        return [
          status.toUpperCase(),
          {
            description: isError ? refused : (descriptions[status] ?? 'Success.'),
            ...(isEmpty(schema) ? {} : { content: described }),
          },
        ];
      }),
    ),
    ...(given.some(([status]) => status.toLowerCase() === '4xx')
      ? {}
      : { '4XX': { description: refused, content: error } }),
    default: { description: failed, content: error },
  };
}

const refused = 'The request was refused: why, and which field is the cause.';
const failed = 'What failed.';
const descriptions: Readonly<Record<string, string>> = { 204: 'Done. There is nothing to return.', 202: 'Accepted.' };

/** Without a schema, generators of clients drop the answer. An event stream has one message after the other. */
function renderMedia(media: readonly string[], event: z.ZodType | undefined): Record<string, unknown> {
  const schemaOf = (one: string): unknown => {
    if (one === 'application/json') return {};
    if (one === 'application/gzip') return { type: 'string', format: 'binary' };
    return one === 'text/event-stream' && event !== undefined ? renderSchema(event) : { type: 'string' };
  };
  return Object.fromEntries(media.map((one) => [one, { schema: schemaOf(one) }]));
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
  for (const [name, schema] of Object.entries(bodies)) {
    if (schema instanceof z.ZodType) registry.add(schema, { id: name });
  }
  const { schemas } = z.toJSONSchema(registry, { io: 'input', unrepresentable: 'any', uri: componentPath });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _dialect, $id: _id, ...schema }]) => [name, schema]),
  );
}
