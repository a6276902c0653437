/** Joins `witness` and every library it uses into one file, so that it runs wherever Node is. */
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { chunksOf, recordBundledPackages } from './bundled-packages.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Takes what tsc wrote to `dist`, and returns the file. */
export async function bundleWitness(folder = path.join(root, 'dist/witness')): Promise<string> {
  const bundle = await rolldown({
    input: path.join(root, 'dist/profiler/witness/cli/bin.js'),
    platform: 'node',
    logLevel: 'warn',
  });
  const { output } = await bundle.write({
    dir: folder,
    cleanDir: true,
    format: 'esm',
    entryFileNames: 'witness.js',
    banner: '#!/usr/bin/env node',
    comments: { legal: true, annotation: false, jsdoc: false },
  });
  await bundle.close();
  recordBundledPackages('witness', chunksOf(output));
  const file = path.join(folder, 'witness.js');
  chmodSync(file, 0o755);
  return file;
}
