import path from 'node:path';
import { buildGoTool } from '../../../scripts/go-tool.ts';

/** Returns the file of kubectl, of the version that the module file in `kubectl` pins. Compiled once for this version. */
export function buildKubectl(say: (line: string) => void): string {
  const moduleFolder = path.join(import.meta.dirname, 'kubectl');
  return buildGoTool({ name: 'kubectl', moduleFolder, package: 'k8s.io/kubernetes/cmd/kubectl' }, say);
}
