/** A release in two registries of different makes, one with a password; verified with the commands of the guide. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { findRelease, type Release } from '../../test/delivery/release-images.ts';
import { readGuide } from '../../test/read-guide.ts';
import { startProcess, type StartedProcess } from '../../test/started-process.ts';
import { Podman } from '../delivery/containers/podman.ts';
import { buildCosign } from './cosign.ts';
import { buildCrane } from '../go-tool.ts';
import { readLayout } from './read-layout.ts';

const root = path.resolve(import.meta.dirname, '../..');
const say = (line: string): void => console.error(line);
const registries = { distribution: '127.0.0.1:45011/team', crane: '127.0.0.1:45012/farol' } as const;
const user = { name: 'release', password: 'of this test alone' };
const names = ['farol-agent', 'farol-control', 'farol-profiler'];

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

let folder: string;
let release: Release;
let crane: string;
let cosign: string;
const started: StartedProcess[] = [];
let published: Ended;

/** `distribution` wants a password; the other one is open. */
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'farol-push-test-'));
  release = await findRelease();
  crane = buildCrane(say);
  cosign = buildCosign(say);
  writePasswords();
  started.push(await startDistribution(), await startCrane());
  execFileSync(cosign, ['generate-key-pair'], { cwd: folder, env: environment(), stdio: 'pipe' });
  published = await push('--push', registries.distribution, '--push', `${registries.crane}/`);
}, 900_000);

afterAll(async () => {
  for (const one of started) await one.stop();
  rmSync(folder, { recursive: true, force: true });
});

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, HOME: folder, COSIGN_PASSWORD: 'of this test alone' };
}

function writePasswords(): void {
  const hash = execFileSync('perl', ['-e', 'print crypt($ARGV[0], q($2b$05$) . q(a) x 22)', user.password]);
  writeFileSync(path.join(folder, 'passwords'), `${user.name}:${hash.toString()}\n`);
  const auth = Buffer.from(`${user.name}:${user.password}`).toString('base64');
  const [host = ''] = registries.distribution.split('/');
  mkdirSync(path.join(folder, '.docker'));
  writeFileSync(path.join(folder, '.docker/config.json'), JSON.stringify({ auths: { [host]: { auth } } }));
}

function startDistribution(): Promise<StartedProcess> {
  const [addr = ''] = registries.distribution.split('/');
  const settings = {
    version: '0.1',
    storage: { filesystem: { rootdirectory: path.join(folder, 'distribution') } },
    http: { addr },
    auth: { htpasswd: { realm: 'release', path: path.join(folder, 'passwords') } },
  };
  const file = path.join(folder, 'distribution.json');
  writeFileSync(file, JSON.stringify(settings));
  const isReady = async (): Promise<boolean> => (await fetch(`http://${addr}/v2/`)).status === 401;
  return startProcess({ program: 'docker-registry', args: ['serve', file], isReady });
}

function startCrane(): Promise<StartedProcess> {
  const [address = ''] = registries.crane.split('/');
  const isReady = async (): Promise<boolean> => (await fetch(`http://${address}/v2/`)).ok;
  return startProcess({ program: crane, args: ['registry', 'serve', '--address', address], isReady });
}

function push(...more: readonly string[]): Promise<Ended> {
  const args = [path.join(root, 'scripts/release.ts'), '--out', release.folder, '--tag', release.tag];
  const key = ['--key', path.join(folder, 'cosign.key')];
  return run(process.execPath, [...args, ...key, ...more], environment());
}

/** Not `spawnSync`: a registry waits for this process to read what it logs. */
async function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const child = spawn(program, args, { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => (said[name] += text));
  }
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { status, ...said };
}

/** The blocks of one section of the guide, as they are. */
function readCommands(heading: string): string[] {
  return readGuide(path.join(root, 'docs/guides/release.md'))
    .filter((block) => block.heading === heading && block.language === 'sh')
    .map(({ text }) => text);
}

function runGuide(commands: string, registry: string, key = 'cosign.pub'): Promise<Ended> {
  const env = { ...environment(), REGISTRY: registry, TAG: release.tag, PATH: `${path.dirname(cosign)}:/usr/bin:/bin` };
  return run('sh', ['-c', commands.replaceAll('cosign.pub', key)], env);
}

