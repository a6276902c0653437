/**
 * docs/guides/install-docker.md, word for word, in an empty folder: from a release to the comparison of two versions,
 * then restart, upgrade, rollback and a memory limit that is too small. The host is that of a developer or of CI:
 * podman on the network of the host, without AppArmor.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildTarget, Installation, until } from '../../../scripts/delivery/containers/installation.ts';
import { CaptureList, type CaptureRecord, TokenList } from '../../../src/control/api/api.ts';
import { laterMigrations } from '../later-migrations.ts';
import { findBreakingRelease, findNextRelease, findRelease, type Release } from '../release-images.ts';
import { readGuide } from '../../read-guide.ts';
import { GuideShell } from './guide-shell.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const guide = path.join(root, 'docs/guides/install-docker.md');
const workload = `farolt${process.pid}`;
let release: Release;
let installed: Installation;
let shell: GuideShell;
let target: ChildProcess;
let programs: string;

beforeAll(async () => {
  release = await findRelease();
  installed = await Installation.create();
  placeRelease();
  shell = new GuideShell(installed.folder, installed.engine.env, commands());
  programs = mkdtempSync(path.join(os.tmpdir(), 'farol-targets-'));
  target = startTarget(1);
}, 900_000);
afterAll(async () => {
  target.kill();
  await installed.close();
  rmSync(programs, { recursive: true });
  // What version 2 of the target writes.
  rmSync('/tmp/farol-target-audit', { force: true });
});

/** The folder `release` of the guide. */
function placeRelease(): void {
  symlinkSync(release.folder, path.join(installed.folder, 'release'));
}

/** How this host does what the guide says: docs/guides/install-docker.md states each difference. */
function commands(): Record<string, string> {
  const container = (service: string): string => `${installed.project}_${service}_1`;
  return {
    apparmor_parser: '[ "$1 $2" = "-r -W" ]; exec /usr/sbin/apparmor_parser -Q -K "$3"',
    docker: `if [ "$1 $2" = 'image inspect' ]; then exec podman image exists "$3"; fi
[ "$*" != 'compose version' ] || exit 0
if [ "$1" = volume ]; then exec podman volume "$2" "\${3/farol_/${installed.project}_}"; fi
[ "$1" = compose ]; shift
if [ "$1" = exec ]; then [ "$2 $3" = '-T control' ]; shift 3; exec podman exec ${container('control')} "$@"; fi
[ "$*" = 'up -d' ] && set -- up -d --force-recreate
exec podman-compose -f compose.yaml -f compose.host-network.yaml --podman-path ./podman/podman-on-host-network -p ${installed.project} "$@"`,
  };
}

function startTarget(version: 1 | 2): ChildProcess {
  return spawn(buildTarget(programs, workload, version), { stdio: 'ignore' });
}

/** With the names that a person puts in. */
const filled = ({ text }: { readonly text: string }): string =>
  text
    .replaceAll('v0.1.0', release.tag)
    .replaceAll('PROCESS', workload)
    .replaceAll('localhost:8444', `localhost:${installed.ports.app}`);

/** The blocks of a heading. */
function blocksOf(heading: string): string[] {
  const blocks = readGuide(guide).filter((block) => block.heading === heading && block.language === 'sh');
  return blocks.filter(({ name }) => name === undefined).map(filled);
}

/** What the guide says to do otherwise with Podman: the block that has `command`. */
function blockOfPodman(command: string): string {
  const blocks = readGuide(guide).filter(({ name, text }) => name === 'podman' && text.includes(command));
  expect(blocks).toHaveLength(1);
  return blocks.map(filled).join('');
}

function inspect(service: string): z.infer<typeof Inspected> {
  return z.array(Inspected).parse(JSON.parse(installed.engine.read('inspect', installed.container(service))))[0]!;
}
const Inspected = z.object({
  HostConfig: z.object({
    ReadonlyRootfs: z.boolean(),
    Memory: z.number(),
    MemorySwap: z.number(),
    PidMode: z.string(),
    RestartPolicy: z.object({ Name: z.string() }),
  }),
  Mounts: z.array(z.object({ Destination: z.string(), RW: z.boolean(), Type: z.string() })),
  ImageName: z.string(),
});

