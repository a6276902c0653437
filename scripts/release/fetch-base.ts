/** Debian's packages of the lowest layer, taken from a folder where a release keeps them, or fetched into it. */
import { mkdirSync } from 'node:fs';
import { type DebianArchitecture, type DebianArchive, downloadDebian, readDebianArchives } from '../debian-archives.ts';
import { basePackages } from './base-files.ts';

/** @throws when the folder has archives that are not of the base, or when one cannot be had. */
export function fetchBase(folder: string, architecture: DebianArchitecture): DebianArchive[] {
  mkdirSync(folder, { recursive: true });
  const names = Object.keys(basePackages);
  const present = readDebianArchives(folder);
  const others = present.filter(({ name }) => !names.includes(name)).map(({ name }) => name);
  if (others.length > 0) throw new Error(`${folder} holds packages that no image has: ${others.join(', ')}`);
  const missing = names.filter((name) => !present.some((one) => one.name === name));
  if (missing.length === 0) return present;
  downloadDebian(folder, architecture, missing);
  return readDebianArchives(folder);
}
