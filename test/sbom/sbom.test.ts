/**
 * The lists of contents of a release, read by the library of CycloneDX for Python: valid by the strict schema, and the
 * same parts come out. They have everything that is installed here, and the Debian packages of the last release.
 *
 * @module-tag deep
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readKnown } from '../../scripts/release/known-packages.ts';
import { listCrates, listNode, listNpm, listOnce, type Part } from '../../scripts/release/list-parts.ts';
import { type SbomSubject, toPurl, writeSbom } from '../../scripts/release/write-sbom.ts';
import { installEnvironment } from '../python-environment.ts';

const repository = path.resolve(import.meta.dirname, '../..');
const nodeVersion = process.version.slice(1);
const digest = { algorithm: 'sha256', value: 'ab'.repeat(32) } as const;
const date = 1_795_910_400;

let python = '';
let folder = '';

beforeAll(async () => {
  python = path.join(installEnvironment('sbom', import.meta.dirname), 'bin/python');
  folder = await mkdtemp(path.join(tmpdir(), 'farol-sbom-'));
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(text: string): Promise<unknown> {
  const file = path.join(folder, 'one.cdx.json');
  await writeFile(file, text);
  const { stdout } = await promisify(execFile)(python, [path.join(import.meta.dirname, 'read_sbom.py'), file], {
    maxBuffer: 1 << 26,
  });
  return JSON.parse(stdout);
}

const debian: readonly Part[] = Object.entries(readKnown('amd64')).map(([name, { version, sha256 }]) => ({
  kind: 'debian',
  name,
  version,
  architecture: 'amd64',
  digest: { algorithm: 'sha256', value: sha256 },
  // As Debian writes them: no expressions of SPDX.
  licenses: ['GPL-2+', 'public-domain'],
}));

const cases: readonly {
  readonly what: string;
  readonly subject: SbomSubject;
  readonly parts: () => readonly Part[];
}[] = [
  {
    what: 'an image',
    subject: {
      name: 'farol-control',
      version: 'v1.2.3',
      imageDigest: `sha256:${digest.value}`,
      architecture: 'amd64',
      date,
    },
    parts: () => [...debian, listNode(nodeVersion, 'x64'), ...listOnce(listNpm(repository, repository))],
  },
  {
    what: 'an archive with the collector',
    subject: { name: 'farol-profiler', version: 'v1.2.3', architecture: 'amd64', date },
    parts: () => [
      {
        kind: 'rust',
        name: 'rust-std',
        version: '1.90.0',
        architecture: 'x64',
        licenses: ['MIT OR Apache-2.0'],
        digest,
      },
      ...listCrates(repository, 'x86_64-unknown-linux-gnu'),
    ],
  },
  {
    what: 'a chart',
    subject: { name: 'farol', version: 'v1.2.3', date },
    parts: () => [{ kind: 'image', name: 'farol-agent', version: 'v1.2.3', digest }],
  },
];

test.for(cases)('$what is valid, and the same parts come out', { timeout: 300_000 }, async ({ subject, parts }) => {
  const all = parts();
  expect(await read(writeSbom(subject, all))).toEqual({
    subject: [subject.name, subject.version],
    purls: all.map(toPurl).toSorted(),
    references: all.length,
  });
});

test('a document with a fault is not passed', { timeout: 300_000 }, async () => {
  const right = writeSbom({ name: 'farol', version: 'v1.2.3', date }, [listNode(nodeVersion, 'x64')]);
  const wrong = right.replace('"SHA-256"', '"SHA-255"');
  expect(wrong).not.toBe(right);
  expect(await read(wrong)).toEqual({ fault: expect.stringContaining('components[0].hashes[0].alg') });
});
