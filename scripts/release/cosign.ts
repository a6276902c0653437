/** Signatures by cosign, with a key pair of the maintainers and without a public transparency log. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { buildGoTool } from '../go-tool.ts';

export interface Signer {
  readonly cosign: string;
  /** File of the private key, as `cosign generate-key-pair` writes it; its password is in COSIGN_PASSWORD. */
  readonly key: string;
}

export function buildCosign(say: (line: string) => void): string {
  const moduleFolder = path.join(import.meta.dirname, 'tools/cosign');
  return buildGoTool({ name: 'cosign', moduleFolder, package: 'github.com/sigstore/cosign/v2/cmd/cosign' }, say);
}

/** Writes `<file>.sig`. @throws when the password is not given: cosign would ask for it. */
export function signFile(signer: Signer, file: string): void {
  run(signer, ['sign-blob', '--output-signature', `${file}.sig`], file);
}

/** `image` is named by its digest, and so is every image of its list signed. Leaves the signatures in the registry. */
export function signImage(signer: Signer, image: string): void {
  run(signer, ['sign', '--recursive'], image);
}

export interface Attestation {
  readonly type: 'cyclonedx' | 'slsaprovenance1';
  /** Its file. */
  readonly predicate: string;
  /** Whether those of the same type that the image has are removed. */
  readonly replaces: boolean;
}

/** A signed statement about the image, which stays beside it in the registry. */
export function attest(signer: Signer, image: string, { type, predicate, replaces }: Attestation): void {
  run(signer, ['attest', '--type', type, '--predicate', predicate, `--replace=${replaces}`], image);
}

function run({ cosign, key }: Signer, command: readonly string[], subject: string): void {
  if (process.env['COSIGN_PASSWORD'] === undefined) throw new Error('COSIGN_PASSWORD is not set: it opens the key');
  const args = [...command, '--key', key, '--tlog-upload=false', '--yes', subject];
  execFileSync(cosign, args, { stdio: ['ignore', 'pipe', 'pipe'] });
}
