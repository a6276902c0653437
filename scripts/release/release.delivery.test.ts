/** A release of the control plane for one architecture, built twice; and what its image, archive and lists hold. */
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { basePackages, farolUser } from './base-files.ts';
import { releaseImages } from './images.ts';
import { readLayout } from './read-layout.ts';

const root = path.resolve(import.meta.dirname, '../..');
const tag = 'v1.2.3';
const date = '1700000000';
let folder: string;

const Manifest = z.object({
  config: z.object({ digest: z.string() }),
  layers: z.array(z.object({ digest: z.string(), size: z.number() })),
  annotations: z.record(z.string(), z.string()),
});
const Config = z.object({
  created: z.string(),
  architecture: z.string(),
  config: z.object({
    User: z.string(),
    Entrypoint: z.array(z.string()),
    Env: z.array(z.string()),
    Labels: z.record(z.string(), z.string()),
  }),
});
const Compose = z.object({ services: z.record(z.string(), z.object({ image: z.string() })) });
const Component = z.object({
  name: z.string(),
  version: z.string(),
  purl: z.string(),
  licenses: z.array(z.object({ license: z.object({ name: z.string() }) })).optional(),
});
const Sbom = z.object({ components: z.array(Component) });
const ImageSubject = z.object({
  metadata: z.object({
    component: z.object({
      type: z.literal('container'),
      purl: z.string(),
      hashes: z.array(z.object({ content: z.string() })),
    }),
  }),
});

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'farol-release-test-'));
  for (const out of ['one', 'two']) {
    execFileSync(process.execPath, releaseArgs(out), {
      env: { ...process.env, SOURCE_DATE_EPOCH: date },
      stdio: 'pipe',
    });
  }
}, 900_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function releaseArgs(out: string): string[] {
  const chosen = ['--image', 'farol-control', '--arch', 'amd64', '--packages', path.join(folder, 'packages')];
  return [path.join(root, 'scripts/release.ts'), '--out', path.join(folder, out), '--tag', tag, ...chosen];
}

const layout = (): string => path.join(folder, 'one/images/farol-control');
const blob = (digest: string): string => path.join(layout(), 'blobs', digest.replace(':', '/'));
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

function readImage(): { manifest: z.infer<typeof Manifest>; config: z.infer<typeof Config> } {
  const [image] = readLayout(layout()).architectures;
  const manifest = Manifest.parse(readJson(blob(image?.digest ?? '')));
  return { manifest, config: Config.parse(readJson(blob(manifest.config.digest))) };
}

/** "drwx------ 9000/9000 var/lib/farol/" of every layer. */
function listImage(): string[] {
  return readImage().manifest.layers.flatMap(({ digest }) =>
    execFileSync('tar', ['--numeric-owner', '-tvzf', blob(digest)], { encoding: 'utf8', maxBuffer: 1 << 26 })
      .trim()
      .split('\n')
      .map((line) => line.replace(/^(\S+)\s+(\S+)\s+\d+ \S+ \S+ (.*)$/u, '$1 $2 $3')),
  );
}

function readContents(): z.infer<typeof Sbom> {
  return Sbom.parse(readJson(path.join(folder, 'one/sbom', `farol-control-${tag}-linux-amd64.image.cdx.json`)));
}

/** The folder of an archive that has no architecture. */
function unpack(name: 'compose' | 'deploy'): string {
  const into = path.join(folder, 'unpacked-parts');
  mkdirSync(into, { recursive: true });
  execFileSync('tar', ['-xzf', path.join(folder, 'one/archives', `farol-${name}-${tag}.tar.gz`), '-C', into]);
  return path.join(into, `farol-${name}-${tag}`);
}

const PackageFile = z.object({ name: z.string(), version: z.string() });

/** "zod 4.0.0" of a file in the image: packages are copied from those of this repository. */
function readPackage(file: string): string {
  const { name, version } = PackageFile.parse(
    readJson(path.join(root, file.replace(/^.*?node_modules/u, 'node_modules'))),
  );
  return `${name} ${version}`;
}

describe('a release', () => {
  test('has the same bytes when it is built again from the same packages', () => {
    const sums = ['one', 'two'].map((out) => readFileSync(path.join(folder, out, 'SHA256SUMS'), 'utf8'));
    expect(sums[0]).toBe(sums[1]);
    expect(sums[0]).toMatch(/^[0-9a-f]{64} {2}archives\/farol-control-v1\.2\.3-linux-amd64\.tar\.gz$/mu);
    const blobs = (out: string): string[] => globSync(`${out}/images/*/blobs/sha256/*`, { cwd: folder }).toSorted();
    expect(blobs('one').map((file) => path.basename(file))).toEqual(blobs('two').map((file) => path.basename(file)));
  });

  test('has sums that sha256sum accepts', () => {
    const { status } = spawnSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: path.join(folder, 'one') });
    expect(status).toBe(0);
  });
});

