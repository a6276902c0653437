/** docs/guides/install-systemd.md, "Verify the files": with the real cosign, in the folder of a release. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCosign, signFile } from '../../../scripts/release/cosign.ts';
import { findRelease } from '../release-images.ts';
import { readHostGuide } from './guide.ts';
import { stageRelease } from './stage-release.ts';

const guide = readHostGuide(path.resolve(import.meta.dirname, '../../../docs/guides/install-systemd.md'));
const later = 'v9.9.9';
let folder: string;
let cosign: string;

beforeAll(async () => {
  const release = await findRelease();
  folder = mkdtempSync(path.join(tmpdir(), 'farol-signed-'));
  cosign = buildCosign((line) => process.stderr.write(`${line}\n`));
  stageRelease(release, later, folder);
  process.env['COSIGN_PASSWORD'] ??= '';
  execFileSync(cosign, ['generate-key-pair'], { cwd: folder, stdio: 'pipe' });
  signFile({ cosign, key: path.join(folder, 'cosign.key') }, path.join(folder, 'SHA256SUMS'));
  rmSync(path.join(folder, 'cosign.key'));
  // Compiling cosign takes minutes, once for each version.
}, 1_800_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the block of the guide ends with, in a copy of the folder that was changed. */
function verify(change: string): number | null {
  const copy = 'rm -rf copy; mkdir copy; cp -r archives cosign.pub SHA256SUMS* copy/; cd copy';
  const commands = `${guide.variables}${copy}; ${change}; ${guide.block('verify')}`;
  const env = { ...process.env, PATH: `${path.dirname(cosign)}:${process.env['PATH'] ?? ''}` };
  return spawnSync('sh', ['-euc', commands], { cwd: folder, env, stdio: 'pipe' }).status;
}

test('signature and sums confirm the files, and find out when one of them was changed', () => {
  expect(verify('true')).toBe(0);
  expect(verify(`echo >> archives/farol-control-${later}-linux-amd64.tar.gz`)).toBe(1);
  expect(verify('echo >> SHA256SUMS')).toBe(1);
}, 120_000);
