/** One short text that changes when anything an operation accepts or answers changes. Told at every tunnel session. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Catalog, catalog } from './index.ts';

export function catalogDigest(of: Catalog = catalog): string {
  const entries = [...of.values()]
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, access, arguments: accepted, result }) => [
      name,
      access,
      z.toJSONSchema(accepted, { io: 'input' }),
      z.toJSONSchema(result),
    ]);
  return `sha256:${createHash('sha256').update(JSON.stringify(entries)).digest('hex')}`;
}
