/**
 * Builds the web app, and the documents as pages, into `dist/web`: static files with hashed names, no inline script or style, so
 * that they hold under a content security policy without exceptions.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { chunksOf, recordBundledPackages } from '../scripts/bundled-packages.ts';
import { answerForms } from './answer-forms.ts';
import { buildDocs } from './docs/build-docs.ts';

const root = path.dirname(fileURLToPath(import.meta.url));

export const webOutDir = path.join(root, '..', 'dist', 'web');

const recordsPackages: Plugin = {
  name: 'records-packages',
  writeBundle: (_options, output) => recordBundledPackages('web', chunksOf(Object.values(output))),
};

/** Replaces `outDir`. Rejects with the bundler's message when a source file does not compile. */
export async function buildWeb(outDir: string = webOutDir): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [answerForms(), ...(outDir === webOutDir ? [recordsPackages] : [])],
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir,
      emptyOutDir: true,
      target: ['chrome123', 'firefox128', 'safari17.5'],
      assetsInlineLimit: 0,
      // What is loaded later needs nothing but what is there already.
      modulePreload: false,
      reportCompressedSize: false,
    },
  });
}

if (import.meta.main) {
  await buildWeb();
  buildDocs(path.join(webOutDir, 'docs'));
}