describe('the image', () => {
  test('starts the program as a user of its own, says its version, and is small', () => {
    const { manifest, config } = readImage();
    const { limitMegabytes = 0, start } = releaseImages.find(({ name }) => name === 'farol-control') ?? {};
    expect(config.architecture).toBe('amd64');
    expect(config.created).toBe(new Date(Number(date) * 1000).toISOString().replace('.000', ''));
    expect(config.config.User).toBe(`${farolUser.id}:${farolUser.id}`);
    expect(config.config.Entrypoint).toEqual(['/usr/local/bin/node', ...(start ?? [])]);
    expect(manifest.annotations).toMatchObject(config.config.Labels);
    expect(manifest.annotations['org.opencontainers.image.version']).toBe(tag);
    const size = manifest.layers.reduce((sum, layer) => sum + layer.size, 0);
    expect(size / 1e6).toBeLessThan(limitMegabytes);
    expect(size / 1e6).toBeGreaterThan(40);
  });

  test('holds no shell, no package manager and no other program than Node and ours', () => {
    const files = listImage();
    const programs = files.filter((line) => /^-..[xs]/u.test(line) && !/\.so(?:\.[\d.]+)?$/u.test(line));
    expect(programs.map((line) => line.split(' ').at(-1))).toEqual(['usr/local/bin/node', 'usr/local/bin/farol']);
    expect(files.filter((line) => /\/(?:sh|bash|dash|busybox|apt|dpkg|npm|npx)$/u.test(line))).toEqual([]);
    expect(files.filter((line) => line.includes('node_modules/npm/'))).toEqual([]);
  });

  test('has nothing that its user may change but its data and temporary files', () => {
    const files = listImage();
    expect(files.filter((line) => !line.includes(' 0/0 '))).toEqual(['drwx------ 9000/9000 var/lib/farol/']);
    expect(files.filter((line) => /^[-d].......w/u.test(line))).toEqual(['drwxrwxrwt 0/0 tmp/']);
    expect(files.filter((line) => /^-..s|^-.....s/u.test(line))).toEqual([]);
  });
});

describe('the list of contents', () => {
  test('names every package of the image with where it is from', () => {
    const { components } = readContents();
    const names = (prefix: string): string[] =>
      components.filter(({ purl }) => purl.startsWith(prefix)).map(({ name }) => name);
    expect(names('pkg:deb/debian/').toSorted()).toEqual(Object.keys(basePackages).toSorted());
    expect(names('pkg:generic/node@')).toEqual(['node']);
    expect(names('pkg:npm/')).toEqual(expect.arrayContaining(['fastify', 'zod', 'pg', 'kysely']));
    expect(names('pkg:npm/')).not.toContain('vitest');
    const listed = new Set(components.map(({ name, version }) => `${name} ${version}`));
    const files = listImage().flatMap(
      (line) => /\S*node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/u.exec(line) ?? [],
    );
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => !listed.has(readPackage(file)))).toEqual([]);
  });

  test('says which image it is of, by the digest of that image', () => {
    const file = path.join(folder, 'one/sbom', `farol-control-${tag}-linux-amd64.image.cdx.json`);
    const { component } = ImageSubject.parse(readJson(file)).metadata;
    const digest = readLayout(layout()).architectures[0]?.digest;
    expect(component.purl).toBe(`pkg:oci/farol-control@${digest}?arch=amd64&tag=${tag}`);
    expect(component.hashes.map(({ content }) => `sha256:${content}`)).toEqual([digest]);
  });

  test("names the licences of Debian's packages, where those name them for machines", () => {
    const licenses = new Map(
      readContents()
        .components.filter(({ purl }) => purl.startsWith('pkg:deb/'))
        .map((one) => [one.name, (one.licenses ?? []).map(({ license }) => license.name)]),
    );
    expect(licenses.get('ca-certificates')).toEqual(['GPL-2+', 'MPL-2.0']);
    expect(licenses.get('libc6')).toEqual([]);
  });

  test('names the packages whose code is in files of ours', () => {
    const { components } = readContents();
    const names = components.map(({ name }) => name);
    // Of the web app, and of the functions that verdicts are made of.
    expect(names).toEqual(expect.arrayContaining(['preact', '@preact/signals', '@stdlib/math-base-special-ln']));
    expect(new Set(components.map(({ purl }) => purl)).size).toBe(components.length);
  });

  test('is the same file for the same parts, and the archive lists no package of Debian', () => {
    const text = readFileSync(
      path.join(folder, 'one/sbom', `farol-control-${tag}-linux-amd64.archive.cdx.json`),
      'utf8',
    );
    expect(text).not.toContain('pkg:deb/');
    expect(text).toContain('pkg:npm/fastify@');
  });
});

