/**
 * Builds the web app, and the documents as pages, into `dist/web`: static files with hashed names, no inline script or style, so
 * that they hold under a content security policy without exceptions.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { answerForms } from './answer-forms.ts';
import { buildDocs } from './docs/build-docs.ts';
import { writeForms } from './write-forms.ts';

const root = path.dirname(fileURLToPath(import.meta.url));

interface JoinedFiles {
  readonly moduleIds: readonly string[];
}

export const webOutDir = path.join(root, '..', 'dist', 'web');

/**
 * Replaces `outDir`. Returns the names of the files that each script was joined from. Rejects with the bundler's message
 * when a source file does not compile.
 */
export async function buildWeb(outDir: string = webOutDir): Promise<JoinedFiles[]> {
  // The bundler reads it: what is delivered, and what tests open, must not depend on who builds.
  const outer = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [answerForms()],
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir,
      emptyOutDir: true,
      target: ['chrome123', 'firefox128', 'safari17.5'],
      assetsInlineLimit: 0,
      // What is loaded later needs nothing but what is there already.
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: groupOf, debugName: 'profiling-page' }] } } },
    },
  }).finally(() => {
    if (outer === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = outer;
  });
  await writeForms(outDir, 11);
  // Nothing is watched, so that there is one result with all that was written.
  const { output } = built as { readonly output: readonly Partial<JoinedFiles>[] };
  return output.flatMap(({ moduleIds }) => (moduleIds === undefined ? [] : [{ moduleIds }]));
}

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * What the Profiling page needs beside the app itself is one script: split by who else needs which part of it, the
 * first screen would load twenty, and more bytes.
 */
function groupOf(id: string, graph: ModuleGraph): string | null {
  const isNeededBy = (page: string): boolean => importsOf(path.join(root, page), graph).has(id);
  return isNeededBy('src/pages/profiling-page.tsx') && !isNeededBy('src/main.tsx') ? 'profiling-page' : null;
}

/** All that a module imports, but for what it loads later. */
function importsOf(from: string, graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set([from]);
  // A set is walked in the order of what is added to it.
  for (const id of found) for (const one of graph.getModuleInfo(id)?.importedIds ?? []) found.add(one);
  return found;
}

/** What a release has. */
export async function buildWebAndDocs(): Promise<JoinedFiles[]> {
  const joined = await buildWeb();
  await buildDocs(path.join(webOutDir, 'docs'));
  return joined;
}
