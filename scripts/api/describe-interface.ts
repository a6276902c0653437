/** What others build on, besides the HTTP interface: the operations of the catalog and the bundle, in the same form. */
import { z } from 'zod';
import { catalog } from '../../catalog/index.ts';
import { Bundle } from '../../profiler/witness/bundle/record/bundle.ts';

type Described = Readonly<Record<string, unknown>>;

/** Every operation as a path: its arguments are the request, its result is the response. */
export function describeOperations(): Described {
  const paths = [...catalog.values()]
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, arguments: args, result }) => [
      `/operations/${name}`,
      { post: { requestBody: contentOf(args), responses: { 200: contentOf(result) } } },
    ]);
  return { paths: Object.fromEntries(paths) as object };
}

/** For who reads exported bundles. */
export function describeBundle(): Described {
  return { paths: { '/bundle': { get: { responses: { 200: contentOf(Bundle) } } } } };
}

function contentOf(schema: z.ZodType): Described {
  const { $schema: _dialect, ...rendered } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  });
  return { content: { 'application/json': { schema: rendered } } };
}
