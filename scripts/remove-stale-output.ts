/** `tsc` writes what it compiles and leaves what it compiled before: a removed source would go on into every image. */
import { existsSync, globSync, rmSync } from 'node:fs';
import path from 'node:path';

/**
 * Removes compiled files of `dist` whose source is gone, from the folders that `tsc` writes. Returns their names.
 *
 * @param folders as they are called in the repository and in `dist`
 */
export function removeStaleOutput(repository: string, folders: readonly string[]): string[] {
  const dist = path.join(repository, 'dist');
  const stale = folders
    .flatMap((folder) => globSync(`${folder}/**/*.js`, { cwd: dist }))
    .filter((file) => !['.ts', '.tsx'].some((one) => existsSync(path.join(repository, file.replace(/\.js$/u, one)))));
  for (const file of stale) rmSync(path.join(dist, file));
  return stale.toSorted();
}