/** With what it said otherwise. */
function demandSuccess({ status, stderr }: Ended): void {
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
}

const Payload = z.object({ payload: z.string() });
const Statement = z.object({
  predicateType: z.string(),
  subject: z.array(z.object({ digest: z.object({ sha256: z.string() }) })),
  predicate: z.looseObject({ components: z.array(z.object({ name: z.string() })).optional() }),
});

describe('a release that is pushed', () => {
  test('has the same digests in both registries, and names each image by its digest', async () => {
    demandSuccess(published);
    const digests = names.map((name) => readLayout(path.join(release.folder, 'images', name)).digest);
    const lines = Object.values(registries).flatMap((registry) =>
      names.map((name, index) => `farol: published ${registry}/${name}@${digests[index]}`),
    );
    expect(published.stderr.trim().split('\n').slice(1)).toEqual(lines);
    for (const line of lines) {
      const image = line.replace('farol: published ', '').replace(/@.*$/u, `:${release.tag}`);
      const served = execFileSync(crane, ['digest', image], { env: environment(), encoding: 'utf8' });
      expect(line).toContain(served.trim());
    }
  });

  test('is published again as it is, with nothing changed', async () => {
    const again = await push('--push', registries.crane);
    demandSuccess(again);
    expect(again.stderr).toContain('holds a finished release: it is published as it is');
  });

  test.each([
    [
      'under another version',
      ['--tag', 'v9.9.9', '--push', registries.crane],
      /--tag v9\.9\.9: the release in \S+ is v/u,
    ],
    ['to a registry that does not answer', ['--push', '127.0.0.1:9'], /127\.0\.0\.1:9.*connection refused/u],
  ])('is refused %s', async (_case, more, message) => {
    const { status, stderr } = await push(...more);
    expect(stderr).toMatch(message);
    expect(status).toBe(1);
  });

  test('is refused without a key', async () => {
    const args = [path.join(root, 'scripts/release.ts'), '--out', release.folder, '--push', registries.crane];
    const { status, stderr } = await run(process.execPath, args, environment());
    expect(stderr).toMatch(/--push needs --key/u);
    expect(status).toBe(1);
  });
});

describe.each(Object.entries(registries))('the commands of the guide, against %s', (_make, registry) => {
  test('[P-K8S-9] verify the Profiler in the same way as the Agent', async () => {
    const [verify = ''] = readCommands('Verify an image');
    const verified = await runGuide(verify, registry);
    demandSuccess(verified);
    for (const name of names) expect(verified.stderr).toContain(`Verification for ${registry}/${name}:${release.tag}`);
  });

  test('give the list of contents and the provenance of that image', async () => {
    const [, attestations = ''] = readCommands('Verify an image');
    const attested = await runGuide(attestations, registry);
    demandSuccess(attested);
    const statements = attested.stdout
      .trim()
      .split('\n')
      .map((line) => Statement.parse(JSON.parse(atob(Payload.parse(JSON.parse(line)).payload))));
    const { digest, architectures } = readLayout(path.join(release.folder, 'images/farol-profiler'));
    expect(statements.map(({ subject }) => subject[0]?.digest.sha256)).toEqual(
      statements.map(() => digest.replace('sha256:', '')),
    );
    const types = statements.map(({ predicateType }) => predicateType);
    expect(types.toSorted()).toEqual([
      ...architectures.map(() => 'https://cyclonedx.org/bom'),
      'https://slsa.dev/provenance/v1',
    ]);
    const contents = statements.find(({ predicate }) => predicate.components !== undefined)?.predicate.components ?? [];
    expect(contents.map(({ name }) => name)).toEqual(expect.arrayContaining(['libelf1', 'node', 'libbpf-rs']));
  });

  test('refuse the key of somebody else', async () => {
    mkdirSync(path.join(folder, 'other'), { recursive: true });
    execFileSync(cosign, ['generate-key-pair'], { cwd: path.join(folder, 'other'), env: environment(), stdio: 'pipe' });
    const [verify = ''] = readCommands('Verify an image');
    const { status, stderr } = await runGuide(verify, registry, 'other/cosign.pub');
    expect(status).not.toBe(0);
    expect(stderr).toContain('no matching signatures');
    rmSync(path.join(folder, 'other'), { recursive: true });
  });
});

