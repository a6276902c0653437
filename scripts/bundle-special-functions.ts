/** Joins the special functions of verdicts with the packages that they are made of, in place. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { recordBundledPackages } from './bundled-packages.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Takes what tsc wrote to `dist`, and returns the file. */
export async function bundleSpecialFunctions(
  folder = path.join(root, 'dist/profiler/witness/judge/statistics'),
): Promise<string> {
  const file = path.join(folder, 'special-functions.js');
  const bundle = await rolldown({ input: file, platform: 'node', logLevel: 'warn' });
  const { output } = await bundle.generate({
    format: 'esm',
    comments: { legal: true, annotation: false, jsdoc: false },
  });
  await bundle.close();
  const [chunk, ...others] = output;
  if (others.length > 0) throw new Error(`${file} became ${output.length} files`);
  writeFileSync(file, chunk.code);
  recordBundledPackages('profiler/witness', [chunk]);
  return file;
}
