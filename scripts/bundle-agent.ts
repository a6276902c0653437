/**
 * Joins the Agent's compiled modules and the libraries it always needs into a few files under
 * `dist/agent`: an Agent that waits keeps what it was loaded from in memory, and of a library only what
 * is used. Names and lines survive, so that a stack trace can be read; the clients of third-party
 * systems stay packages, but for those of AWS and Kubernetes. Three entries, one for each process or thread: they find
 * each other by their names.
 */
import { readFileSync } from 'node:fs';
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

/**
 * Joined too, each in a file that is loaded with the first question to its system, because so little of it is used: of
 * EC2 20 commands of 800. Kubernetes is six times as large as it comes.
 */
export const lazyLibraries = ['@kubernetes/client-node', ...librariesOfAws()];

function librariesOfAws(): string[] {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return Object.keys(dependencies).filter((name) => /^@(?:aws-sdk|smithy)\//u.test(name));
}

/** What joined packages import and never use: the Agent's client sends, with the credential that the Agent hands over. */
const unused: Readonly<Record<string, string>> = {
  undici: 'export const fetch = undefined;',
  '@aws-sdk/credential-provider-node':
    "export const defaultProvider = () => () => Promise.reject(new Error('no credential was handed over'));",
};

const withoutUnused: Plugin = {
  name: 'without-unused',
  resolveId: (id) => (id in unused ? `\0${id}` : null),
  load: (id) => (id.startsWith('\0') ? (unused[id.slice(1)] ?? null) : null),
};

/** What is joined, and from where: what tsc wrote to `dist`, or the sources themselves. */
export function bundleInput(folder: string, extension: 'js' | 'ts'): InputOptions {
  const joined = [...closeOver(root, [...libraries, ...librariesOfAws()]), ...lazyLibraries, ...Object.keys(unused)];
  return {
    input: Object.fromEntries(
      Object.entries(entries).map(([name, file]) => [name, path.join(folder, `${file}.${extension}`)]),
    ),
    platform: 'node',
    logLevel: 'warn',
    // Where a package has both, what is written as ES modules: only of these the unused part is left out.
    resolve: { mainFields: ['module', 'main'], conditionNames: ['module', 'node', 'import', 'default'] },
    plugins: [withoutUnused],
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
    chunkFileNames: ({ facadeModuleId }) => `${clientOfAws(facadeModuleId) ?? '[name]'}-[hash].js`,
    comments: { legal: true, annotation: false, jsdoc: false },
    // One character beyond Latin 1 would double what the whole file takes in memory.
    charset: 'ascii',
  });
  await bundle.close();
  recordBundledPackages('agent', chunksOf(output));
}

/** The folder of a client says which it is; its module is called the same in each. */
function clientOfAws(module: string | null | undefined): string | undefined {
  return /\/@aws-sdk\/(client-[\w-]+)\/dist-es\/index\.js$/u.exec(module ?? '')?.[1];
}

function isPackage(id: string): boolean {
  return !id.startsWith('.') && !path.isAbsolute(id);
}
