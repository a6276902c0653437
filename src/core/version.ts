/** The version of this build, from the package it ships in: the nearest manifest above this file. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export function readVersion(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, 'package.json'))) {
    const above = path.dirname(folder);
    if (above === folder) throw new Error(`no package.json lies above ${import.meta.dirname}`);
    folder = above;
  }
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
  return version;
}