test('the guide for Kubernetes copies the images with the digests that the chart names', () => {
  const guide = readGuide(path.join(root, 'docs/guides/install-kubernetes.md'));
  const copy = guide.find(({ name }) => name === 'copy')?.text ?? '';
  const registry = `${registries.crane.split('/')[0]}/own`;
  // Of this machine, so that it may be spoken to in the clear.
  const block = copy
    .replace('skopeo copy', 'skopeo copy --dest-tls-verify=false')
    .replace('registry.example.com/farol', registry);
  execFileSync('ln', ['-sfn', release.folder, path.join(folder, 'release')]);
  const script = `version=${release.tag.slice(1)}\n${block}`;
  execFileSync('bash', ['-eu', '-c', script], { cwd: folder, env: environment(), stdio: 'pipe' });
  const chart = path.join(release.folder, 'charts', `farol-${release.tag.slice(1)}.tgz`);
  const values = execFileSync('tar', ['-xzOf', chart, 'farol/values.yaml'], { encoding: 'utf8' });
  for (const name of names) {
    const served = execFileSync(crane, ['digest', `${registry}/${name}:${release.tag}`], { env: environment() });
    expect(values).toMatch(new RegExp(`^ {4}${name.replace('farol-', '')}: ["']?${served.toString().trim()}`, 'mu'));
  }
});

test('the compose file of the release pulls its images by digest, whatever the tag became', () => {
  const registry = `${registries.crane.split('/')[0]}/own`;
  const tagOf = (name: string): string => `${registry}/${name}:${release.tag}`;
  execFileSync(crane, ['copy', tagOf('farol-control'), tagOf('farol-agent')], { env: environment(), stdio: 'pipe' });
  const archive = path.join(release.folder, 'archives', `farol-compose-${release.tag}.tar.gz`);
  execFileSync('tar', ['-xzf', archive, '-C', folder]);
  const project = path.join(folder, `farol-compose-${release.tag}`);
  const settings = readFileSync(path.join(project, '.env.example'), 'utf8');
  writeFileSync(path.join(project, '.env'), `${settings}FAROL_IMAGE_REGISTRY=${registry}\n`);
  const insecure = path.join(folder, 'registries.conf');
  writeFileSync(insecure, `[[registry]]\nlocation = "${registries.crane.split('/')[0]}"\ninsecure = true\n`);
  const podman = new Podman(path.join(folder, 'podman'));
  try {
    execFileSync('podman-compose', ['-f', 'compose.yaml', '-f', 'compose.registry.yaml', 'pull'], {
      cwd: project,
      env: { ...podman.env, CONTAINERS_REGISTRIES_CONF: insecure },
      stdio: 'pipe',
    });
    const pulled = podman.read(
      'images',
      '--format',
      '{{.Repository}} {{index .Labels "org.opencontainers.image.title"}}',
    );
    expect(pulled.split('\n').toSorted()).toEqual([
      `${registry}/farol-agent Farol Agent`,
      `${registry}/farol-control Farol control plane`,
      `${registry}/farol-profiler Farol Profiler`,
    ]);
  } finally {
    podman.close();
  }
}, 120_000);

test('another image under the tag of a release is refused', async () => {
  const copied = `${registries.crane.split('/')[0]}/copied`;
  for (const name of names) {
    const from = `${registries.crane}/${name === 'farol-agent' ? 'farol-control' : name}:${release.tag}`;
    execFileSync(crane, ['copy', from, `${copied}/${name}:${release.tag}`], { env: environment(), stdio: 'pipe' });
  }
  const [verify = ''] = readCommands('Verify an image');
  const { status, stderr } = await runGuide(verify, copied);
  expect(status).not.toBe(0);
  expect(stderr).toContain('no signatures found');
});

test('files that were changed after the release was built are not published', async () => {
  const changed = path.join(folder, 'changed');
  execFileSync('cp', ['--archive', '--link', release.folder, changed]);
  rmSync(path.join(changed, 'provenance.json'));
  writeFileSync(path.join(changed, 'provenance.json'), '{}');
  const { status, stderr } = await push('--out', changed, '--push', registries.crane);
  expect(stderr).toMatch(/holds a release that was changed after it was built: provenance\.json: FAILED/u);
  expect(status).toBe(1);
});