test('the archive runs where it is unpacked, and says its version', () => {
  const into = path.join(folder, 'unpacked');
  execFileSync('mkdir', [into]);
  const archive = path.join(folder, 'one/archives', `farol-control-${tag}-linux-amd64.tar.gz`);
  execFileSync('tar', ['-xzf', archive, '-C', into]);
  const program = path.join(into, `farol-control-${tag}-linux-amd64/farol`);
  expect(execFileSync(program, ['--version'], { encoding: 'utf8', env: {} }).trim()).toBe(tag.slice(1));
  expect(statSync(program).mode & 0o777).toBe(0o755);
});

test('the chart lists the image that it installs, by its digest', () => {
  const { components } = Sbom.parse(readJson(path.join(folder, 'one/sbom/farol-1.2.3.chart.cdx.json')));
  expect(components.map(({ name, purl }) => [name, purl])).toEqual([
    ['farol-control', `pkg:oci/farol-control@${readLayout(layout()).digest}?tag=${tag}`],
  ]);
});

test('compose file for a registry and manifests do so too, and where no digest is known the tag is named', () => {
  const { digest } = readLayout(layout());
  const composed = unpack('compose');
  const compose = (name: string) => Compose.parse(parse(readFileSync(path.join(composed, name), 'utf8'))).services;
  const image = `\${FAROL_IMAGE_REGISTRY:?set FAROL_IMAGE_REGISTRY in .env}/farol-control@${digest}`;
  expect(compose('compose.registry.yaml')).toEqual({ control: { image }, enrolment: { image } });
  expect(compose('compose.yaml')).toHaveProperty('control.image', expect.stringContaining('farol-control:${FAROL_TAG'));

  const manifests = path.join(unpack('deploy'), 'kubernetes');
  const images = globSync('*.yaml', { cwd: manifests }).flatMap((file) =>
    Array.from(
      readFileSync(path.join(manifests, file), 'utf8').matchAll(/image: registry\.example\.com\/farol\/(\S+)/gu),
      ([, name]) => name,
    ),
  );
  expect(new Set(images)).toEqual(new Set([`farol-agent:${tag}`, `farol-control@${digest}`, `farol-profiler:${tag}`]));
});

test('what is applied beside the images is in one archive, as it is in the repository, with a README for each folder', () => {
  const deployed = unpack('deploy');
  const list = (base: string, under: string) =>
    globSync(`${under}/**`, { cwd: base, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => path.relative(base, path.join(one.parentPath, one.name)))
      .toSorted();
  const repository = path.join(root, 'deploy');
  const folders = ['terraform', 'cloudformation', 'kubernetes', 'apparmor', 'seccomp', 'policies'];
  for (const name of folders) {
    const from = name === 'policies' ? root : repository;
    const files = list(deployed, name);
    expect(files.length).toBeGreaterThan(0);
    expect(files).toEqual(list(from, name));
    // Those have the images of the release.
    if (name === 'kubernetes') continue;
    for (const file of files) {
      expect(readFileSync(path.join(deployed, file))).toEqual(readFileSync(path.join(from, file)));
    }
  }
  const readme = readFileSync(path.join(deployed, 'README.md'), 'utf8');
  expect(Array.from(readme.matchAll(/^- `([^`]+)`: /gmu), ([, name]) => name)).toEqual(folders);
  expect(readdirSync(deployed).toSorted()).toEqual(['LICENSE', 'README.md', ...folders].toSorted());
  const sums = readFileSync(path.join(folder, 'one/SHA256SUMS'), 'utf8');
  for (const file of [`archives/farol-deploy-${tag}.tar.gz`, `sbom/farol-deploy-${tag}.archive.cdx.json`]) {
    expect(sums).toMatch(new RegExp(`^[0-9a-f]{64} {2}${file.replaceAll('.', '\\.')}$`, 'mu'));
  }
});

test('the provenance names the source, the packages and every file', () => {
  const text = readFileSync(path.join(folder, 'one/provenance.json'), 'utf8');
  const statement = z
    .object({
      subject: z.array(z.object({ name: z.string(), digest: z.object({ sha256: z.string() }) })),
      predicateType: z.literal('https://slsa.dev/provenance/v1'),
      predicate: z.object({
        buildDefinition: z.object({
          resolvedDependencies: z.array(z.looseObject({ digest: z.record(z.string(), z.string()) })),
        }),
      }),
    })
    .parse(JSON.parse(text));
  const [source, ...packages] = statement.predicate.buildDefinition.resolvedDependencies;
  expect(source?.digest['gitCommit']).toMatch(/^[0-9a-f]{40}$/u);
  expect(packages.length).toBeGreaterThan(50);
  const names = statement.subject.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'images/farol-control/index.json',
      'charts/farol-1.2.3.tgz',
      `archives/farol-deploy-${tag}.tar.gz`,
    ]),
  );
  const image = statement.subject.find(({ name }) => name === 'farol-control');
  expect(`sha256:${image?.digest.sha256}`).toBe(readLayout(layout()).digest);
});
