/** The whole release again: from a clone of its commit in another folder, on the same packages. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { findRelease, type Release } from '../../test/delivery/release-images.ts';
import { releaseImages } from './images.ts';

const root = path.resolve(import.meta.dirname, '../..');
const Provenance = z.object({
  predicate: z.object({
    buildDefinition: z.object({
      externalParameters: z.object({ architectures: z.array(z.string()) }),
      resolvedDependencies: z.array(
        z.object({
          name: z.string().optional(),
          digest: z.record(z.string(), z.string()),
          annotations: z.unknown().optional(),
        }),
      ),
    }),
  }),
});

let release: Release;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'farol-reproducible-'));
  release = await findRelease();
}, 900_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a clone in another folder builds every file of the release again, byte for byte', { timeout: 1_200_000 }, () => {
  const { buildDefinition } = Provenance.parse(
    JSON.parse(readFileSync(path.join(release.folder, 'provenance.json'), 'utf8')),
  ).predicate;
  const { architectures } = buildDefinition.externalParameters;
  const source = buildDefinition.resolvedDependencies.find(({ name }) => name === 'source');
  expect(source?.annotations, 'the release was built from changed sources: commit them first').toBeUndefined();
  const [clone, out] = [path.join(folder, 'clone'), path.join(folder, 'out')];
  const run = (program: string, args: readonly string[], cwd = clone): void => {
    execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'], maxBuffer: 1 << 26 });
  };
  run('git', ['clone', '--quiet', '--no-checkout', root, clone], root);
  run('git', ['checkout', '--quiet', source?.digest['gitCommit'] ?? '']);
  const chosen = architectures.flatMap((one) => ['--arch', one]);
  const packages = ['--packages', path.join(root, '.farol/debian-packages')];
  run(path.join(clone, 'farol'), ['release', '--out', out, '--tag', release.tag, ...chosen, ...packages]);
  const sums = (built: string): string[] => readFileSync(path.join(built, 'SHA256SUMS'), 'utf8').trim().split('\n');
  expect(sums(out).filter((line) => line.includes('/index.json'))).toHaveLength(releaseImages.length);
  expect(sums(out)).toEqual(sums(release.folder));
});
