import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';

/**
 * Makes a folder unless it is there. It is made under another name first, so that half of it is never taken for all.
 *
 * @param make fills the empty folder that it is given.
 */
export function makeOnce(folder: string, make: (making: string) => void): void {
  if (existsSync(folder)) return;
  const making = `${folder}.${process.pid}`;
  mkdirSync(making, { recursive: true });
  try {
    make(making);
    renameSync(making, folder);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}