async function compare(): Promise<string> {
  const api = await installed.signIn();
  const at = `/api/profiling/diff?workload=${workload}&env=`;
  return JSON.stringify(await api.call({ method: 'GET', path: at }, z.unknown()));
}

describe('the guide', () => {
  let link = '';
  test('starts everything from a release in an empty folder', () => {
    const [unpack = '', start = '', ...more] = blocksOf('Start');
    expect(more).toEqual([]);
    shell.run(unpack);
    installed.folder = shell.folder;
    const example = readFileSync(path.join(shell.folder, '.env.example'), 'utf8');
    installed.set({ ...installed.settings(), FAROL_ALLOCATIONS: workload }, example);
    shell.run(blockOfPodman('skopeo'));
    const printed = shell.run(start);
    link = /https:\S+#\S+/u.exec(printed)?.[0] ?? '';
    expect(printed).toMatch(/^Farol runs at https:\/\/localhost:\d+\.$/mu);
    expect(readFileSync(path.join(shell.folder, 'ca.pem'), 'utf8')).toMatch(/^-----BEGIN CERTIFICATE-----/u);
    const targets = path.join(shell.folder, 'targets.json');
    expect(JSON.parse(readFileSync(targets, 'utf8'))).toEqual({ targets: [{ workload }] });
    // Once more: nothing that is there is written again, and nobody gets a second link.
    expect(shell.run(start)).not.toContain('welcome#');
  }, 300_000);

  test('enrols Agent and Profiler without a token that a person copies', async () => {
    const [another = ''] = blocksOf('Enable the Profiler');
    await installed.signIn();
    for (const one of [link, shell.run(another).trim()]) {
      expect(one).toMatch(/^https:\/\/localhost:\d+\/welcome#rlink_/u);
    }
    await installed.waitUntilLive('agent-1');
    expect(installed.log('profiler')).toContain('not enabled for this organization');
    await installed.enableProfiler();
    await installed.waitUntilLive('agent-1', 'profiler-1');
  }, 180_000);

  test('captures a process outside the container with every probe, under the measured seccomp profile', async () => {
    const [ask = ''] = blocksOf('First capture');
    const { request_id } = z.object({ request_id: z.string() }).parse(JSON.parse(shell.run(ask)));
    const record = await installed.waitForOutcome(request_id);
    expect(record.reason?.text).toBe('The capture was measured and pushed. 15 of 15 axes; fully instrumented.');
    expect(record.instances[0]?.probes).toMatchObject({ missing: [] });
  }, 180_000);

  test('gives the container what the specification asks for, and no more [P-CONT-1] [P-CONT-5] [P-CONT-6] [P-LIM-2]', () => {
    expect(installed.statusOf('profiler')).toMatchObject({
      Uid: '9000\t9000\t9000\t9000',
      CapBnd: '000000c000280004',
      ...Object.fromEntries(['CapInh', 'CapPrm', 'CapEff', 'CapAmb'].map((set) => [set, '0'.repeat(16)])),
      NoNewPrivs: '0',
      Seccomp: '2',
    });
    const { HostConfig, Mounts } = inspect('profiler');
    expect(HostConfig).toMatchObject({
      ReadonlyRootfs: true,
      Memory: 512 << 20,
      MemorySwap: 512 << 20,
      PidMode: 'host',
      RestartPolicy: { Name: 'unless-stopped' },
    });
    const writable = Mounts.filter(({ RW, Type }) => RW && Type !== 'tmpfs').map(({ Destination }) => Destination);
    expect(writable).toEqual(['/var/lib/farol']);
    expect(Mounts.map(({ Destination }) => Destination)).toEqual(
      expect.arrayContaining(['/etc/farol/targets.json', '/sys/kernel/tracing', '/sys/kernel/debug']),
    );
    for (const service of ['agent', 'control']) {
      expect(installed.statusOf(service)).toMatchObject({ CapBnd: '0'.repeat(16), NoNewPrivs: '1', Seccomp: '2' });
      expect(inspect(service).HostConfig).toMatchObject({
        ReadonlyRootfs: true,
        RestartPolicy: { Name: 'unless-stopped' },
      });
    }
  });

  test('compares the next version with the first, and names what is new', async () => {
    target.kill();
    target = startTarget(2);
    const record = await installed.capture({ workload, version: '2.0.0', duration_sec: 10, warmup_sec: 0 });
    expect(record.outcome).toBe('pushed');
    expect(await compare()).toContain('/tmp/farol-target-audit');
  }, 180_000);
});

describe('a restart, an upgrade and a way back', () => {
  let before: unknown;
  let next: Release;
  /** What must outlive every change of version: identities, tokens, captures and what they are compared with. */
  async function readState(): Promise<unknown> {
    const api = await installed.signIn();
    const { tokens } = await api.call({ method: 'GET', path: '/api/tokens' }, TokenList);
    const captures = await api.call({ method: 'GET', path: '/api/profiling/captures' }, CaptureList);
    const compared = await compare();
    expect(compared).toContain('/tmp/farol-target-audit');
    return {
      instances: await installed.enrolments(),
      tokens: tokens.map(({ id }) => id).toSorted(),
      captures: captures.captures.map(({ request_id }) => request_id),
      compared,
    };
  }
  /** Sets the version and starts it as the guide says. */
  async function start(tag: string, heading: 'Upgrade' | 'Go back'): Promise<void> {
    installed.set({ FAROL_TAG: tag });
    shell.run(blocksOf(heading)[0] ?? '');
    await installed.waitUntilLive('agent-1', 'profiler-1');
    for (const name of ['control', 'agent', 'profiler']) {
      expect(inspect(name).ImageName).toBe(`localhost/farol-${name}:${tag}`);
    }
  }
  /** Ids of migrations with the versions that applied them, those that this version does not know. */
  function readLater(): string {
    const query = `const { DatabaseSync } = require('node:sqlite');
      const store = new DatabaseSync('/var/lib/farol/farol.db', { readOnly: true });
      const rows = store.prepare("select id, version from schema_migrations where id like '9%' order by id").all();
      console.log(rows.map(({ id, version }) => id + ' by ' + version).join());`;
    return installed.engine.read('exec', installed.container('control'), 'node', '-e', query);
  }

  /** Agent and Profiler of that version are those of the one before. */
  function loadControl(later: Release, former: Release): void {
    const from = `oci:${path.join(later.folder, 'images/farol-control')}:${later.tag}`;
    const to = `containers-storage:localhost/farol-control:${later.tag}`;
    execFileSync('skopeo', ['copy', '--quiet', from, to], { env: installed.engine.env, stdio: 'pipe' });
    for (const name of ['agent', 'profiler']) {
      installed.engine.read('tag', `localhost/farol-${name}:${former.tag}`, `localhost/farol-${name}:${later.tag}`);
    }
  }

  test('a restart keeps the identity', async () => {
    before = await readState();
    const [restart = ''] = blocksOf('Restart');
    const booted = (): number => installed.log('profiler').split('"event":"booted"').length;
    const once = booted();
    shell.run(restart);
    await until('it has booted again', 30_000, () => booted() > once || undefined);
    await installed.waitUntilLive('profiler-1');
    expect(await readState()).toEqual(before);
  }, 120_000);

  test('an upgrade that adds to the store keeps everything, and so does the way back [P-CONFIG-8]', async () => {
    next = await findNextRelease();
    installed.engine.load(next.folder, next.tag);
    await start(next.tag, 'Upgrade');
    const added = `${laterMigrations.additive.id} by ${next.tag.slice(1)}`;
    expect(readLater()).toBe(added);
    expect(await readState()).toEqual(before);
    await start(release.tag, 'Go back');
    expect(installed.log('control')).toMatch(
      new RegExp(`"version":"${next.tag.slice(1)}".*a newer version has migrated this store`, 'u'),
    );
    expect(readLater()).toBe(added);
    expect(await readState()).toEqual(before);
    const record = await installed.capture({ workload, version: '3.0.0', duration_sec: 5, warmup_sec: 0 });
    expect(record.outcome).toBe('pushed');
    await start(next.tag, 'Upgrade');
    before = await readState();
  }, 1_200_000);

  test('where the newer version changed the store otherwise, the backup of the guide is the way back', async () => {
    const [former, later] = [next, await findBreakingRelease()];
    const [key = '', backup = ''] = blocksOf('Back up');
    shell.run(key);
    expect(shell.run(backup)).toMatch(/^[0-9a-f]{64} +2 {2}instances$/mu);
    expect(() => shell.run(backup)).toThrow(/already exists and is not overwritten/u);
    loadControl(later, former);
    await start(later.tag, 'Upgrade');
    const added = `${laterMigrations.additive.id} by ${former.tag.slice(1)}`;
    expect(readLater()).toBe(`${added},${laterMigrations.breaking.id} by ${later.tag.slice(1)}`);
    expect(await readState()).toEqual(before);

    const [up = '', restore = '', ...more] = blocksOf('Go back');
    expect(more).toEqual([]);
    installed.set({ FAROL_TAG: former.tag });
    shell.run(up);
    const refusal = `The store was migrated by version ${later.tag.slice(1)} (${laterMigrations.breaking.id}), and this is version ${former.tag.slice(1)}`;
    await until(
      'the former version says why it does not start',
      60_000,
      () => installed.log('control').includes(refusal) || undefined,
    );
    expect(installed.log('control')).toContain(`Start ${later.tag.slice(1)} again; or restore the backup`);

    expect(shell.run(restore)).toMatch(/^[0-9a-f]{64} +2 {2}instances$/mu);
    await installed.waitUntilLive('agent-1', 'profiler-1');
    expect(readLater()).toBe(added);
    expect(await readState()).toEqual(before);
    const record = await installed.capture({ workload, version: '3.1.0', duration_sec: 5, warmup_sec: 0 });
    expect(record.outcome).toBe('pushed');
  }, 1_200_000);
});

test('a memory limit that is too small ends the collector with the words of the specification, in record and log [P-ERR-8]', async () => {
  installed.set({ FAROL_PROFILER_MEMORY: '112m' });
  const [up = ''] = blocksOf('Upgrade');
  shell.run(up);
  await installed.waitUntilLive('profiler-1');
  const capturing = installed.capture({ workload, version: '4.0.0', duration_sec: 20, warmup_sec: 0 });
  await until('the collector runs', 30_000, () => {
    const all = execFileSync('ps', ['-e', '-o', 'args='], { encoding: 'utf8' });
    return all.includes(`ptop capture --pid ${target.pid}:`) || undefined;
  });
  // What another part of the container could do: it takes the memory that was free when the capture was admitted.
  const fill = 'fs.writeFileSync("/tmp/ballast", Buffer.alloc(60 << 20, 1))';
  installed.engine.run('exec', installed.container('profiler'), 'node', '-e', fill);
  const record: CaptureRecord = await capturing;
  const words =
    'collector (ptop) was killed by SIGKILL — OOM kill recorded in the container cgroup; memory limit 112 MiB, no swap beyond it';
  expect(record).toMatchObject({ outcome: 'failed', reason: { text: expect.stringContaining(words) as string } });
  const failed = installed
    .log('profiler')
    .split('\n')
    .filter((line) => line.includes('"msg":"capture failed"'));
  expect(failed.at(-1)).toContain(words);
}, 180_000);
