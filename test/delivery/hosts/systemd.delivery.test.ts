/** docs/guides/install-systemd.md, every command in its order, on a machine whose process 1 is systemd. */
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { exposureLimits } from '../../../scripts/delivery/hosts/unit-settings.ts';
import { capabilities, maskOf } from '../../../profiler/host/boot/capabilities.ts';
import { findRelease } from '../release-images.ts';
import { readHostGuide } from './guide.ts';
import { stageRelease } from './stage-release.ts';
import { SystemdMachine } from './systemd-machine.ts';

const repository = path.resolve(import.meta.dirname, '../../..');
const guideFile = path.join(repository, 'docs/guides/install-systemd.md');
const text = readFileSync(guideFile, 'utf8');
const guide = readHostGuide(guideFile);
const valueOf = (name: string): string => new RegExp(`^${name}=(\\S+)`, 'mu').exec(guide.variables)?.[1] ?? '';
const later = valueOf('new');
// Captures last 15 s, a stop of everything up to 35 s.
vi.setConfig({ testTimeout: 120_000 });
const done = new Set<string>();
let folder: string;
let machine: SystemdMachine;

beforeAll(async () => {
  const release = await findRelease();
  if (release.tag !== valueOf('tag')) throw new Error(`the guide installs ${valueOf('tag')}, not ${release.tag}`);
  // Below /var/lib: its /tmp is its own.
  folder = mkdtempSync('/var/lib/farol-hosts-');
  chmodSync(folder, 0o755);
  stageRelease(release, later, folder);
  copyFileSync(path.join(import.meta.dirname, 'checkout.c'), path.join(folder, 'checkout.c'));
  machine = await SystemdMachine.start([repository, folder]);
  machine.expect('echo 127.0.0.1 farol.example.com >> /etc/hosts');
}, 900_000);

