/**
 * docs/guides/install-docker.md with Docker Engine, its command and its compose plugin, from a release to a first
 * comparison and a restart; it prints what was pasted and how long it took. The engine has neither a bridge network nor AppArmor: the containers are on the network of the host.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { buildTarget, Installation, until } from '../../../scripts/delivery/containers/installation.ts';
import { readGuide } from '../../read-guide.ts';
import { findRelease, type Release } from '../release-images.ts';
import { DockerEngine } from './docker-engine.ts';
import { GuideShell } from './guide-shell.ts';

const guide = path.resolve(import.meta.dirname, '../../../docs/guides/install-docker.md');
const override = 'docker-host-network.yaml';
const workload = `farold${process.pid}`;
let release: Release;
let installed: Installation<DockerEngine>;
let shell: GuideShell;
let target: ChildProcess;
let programs: string;

beforeAll(async () => {
  release = await findRelease();
  installed = await Installation.on((folder) => DockerEngine.start(folder));
  symlinkSync(release.folder, path.join(installed.folder, 'release'));
  shell = new GuideShell(installed.folder, installed.engine.env, {
    apparmor_parser: '[ "$1 $2" = "-r -W" ]; exec /usr/sbin/apparmor_parser -Q -K "$3"',
  });
  programs = mkdtempSync(path.join(os.tmpdir(), 'farol-targets-'));
  target = spawn(buildTarget(programs, workload, 1), { stdio: 'ignore' });
}, 2_400_000);
afterAll(async () => {
  target?.kill();
  await installed?.close();
  if (programs !== undefined) rmSync(programs, { recursive: true });
  // What version 2 of the target writes.
  rmSync('/tmp/farol-target-audit', { force: true });
}, 120_000);

/** The blocks of a heading, with the names that a person puts in. */
function blocksOf(heading: string): string[] {
  return readGuide(guide)
    .filter((block) => block.heading === heading && block.language === 'sh' && block.name === undefined)
    .map(({ text }) =>
      text
        .replaceAll('v0.1.0', release.tag)
        .replaceAll('PROCESS', workload)
        .replaceAll('localhost:8444', `localhost:${installed.ports.app}`),
    );
}

function hostConfigOf(service: string): unknown {
  return JSON.parse(installed.engine.read('inspect', '--format', '{{json .HostConfig}}', installed.container(service)));
}

test('the guide says with which versions it was tried', () => {
  const pinned = (module: string): string => readFileSync(path.join(import.meta.dirname, module, 'go.mod'), 'utf8');
  const versionOf = (text: string, name: string): string =>
    text
      .split('\n')
      .find((line) => line.startsWith(`\t${name} `))
      ?.split(' ')[1]
      ?.replace(/^v|\+.*$/gu, '') ?? name;
  const said = readFileSync(guide, 'utf8');
  const [engine, client] = [pinned('docker-engine'), pinned('docker-client')];
  expect(said).toContain(`Moby ${versionOf(engine, 'github.com/moby/moby/v2')}`);
  expect(said).toContain(`containerd ${versionOf(engine, 'github.com/containerd/containerd/v2')}`);
  expect(said).toContain(`Docker CLI ${versionOf(client, 'github.com/docker/cli')}`);
  expect(said).toContain(`Compose ${versionOf(client, 'github.com/docker/compose/v5')}`);
});

const pasted: string[] = [];
let startedMs = 0;
function paste(block: string): string {
  pasted.push(block.trim());
  return shell.run(block);
}

