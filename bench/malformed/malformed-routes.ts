/** The routes of asking, of ways in and of what is recorded, from the description that the control plane serves of itself. */
import type { JsonSchema } from './malformed-bodies.ts';

export interface MalformedRoute {
  readonly method: string;
  /** With its parameters, as `/api/tokens/{id}`. */
  readonly path: string;
  readonly schema: JsonSchema | undefined;
  /** Of its query, as described. */
  readonly keys: readonly string[];
}

interface Description {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly requestBody?: { readonly content?: Readonly<Record<string, { schema?: JsonSchema }>> };
            readonly parameters?: readonly { readonly name: string; readonly in: string }[];
          }
        >
      >
    >
  >;
  readonly components?: { readonly schemas?: Readonly<Record<string, JsonSchema>> };
}

const parts =
  'operations|catalog|questions|passkeys|sessions?|tokens|markers|acts|audit|instances|fleet|people|ca\\.pem';
const wanted = new RegExp(`^/(?:api/(?:${parts})(?:/|$)|mcp$|\\.well-known/)`, 'u');

export function findRoutes(described: unknown): MalformedRoute[] {
  const { paths, components } = described as Description;
  const resolve = (schema: (JsonSchema & { readonly $ref?: string }) | undefined): JsonSchema | undefined =>
    schema?.$ref === undefined ? schema : components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''];
  return Object.entries(paths)
    .filter(([path]) => wanted.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { requestBody, parameters = [] }]) => ({
        method: method.toUpperCase(),
        path,
        schema: resolve(requestBody?.content?.['application/json']?.schema),
        keys: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
      })),
    );
}
