/** One short text that changes when anything an operation accepts or answers changes. Told at every tunnel session. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Catalog } from './index.ts';

/** Builds every schema, so that a program tells `knownDigest` instead, which generation writes and a check compares. */
export function digestCatalog(catalog: Catalog): string {
  const entries = [...catalog.values()]
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, access, arguments: accepted, result }) => [
      name,
      access,
      z.toJSONSchema(accepted, { io: 'input' }),
      z.toJSONSchema(result),
    ]);
  return `sha256:${createHash('sha256').update(JSON.stringify(entries)).digest('hex')}`;
}
