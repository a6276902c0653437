/**
 * Joins the Agent's compiled modules and the libraries it always needs into a few files under
 * `dist/agent`: an Agent that waits keeps what it was loaded from in memory, and of a library only what
 * is used. Names and lines survive, so that a stack trace can be read; the clients of third-party
 * systems stay packages, but for that of Kubernetes. Three entries, one for each process or thread: they find each other by their names.
 */
import path from 'node:path';
import { type InputOptions, type Plugin, rolldown } from 'rolldown';
import { closeOver } from '../demo/image.ts';
import { chunksOf, recordBundledPackages } from './bundled-packages.ts';

const root = path.resolve(import.meta.dirname, '..');
const entries = {
  bin: 'src/agent/bin',
  'health-worker': 'src/agent/health/health-worker',
  'guard-worker': 'connectors/aws/sql-guard/guard-worker',
};
export const libraries = ['zod', 'ws', 'pino'];
/** Joined too, in a file of its own that is loaded with the first question to a cluster: as it comes it is six times as large. */
export const lazyLibraries = ['@kubernetes/client-node'];

/** The Kubernetes client loads it as its default sender, which is never used: the Agent's client sends. */
const withoutUndici: Plugin = {
  name: 'without-undici',
  resolveId: (id) => (id === 'undici' ? '\0without-undici' : null),
  load: (id) => (id === '\0without-undici' ? 'export const fetch = undefined;' : null),
};

/** What is joined, and from where: what tsc wrote to `dist`, or the sources themselves. */
export function bundleInput(folder: string, extension: 'js' | 'ts'): InputOptions {
  const joined = [...closeOver(root, libraries), ...lazyLibraries, 'undici'];
  return {
    input: Object.fromEntries(
      Object.entries(entries).map(([name, file]) => [name, path.join(folder, `${file}.${extension}`)]),
    ),
    platform: 'node',
    logLevel: 'warn',
    plugins: [withoutUndici],
    external: (id) => isPackage(id) && !joined.some((name) => id === name || id.startsWith(`${name}/`)),
  };
}

/** Takes what tsc wrote to `dist`. */
export async function bundleAgent(): Promise<void> {
  const bundle = await rolldown(bundleInput(path.join(root, 'dist'), 'js'));
  const { output } = await bundle.write({
    dir: path.join(root, 'dist/agent'),
    cleanDir: true,
    format: 'esm',
    chunkFileNames: '[name]-[hash].js',
    comments: { legal: true, annotation: false, jsdoc: false },
    // One character beyond Latin 1 would double what the whole file takes in memory.
    charset: 'ascii',
  });
  await bundle.close();
  recordBundledPackages('agent', chunksOf(output));
}

function isPackage(id: string): boolean {
  return !id.startsWith('.') && !path.isAbsolute(id);
}
