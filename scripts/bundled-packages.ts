/**
 * The npm packages whose code a bundler put into our own files, so that a release names them although no folder of
 * theirs is in it. The build of each part writes them beside `dist`'s parts, where no image takes them along.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** What is bundled, by the folder of `dist` that holds the result. */
const bundledFolders = ['agent', 'profiler/witness', 'web', 'witness'] as const;
export type BundledFolder = (typeof bundledFolders)[number];

/** Of a chunk: the files whose code is in it. */
interface JoinedModules {
  readonly moduleIds: readonly string[];
}

/** Of what a bundler wrote, what holds code. */
export function chunksOf(output: readonly ({ readonly type: string } & Partial<JoinedModules>)[]): JoinedModules[] {
  return output.flatMap(({ moduleIds }) => (moduleIds === undefined ? [] : [{ moduleIds }]));
}

/** Places as in package-lock.json, such as `node_modules/preact`, sorted. */
export function findBundledPackages(chunks: readonly JoinedModules[]): string[] {
  const places = chunks.flatMap(({ moduleIds }) =>
    moduleIds.flatMap((id) => {
      // The id of a virtual module begins with a zero byte, and some ids end with a query.
      const file = id.replace(/^\0/u, '').replace(/\?.*$/u, '').split(path.sep).join('/');
      const place = /\/(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//u.exec(file)?.[1];
      return place ?? [];
    }),
  );
  return [...new Set(places)].toSorted();
}

const fileOf = (repository: string, folder: BundledFolder): string =>
  path.join(repository, 'dist/bundled', `${folder.replace('/', '-')}.json`);

export function recordBundledPackages(folder: BundledFolder, chunks: readonly JoinedModules[]): void {
  const file = fileOf(root, folder);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(findBundledPackages(chunks), null, 1)}\n`);
}

/**
 * Places of the packages that are bundled into any of these folders of `dist`.
 *
 * @throws when a folder is bundled and its build recorded nothing.
 */
export function readBundledPackages(repository: string, folders: readonly string[]): string[] {
  const places = bundledFolders
    .filter((one) => folders.includes(one))
    .flatMap((one) => {
      const file = fileOf(repository, one);
      if (!existsSync(file)) throw new Error(`${file} is missing: build dist/${one} again`);
      return JSON.parse(readFileSync(file, 'utf8')) as string[];
    });
  return [...new Set(places)].toSorted();
}
