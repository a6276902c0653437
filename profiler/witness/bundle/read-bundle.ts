/** Bundles of every version as bundles of this one. */
import { z } from 'zod';
import { Bundle } from './record/bundle.ts';
import { BundleV1, upgradeV1 } from './bundle-v1.ts';

/** Why a document is not a bundle: what the schema found, without anything that the document holds. */
export type ReadBundle =
  | { readonly bundle: Bundle }
  | { readonly problem: { readonly code: string; readonly path: readonly PropertyKey[] } };

export const Version = z.object({ schema: z.enum(['farol.bundle.v1', 'farol.bundle.v2']) });

export function readBundle(document: unknown): ReadBundle {
  const version = Version.safeParse(document);
  if (!version.success) return { problem: problemOf(version.error) };
  if (version.data.schema === 'farol.bundle.v1') {
    const old = BundleV1.safeParse(document);
    return old.success ? { bundle: upgradeV1(old.data) } : { problem: problemOf(old.error) };
  }
  const parsed = Bundle.safeParse(document);
  return parsed.success ? { bundle: parsed.data } : { problem: problemOf(parsed.error) };
}

function problemOf({ issues }: z.ZodError): { code: string; path: readonly PropertyKey[] } {
  const [issue] = issues;
  return { code: issue?.code ?? 'invalid', path: issue?.path ?? [] };
}
