/** Only for tests: a registry of another make than Debian's, in one process and in memory. */
import path from 'node:path';
import { buildGoTool } from '../go-tool.ts';

/** Returns its file, compiled once for this version: half a minute. */
export function buildCrane(say: (line: string) => void): string {
  const moduleFolder = path.join(import.meta.dirname, 'tools/crane');
  return buildGoTool({ name: 'crane', moduleFolder, package: 'github.com/google/go-containerregistry/cmd/crane' }, say);
}
