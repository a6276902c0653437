import path from 'node:path';
import { buildGoTool } from '../../../scripts/go-tool.ts';

/** Returns the file of OpenTofu, of the version that the module file in `tofu` pins. Compiled once for this version: about six minutes on two cores. */
export function buildTofu(say: (line: string) => void): string {
  const moduleFolder = path.join(import.meta.dirname, 'tofu');
  return buildGoTool({ name: 'tofu', moduleFolder, package: 'github.com/opentofu/opentofu/cmd/tofu' }, say);
}