let link = '';
test('the guide starts everything from a release', () => {
  const [unpack = '', start = '', ...more] = blocksOf('Start');
  expect(more).toEqual([]);
  startedMs = performance.now();
  paste(unpack);
  installed.folder = shell.folder;
  copyFileSync(path.join(import.meta.dirname, override), path.join(shell.folder, override));
  const { FAROL_APP_PORT = '', FAROL_TUNNEL_PORT = '', FAROL_PUBLIC_URL = '' } = installed.settings();
  const files = ['compose.yaml', 'compose.host-network.yaml', override].join(':');
  const settings = {
    FAROL_APP_PORT,
    FAROL_TUNNEL_PORT,
    FAROL_PUBLIC_URL,
    COMPOSE_FILE: files,
    FAROL_ALLOCATIONS: workload,
  };
  installed.set(settings, readFileSync(path.join(shell.folder, '.env.example'), 'utf8'));
  link = /https:\S+#\S+/u.exec(paste(start))?.[0] ?? '';
}, 300_000);

test('Agent and Profiler enrol', async () => {
  expect(link).toMatch(/^https:\/\/localhost:\d+\/welcome#rlink_/u);
  await installed.signIn();
  await installed.waitUntilLive('agent-1');
  expect(installed.log('profiler')).toContain('not enabled for this organization');
  await installed.enableProfiler();
  await installed.waitUntilLive('agent-1', 'profiler-1');
}, 180_000);

test('two versions of a process outside the container are captured with every probe, and compared [P-VER-4]', async () => {
  const [ask = ''] = blocksOf('First capture');
  for (const version of ['1.0.0', '2.0.0']) {
    if (version === '2.0.0') {
      target.kill();
      target = spawn(buildTarget(programs, workload, 2), { stdio: 'ignore' });
    }
    const asked = JSON.parse(paste(ask.replace('1.0.0', version))) as unknown;
    const { request_id } = z.object({ request_id: z.string() }).parse(asked);
    const record = await installed.waitForOutcome(request_id);
    expect(record.reason?.text).toBe('The capture was measured and pushed. 15 of 15 axes; fully instrumented.');
    expect(record.instances[0]?.probes).toMatchObject({ missing: [] });
  }
  const api = await installed.signIn();
  const compared = await api.call(
    { method: 'GET', path: `/api/profiling/diff?workload=${workload}&env=` },
    z.unknown(),
  );
  expect(JSON.stringify(compared)).toContain('/tmp/farol-target-audit');
  const seconds = (performance.now() - startedMs) / 1000;
  process.stdout.write(
    `${pasted.length} pasted commands, ${seconds.toFixed(0)} s:\n${pasted.map((one) => `- ${one.replaceAll('\n', '\n  ')}\n`).join('')}`,
  );
  expect(pasted.length).toBeLessThanOrEqual(4);
}, 360_000);

test('the Profiler has the five capabilities in its bounding set alone, and the limits of the compose file', () => {
  const none = '0'.repeat(16);
  expect(installed.statusOf('profiler')).toMatchObject({
    Uid: '9000\t9000\t9000\t9000',
    CapBnd: '000000c000280004',
    ...Object.fromEntries(['CapInh', 'CapPrm', 'CapEff', 'CapAmb'].map((set) => [set, none])),
    NoNewPrivs: '0',
    Seccomp: '2',
  });
  const always = { ReadonlyRootfs: true, RestartPolicy: { Name: 'unless-stopped' } };
  const limits = { Memory: 512 << 20, MemorySwap: 512 << 20, PidMode: 'host' };
  expect(hostConfigOf('profiler')).toMatchObject({ ...always, ...limits });
  for (const service of ['agent', 'control']) {
    expect(installed.statusOf(service)).toMatchObject({ CapBnd: none, NoNewPrivs: '1', Seccomp: '2' });
    expect(hostConfigOf(service)).toMatchObject(always);
  }
});

test('a restart keeps the identity', async () => {
  const before = await installed.enrolments();
  const [restart = ''] = blocksOf('Restart');
  const booted = (): number => installed.log('profiler').split('"event":"booted"').length;
  const once = booted();
  shell.run(restart);
  await until('it has booted again', 30_000, () => booted() > once || undefined);
  await installed.waitUntilLive('profiler-1');
  expect(await installed.enrolments()).toEqual(before);
}, 120_000);