afterAll(async () => {
  await machine?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

/** What a reader's shell has by then. */
function preamble(): string {
  return guide.variables;
}

function follow(...names: string[]): string {
  return names
    .map((name) => {
      done.add(name);
      return machine.expect(`${preamble()}${guide.block(name)}`, { cwd: folder });
    })
    .join('');
}

async function until(what: string, isTrue: () => boolean): Promise<void> {
  for (let tries = 0; tries < 450; tries++) {
    if (isTrue()) return;
    await sleep(200);
  }
  const log = machine.run('systemctl --no-pager status "farol-*"; journalctl --no-pager -n 60').stdout;
  throw new Error(`${what} did not come true:\n${log}`);
}

const logOf = (unit: string): string => machine.expect(`journalctl --no-pager --output=cat -u ${unit}`);
const show = (unit: string, property: string): string =>
  machine.expect(`systemctl show --property=${property} --value ${unit}`).trim();
const processOf = (unit: string) => machine.status(show(unit, 'MainPID'));
const count = (text: string, part: string): number => text.split(part).length - 1;
const times = (unit: string, message: string): number => count(logOf(unit), `"msg":"${message}"`);
const isListening = (more = 0): boolean => count(logOf('farol-control'), '"event":"listening"') > more;
const units = Object.keys(exposureLimits);
const memoryLimits = { 'farol-agent': 1024, 'farol-control': 2048, 'farol-profiler': 512 };

/** Starts the measured process in one of its two versions. */
function deploy(flags: string): void {
  const compile = `cc -O1 -g ${flags} -o /usr/local/bin/checkout ${folder}/checkout.c`;
  machine.run('pkill --exact checkout');
  machine.expect(`rm -f /usr/local/bin/checkout; ${compile}; setsid checkout > /dev/null 2>&1 < /dev/null &`);
}

describe('a host without containers', () => {
  test('runs the archive where it is unpacked, as an ordinary user', async () => {
    const command = `${guide.variables}${guide.block('by-hand')}`;
    machine.expect(`mkdir -m 0777 by-hand; ln -s ${folder}/archives by-hand/`, { cwd: folder });
    machine.expect(`runuser -u nobody -- sh -euc '${command}' > ../by-hand.log 2>&1 < /dev/null &`, {
      cwd: `${folder}/by-hand`,
    });
    const isReady = (): boolean => machine.expect(`cat ${folder}/by-hand.log`).includes('"event":"listening"');
    await until('the control plane listens', isReady);
    expect(machine.expect(`stat --format=%U ${folder}/by-hand/data/farol.db`)).toBe('nobody\n');
    machine.expect('pkill --uid nobody');
    done.add('by-hand');
  });

  test('starts the control plane without any privilege', () => {
    const said = follow('control-setup');
    expect(said).toMatch(/^The control plane is live at https:\/\/farol\.example\.com:8444\. /u);
    const link = /https:\S+#\S+/u.exec(said)?.[0] ?? '';
    const enable = `${repository}/test/delivery/hosts/enable-profiler.ts '${link}' /etc/farol/ca.pem`;
    expect(machine.expect(`${process.execPath} ${enable}`)).toBe('true\n');
  });

  test('enrols a Profiler whose process holds nothing and may hand on exactly the five capabilities', () => {
    deploy('');
    const said = follow('profiler-setup');
    expect(said).toMatch(/^Profiler host-1 is live: it is enrolled in default at farol\.example\.com:8444\. /u);
    expect(said).toContain('/etc/farol/targets.json: checkout (1 process)');
    expect(times('farol-profiler', 'tunnel is live')).toBe(1);
    const { CapBnd = '', CapPrm, CapEff, CapAmb, CapInh, NoNewPrivs } = processOf('farol-profiler');
    expect(BigInt(`0x${CapBnd}`)).toBe(maskOf(capabilities));
    expect([CapPrm, CapEff, CapAmb, CapInh].map(Number)).toEqual([0, 0, 0, 0]);
    expect(NoNewPrivs).toBe('0');
  });

  test('needs no token for a later start, and keeps the identity', async () => {
    expect(machine.run('ls /etc/credstore').stdout).toBe('');
    machine.expect('systemctl restart farol-profiler');
    await until('it is live again', () => times('farol-profiler', 'tunnel is live') === 2);
    expect(times('farol-profiler', 'enrolled')).toBe(1);
  });

  test('captures a process with every probe, and compares two versions of it', () => {
    follow('capture-login');
    expect(follow('capture-first')).toMatch(/fully instrumented\.\nhost-1: pushed, (\d+) of \1 probes/u);
    deploy('-DFORMATS');
    const compared = follow('capture-second');
    expect(compared).toContain('1.41.0 → 1.42.0');
    expect(compared).toMatch(/not seen \(.*\) → .*format_prices \(checkout\)/u);
  });

  test('enrols an Agent without any privilege, which keeps what is added to its settings', async () => {
    expect(follow('agent-setup')).toMatch(/^Agent agent-1 is live/u);
    expect(times('farol-agent', 'enrolled')).toBe(1);
    follow('agent-connector');
    await until('the Agent is live again', () => times('farol-agent', 'tunnel is live') === 2);
    expect(machine.expect('/opt/farol/farol-agent/farol setup')).toContain('Nothing to change.');
    expect(machine.expect('cat /etc/farol/farol-agent.env')).toContain('GRAFANA_METRICS_URL=');
  });
});

describe('the units', () => {
  test('are accepted by systemd-analyze, without a word', () => {
    const { status, stdout, stderr } = machine.run(
      `systemd-analyze verify ${units.map((one) => `${one}.service`).join(' ')}`,
    );
    expect([status, stdout, stderr]).toEqual([0, '', '']);
  });

  test.each(units)('%s exposes no more than its limit', (unit) => {
    const limit = Math.round((exposureLimits[unit] ?? 0) * 10);
    const output = machine.expect(
      `systemd-analyze security --offline=true --no-pager --threshold=${limit} ${unit}.service`,
    );
    const [last = ''] = output.trim().split('\n').slice(-1);
    const row = text.split('\n').find((line) => line.startsWith(`| \`${unit}\` `) && /\| \d\.\d /u.test(line));
    const stated = /\| (?<exposure>\d\.\d) /u.exec(row ?? '')?.groups?.['exposure'];
    expect(last).toContain(`exposure level for ${unit}.service: ${stated} `);
    process.stdout.write(`${last}\n`);
  });

  test.each(['farol-agent', 'farol-control'])('%s has no capability, no way to get one, and filtered calls', (unit) => {
    const { CapBnd, CapPrm, CapAmb, NoNewPrivs, Seccomp } = processOf(unit);
    expect([CapBnd, CapPrm, CapAmb].map(Number)).toEqual([0, 0, 0]);
    expect([NoNewPrivs, Seccomp]).toEqual(['1', '2']);
  });

  test.each(units)('%s may write to its data alone, as a user of its own, with its limit of memory', (unit) => {
    const pid = show(unit, 'MainPID');
    const user = machine.expect(`ps -o user= -p ${pid}`).trim();
    expect(user).toBe(unit);
    const mounts = machine.expect(`cut -d' ' -f5,6 /proc/${pid}/mountinfo`).trim().split('\n');
    const open = mounts.flatMap((line) => (/ rw[,$]/u.test(line) ? [line.split(' ')[0] ?? ''] : []));
    const inside = `nsenter --target ${pid} --mount setpriv --reuid ${user} --clear-groups --`;
    const check = (at: string): string => `if ${inside} test -w ${at}; then echo ${at}; fi`;
    const own = open.filter((at) => !/^\/(?:proc|sys|dev)(?:\/|$)/u.test(at));
    const writable = machine.expect(own.map(check).join('\n')).trim().split('\n');
    // Debian lets every user write below /run/lock; temporary files are private.
    expect(writable.filter((at) => !['/tmp', '/var/tmp', '/run/lock'].includes(at))).toEqual([`/var/lib/${unit}`]);
    const group = '/sys/fs/cgroup/memory/system.slice';
    const limit = machine.expect(`cat ${group}/${unit}.service/memory.limit_in_bytes`);
    expect(Number(limit) / (1 << 20)).toBe(memoryLimits[unit as keyof typeof memoryLimits]);
  });

  test('of the Profiler stays stopped after a refused start, and starts after the collector was prepared again', async () => {
    machine.expect('setcap -r /opt/farol/farol-profiler/ptop; systemctl restart farol-profiler');
    await until('the unit has failed', () => show('farol-profiler', 'ActiveState') === 'failed');
    expect(show('farol-profiler', 'ExecMainStatus')).toBe('2');
    expect(show('farol-profiler', 'NRestarts')).toBe('0');
    expect(count(logOf('farol-profiler'), '- The collector file does not carry the capability')).toBe(
      capabilities.length,
    );
    const before = times('farol-profiler', 'tunnel is live');
    expect(machine.expect('/opt/farol/farol-profiler/farol setup')).toContain('Changed: Rights of the collector.');
    expect(times('farol-profiler', 'tunnel is live')).toBe(before + 1);
  });

  test('do not start without their settings', async () => {
    const { status } = machine.run('mv /etc/farol/farol-agent.env /root/; systemctl restart farol-agent');
    expect([status, show('farol-agent', 'Result')]).toEqual([1, 'resources']);
    machine.expect(
      'mv /root/farol-agent.env /etc/farol/; systemctl reset-failed farol-agent; systemctl start farol-agent',
    );
    await until('the Agent is active', () => show('farol-agent', 'ActiveState') === 'active');
  });

  test('start again after a crash', async () => {
    const before = times('farol-agent', 'tunnel is live');
    const restarts = Number(show('farol-agent', 'NRestarts'));
    machine.expect('systemctl kill --signal=SIGKILL farol-agent');
    await until('the Agent is live again', () => times('farol-agent', 'tunnel is live') > before);
    expect(Number(show('farol-agent', 'NRestarts'))).toBe(restarts + 1);
  });
});

describe('a version', () => {
  const versionOf = (program: string): string =>
    machine.expect(`sed -n 's/.*"version": "\\(.*\\)".*/\\1/p' /opt/farol/${program}/package.json`).trim();
  const compare = (): string => machine.expect(`${preamble()}farol capture diff checkout --env production`);

  async function change(blocks: readonly string[]): Promise<void> {
    const [starts, sessions] = [
      count(logOf('farol-control'), '"event":"listening"'),
      times('farol-profiler', 'tunnel is live'),
    ];
    follow(...blocks);
    await until('the control plane listens', () => isListening(starts));
    await until('the Profiler is live', () => times('farol-profiler', 'tunnel is live') > sessions);
  }

  test('is backed up while it runs', () => {
    expect(follow('backup')).toMatch(/^[0-9a-f]{64} +\d+ {2}instances$/mu);
    expect(
      machine.run(
        `${preamble()}farol control backup --out /var/lib/farol-control/farol.backup --key-file /etc/farol/backup-key`,
      ).status,
    ).toBe(1);
  });

  test('is upgraded and rolled back with its store, identities and baselines', async () => {
    const before = compare();
    await change(['upgrade-control', 'upgrade-profiler']);
    expect([versionOf('farol-control'), versionOf('farol-profiler')]).toEqual([later.slice(1), later.slice(1)]);
    expect(machine.expect('readlink /proc/$(systemctl show --property=MainPID --value farol-profiler)/exe')).toContain(
      later,
    );
    expect(compare()).toBe(before);
    await change(['roll-back']);
    expect([versionOf('farol-control'), versionOf('farol-profiler')].map((one) => `v${one}`)).toEqual([
      valueOf('tag'),
      valueOf('tag'),
    ]);
    expect(compare()).toBe(before);
    expect(times('farol-profiler', 'enrolled')).toBe(1);
  });

  test('is restored from that backup into an empty folder, and the Profiler reconnects without enrolling', async () => {
    const before = compare();
    await change(['restore']);
    expect(compare()).toBe(before);
    expect(times('farol-profiler', 'enrolled')).toBe(1);
    expect(machine.expect('stat --format "%a %U" /var/lib/farol-control')).toBe('700 farol-control\n');
  });

  test('is removed without a trace', () => {
    follow('uninstall');
    const places = '/opt /etc /usr/local /var/lib/systemd /var/lib/farol-profiler';
    expect(machine.run(`find ${places} -name '*farol-profiler*'`).stdout).toBe('');
    expect(machine.run('getent passwd farol-profiler || getent group farol').status).toBe(2);
  });
});

test('every command of the guide was run, but the one that signed-files.delivery.test.ts runs', () => {
  expect(guide.names.filter((name) => !done.has(name))).toEqual(['verify']);
});
