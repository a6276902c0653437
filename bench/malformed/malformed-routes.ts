/** The routes of asking and of ways in, from the description that the control plane serves of itself. */
import type { JsonSchema } from './malformed-bodies.ts';

export interface MalformedRoute {
  readonly method: string;
  /** With its parameters, as `/api/tokens/{id}`. */
  readonly path: string;
  readonly schema: JsonSchema | undefined;
}

interface Description {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          { readonly requestBody?: { readonly content?: Readonly<Record<string, { schema?: JsonSchema }>> } }
        >
      >
    >
  >;
  readonly components?: { readonly schemas?: Readonly<Record<string, JsonSchema>> };
}

const wanted =
  /^\/(?:api\/(?:operations|catalog|questions|passkeys|sessions?|tokens)(?:\/|$)|api\/people\/\{\w+\}\/sessions|mcp$)/u;

export function findRoutes(described: unknown): MalformedRoute[] {
  const { paths, components } = described as Description;
  const resolve = (schema: (JsonSchema & { readonly $ref?: string }) | undefined): JsonSchema | undefined =>
    schema?.$ref === undefined ? schema : components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''];
  return Object.entries(paths)
    .filter(([path]) => wanted.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { requestBody }]) => ({
        method: method.toUpperCase(),
        path,
        schema: resolve(requestBody?.content?.['application/json']?.schema),
      })),
    );
}
