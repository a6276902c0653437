/**
 * What the vendor's own descriptions (discovery documents, version 1 of 2026-11) say of the methods that
 * are called: path, parameters, scopes, and the fields that requests and answers are made of, as far as
 * they are used. Facts only, in `discovery.json`.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { FakeCall } from '../../../test/contract/fake-upstream.ts';
import type { Fields } from './fields.ts';

const FieldTree: z.ZodType<Fields> = z.lazy(() => z.record(z.string(), FieldTree));

const Description = z.strictObject({
  verb: z.enum(['GET', 'POST']),
  /** Host first; a part in braces is one segment. */
  path: z.string(),
  /** By name: may it stand once, or several times. */
  query: z.record(z.string(), z.enum(['once', 'repeated'])),
  /** Below https://www.googleapis.com/auth/. */
  scopes: z.array(z.string()),
  request: FieldTree.optional(),
  /** Undefined where the vendor describes an answer as bytes. */
  answer: FieldTree.optional(),
});

export interface Described extends z.infer<typeof Description> {
  readonly id: string;
}

const file = readFileSync(path.join(import.meta.dirname, 'discovery.json'), 'utf8');

export const discovery: Readonly<Record<string, z.infer<typeof Description>>> = z
  .record(z.string(), Description)
  .parse(JSON.parse(file));

const patterns = Object.entries(discovery).map(([id, one]) => ({
  pattern: new RegExp(
    `^${one.verb} ${one.path
      .split(/\{[^}]*\}/u)
      .map(escape)
      .join('[^/]+')}$`,
    'u',
  ),
  described: { id, ...one },
}));

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
}

/** The method that a call is of. */
export function describedBy({ method, path: asked }: Pick<FakeCall, 'method' | 'path'>): Described | undefined {
  return patterns.find(({ pattern }) => pattern.test(`${method} ${asked}`))?.described;
}
