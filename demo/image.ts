/**
 * Stages one program as its image would hold it: the compiled folders it may import, the packages
 * those need, and Node. An unprivileged user can read it wherever the repository lies, also in a home
 * directory that others cannot enter, and what is not in the image cannot be loaded by mistake. The demo
 * runs each program from its stage as `nobody` and the workload as another user. Only the copy of `ptop`
 * in the Profiler's stage gets the five capabilities.
 */
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface ImageSpec {
  /** Folders below `dist`. */
  readonly folders: readonly string[];
  /** Of those, what is left out. */
  readonly without?: readonly string[];
  /** npm packages; what they depend on comes along. */
  readonly packages: readonly string[];
}

export const images = {
  control: {
    folders: [
      'src/core',
      'catalog',
      'src/policy',
      'src/secrets',
      'src/tunnel',
      'src/control',
      'src/cli',
      'profiler/witness',
      'web',
    ],
    without: ['src/secrets/stores'],
    packages: [
      'zod',
      'ws',
      'pino',
      'fastify',
      'fastify-type-provider-zod',
      'kysely',
      'pg',
      'prom-client',
      '@modelcontextprotocol/server',
      '@peculiar/x509',
      '@simplewebauthn/server',
      'jose',
      'openid-client',
      'reflect-metadata',
      'commander',
      'fastest-levenshtein',
      'minisearch',
      'pprof-format',
      'stemmer',
      '@clack/prompts',
    ],
  },
  agent: {
    /** `agent` is the program; the others are for its command line. */
    folders: [
      'agent',
      'src/core',
      'catalog',
      'src/connector',
      'src/policy',
      'connectors',
      'src/cloud',
      'src/secrets',
      'src/tunnel',
      'src/agent',
      'src/cli',
    ],
    packages: ['zod', 'ws', 'pino', 'commander', 'fastest-levenshtein', '@clack/prompts'],
  },
  profiler: {
    /** `witness` is that program with its libraries; the process beside the collector never loads it, nor the command line. */
    folders: [
      'src/core',
      'catalog',
      'src/secrets',
      'src/tunnel',
      'profiler/host',
      'profiler/witness',
      'witness',
      'src/cli',
    ],
    without: ['src/secrets/stores', 'profiler/witness/cli', 'profiler/witness/say/export'],
    packages: ['zod', 'ws', 'pino', 'commander', 'fastest-levenshtein', '@clack/prompts'],
  },
} as const satisfies Record<string, ImageSpec>;

/** Returns the folder of the image. `node` in it is the runtime that runs the demo itself. */
export function stageImage(repository: string, image: string, spec: ImageSpec): string {
  mkdirSync(image, { recursive: true });
  chmodSync(image, 0o755);
  stageProgram(repository, image, spec);
  for (const name of closeOver(repository, spec.packages)) {
    cpSync(path.join(repository, 'node_modules', name), path.join(image, 'node_modules', name), {
      recursive: true,
      dereference: true,
    });
  }
  copyFileSync(process.execPath, path.join(image, 'node'));
  chmodSync(path.join(image, 'node'), 0o755);
  return image;
}

/** What was compiled of it, without packages and without Node. */
export function stageProgram(repository: string, image: string, spec: Omit<ImageSpec, 'packages'>): void {
  for (const folder of spec.folders) {
    const from = path.join(repository, 'dist', folder);
    if (existsSync(from)) cpSync(from, path.join(image, 'dist', folder), { recursive: true });
  }
  for (const folder of spec.without ?? []) {
    rmSync(path.join(image, 'dist', folder), { recursive: true, force: true });
  }
  // What reviewers diff: a control plane serves it, an Agent's command line prints it.
  if (spec.folders.includes('src/policy')) {
    cpSync(path.join(repository, 'policies'), path.join(image, 'policies'), { recursive: true });
  }
  writeFileSync(path.join(image, 'package.json'), readFileSync(path.join(repository, 'package.json')));
}

/** The packages and everything they depend on, as installed: names of folders of `node_modules`. */
export function closeOver(repository: string, names: readonly string[]): Set<string> {
  const top = path.join(repository, 'node_modules');
  const seen = new Set<string>();
  const open = names.map((name) => path.join(top, name));
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const file = path.join(folder, 'package.json');
    if (seen.has(folder) || !existsSync(file)) continue;
    seen.add(folder);
    const { dependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as { dependencies?: Record<string, string> };
    const from = folder;
    open.push(...Object.keys(dependencies).map((name) => findPackage(name, from, top)));
  }
  // A package inside another one comes with it; what it depends on may still be outside.
  return new Set(
    [...seen].map((folder) => path.relative(top, folder)).filter((name) => !/[\\/]node_modules[\\/]/u.test(name)),
  );
}

/** As Node looks it up: inside the package that needs it, then upwards. */
function findPackage(name: string, from: string, top: string): string {
  for (let folder = from; folder.length > top.length; folder = path.dirname(folder)) {
    const inside = path.join(folder, 'node_modules', name);
    if (existsSync(inside)) return inside;
  }
  return path.join(top, name);
}
