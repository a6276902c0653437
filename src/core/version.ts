/** The version of this build, from the package it ships in: two folders up from the source, three from the compiled file. */
import { readFileSync } from 'node:fs';

export function readVersion(): string {
  const isCompiled = new URL('.', import.meta.url).pathname.endsWith('/dist/src/core/');
  const file = new URL(isCompiled ? '../../../package.json' : '../../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return version;
}
