/**
 * Publishes the images of a finished release: the same bytes in every registry, each signed there, with its list of
 * contents and its provenance attached as signed statements.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { isLoopback } from '../../src/core/loopback.ts';
import { attest, type Signer, signImage } from './cosign.ts';
import { readLayout } from './read-layout.ts';
import { changedSource } from './write-provenance.ts';

const Statement = z.object({
  predicate: z.looseObject({
    buildDefinition: z.looseObject({
      resolvedDependencies: z.array(z.looseObject({ annotations: z.looseObject({}).optional() })),
    }),
  }),
});

/**
 * `registry` may have a path: "registry.example/team". Returns "registry.example/team/farol-agent@sha256:…" of each.
 *
 * @throws when it was built from a working tree that differs from its commit.
 */
export function pushRelease(out: string, tag: string, registry: string, signer: Signer): string[] {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'farol-push-'));
  try {
    const provenance = path.join(scratch, 'provenance.json');
    const statement = Statement.parse(JSON.parse(readFileSync(path.join(out, 'provenance.json'), 'utf8')));
    const { resolvedDependencies } = statement.predicate.buildDefinition;
    if (resolvedDependencies.some(({ annotations }) => annotations?.['changed'] === changedSource.changed)) {
      throw new Error(`${out} was built from a changed working tree, and is not signed: build it from a commit`);
    }
    writeFileSync(provenance, JSON.stringify(statement.predicate));
    return readdirSync(path.join(out, 'images'))
      .toSorted()
      .map((name) => pushImage({ out, tag, registry, signer, provenance }, name));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

interface Push {
  readonly out: string;
  readonly tag: string;
  readonly registry: string;
  readonly signer: Signer;
  /** File of the predicate. */
  readonly provenance: string;
}

function pushImage({ out, tag, registry, signer, provenance }: Push, name: string): string {
  const layout = path.join(out, 'images', name);
  const { digest, architectures, ...found } = readLayout(layout);
  if (found.tag !== tag) throw new Error(`--tag ${tag}: the release in ${out} is ${found.tag}`);
  const repository = `${registry}/${name}`;
  // Only a registry of this machine may be spoken to in the clear.
  const plain = isLoopback(new URL(`https://${registry}`).hostname) ? ['--dest-tls-verify=false'] : [];
  const from = `oci:${layout}:${tag}`;
  const copy = ['copy', '--quiet', '--all', '--preserve-digests', ...plain, from, `docker://${repository}:${tag}`];
  execFileSync('skopeo', copy, { stdio: ['ignore', 'pipe', 'pipe'] });
  signImage(signer, `${repository}@${digest}`);
  attest(signer, `${repository}@${digest}`, { type: 'slsaprovenance1', predicate: provenance, replaces: true });
  for (const [index, one] of architectures.entries()) {
    const predicate = path.join(out, 'sbom', `${name}-${tag}-linux-${one.name}.image.cdx.json`);
    const contents = { type: 'cyclonedx', predicate } as const;
    // At the list too: a reader has the tag at hand, a scanner the image of its architecture.
    attest(signer, `${repository}@${digest}`, { ...contents, replaces: index === 0 });
    attest(signer, `${repository}@${one.digest}`, { ...contents, replaces: true });
  }
  return `${repository}@${digest}`;
}
