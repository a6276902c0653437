/**
 * The captures of a pair in `captures/<id>/`: the bundles of both sides together as one brotli file, because most of
 * their text is the same, and what was measured from outside beside them as JSON. A bundle is whole but for what names
 * the machine.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { z } from 'zod';
import { Bundle } from '../../profiler/witness/bundle/record/bundle.ts';
import { Outside } from './outside.ts';

const Bundles = z.strictObject({ before: z.array(Bundle).min(1), after: z.array(Bundle).min(1) });
const Measured = z.strictObject({ before: z.array(Outside).min(1), after: z.array(Outside).min(1) });

/** In the order in which they were taken; capture i of a side is window i of what was measured of it. */
export interface StoredPair {
  readonly bundles: z.infer<typeof Bundles>;
  readonly outside: z.infer<typeof Measured>;
}

export const capturesFolder = path.join(import.meta.dirname, 'captures');
const repository = path.resolve(import.meta.dirname, '../..');
const bundlesFile = 'bundles.json.br';
const outsideFile = 'measured.json';

/** @returns the size of the bundles, in bytes. */
export function storePair(id: string, { bundles, outside }: StoredPair): number {
  const folder = path.join(capturesFolder, id);
  mkdirSync(folder, { recursive: true });
  const anonymous = { before: bundles.before.map(withoutMachine), after: bundles.after.map(withoutMachine) };
  // A runtime that the repository brings, and what a program imports of it, are under its folder.
  const text = JSON.stringify(anonymous).replaceAll(repository, '/opt/farol');
  const bytes = brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
  });
  writeFileSync(path.join(folder, bundlesFile), bytes);
  writeFileSync(path.join(folder, outsideFile), `${JSON.stringify(outside, undefined, 2)}\n`);
  return bytes.length;
}

/** @throws Error when the pair was not taken, ZodError when its files are of a version that is not understood. */
export function readPair(id: string): StoredPair {
  const read = (file: string): Buffer => readFileSync(path.join(capturesFolder, id, file));
  return {
    bundles: Bundles.parse(JSON.parse(brotliDecompressSync(read(bundlesFile)).toString('utf8'))),
    outside: Measured.parse(JSON.parse(read(outsideFile).toString('utf8'))),
  };
}

function withoutMachine(bundle: Bundle): Bundle {
  const host = {
    ...bundle.host,
    boot_id: '00000000-0000-4000-8000-000000000000',
    cpu_model: 'recorded',
    kernel: 'recorded',
  };
  const processes = bundle.target.processes.map(({ container_id: _container, ...one }) => ({ ...one, cgroup: '/' }));
  return { ...bundle, host, containers: [], target: { ...bundle.target, processes } };
}
