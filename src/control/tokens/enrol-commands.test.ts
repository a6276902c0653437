import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeAuthority } from '../../../connectors/eks/upstream/authority.ts';
import { fingerprintOf } from '../../core/pem-certificates.ts';
import type { EnrolWay } from '../api/api.ts';
import { renderEnrolCommands } from './enrol-commands.ts';
import type { EnrolTarget } from './enrol-target.ts';

const target: EnrolTarget = {
  class: 'profiler',
  tenant: 'acme',
  enrollUrl: 'https://farol.example:8444/enroll',
  tunnelUrl: 'wss://farol.example:8443',
  caPem: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
  token: 'rboot_aaaa_bbbb_00000000',
  version: '1.2.3',
  registry: undefined,
};
const commandOf = (way: EnrolWay, changes: Partial<EnrolTarget> = {}): string =>
  renderEnrolCommands({ ...target, ...changes }).find((one) => one.way === way)?.command ?? '';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'farol-paste-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

/** Runs what is pasted, with programs of these names that write down their arguments and their input. */
async function paste(command: string, programs: readonly string[]): Promise<void> {
  await mkdir(path.join(home, 'bin'), { recursive: true });
  for (const name of programs) {
    const file = path.join(home, 'bin', name);
    const body = `for one in "$@"; do printf '%s\\n' "$one"; done >> ${home}/${name}.args\ncat >> ${home}/${name}.input`;
    await writeFile(file, `#!/bin/sh\n${body}\n`);
    await chmod(file, 0o755);
  }
  const env = { PATH: `${home}/bin:${process.env['PATH']}` };
  const running = promisify(execFile)('sh', ['-ec', command], { cwd: home, env });
  running.child.stdin?.end();
  await running;
}
const read = (name: string): Promise<string> => readFile(path.join(home, name), 'utf8');

describe('with Docker', () => {
  test('the token is in no argument and no variable, and in a file that only the container reads', async () => {
    await paste(commandOf('docker'), ['docker', 'chown']);
    expect(await read('docker.args')).not.toContain(target.token);
    expect(await read('docker.args')).toContain(
      `--volume\n${home}/farol-profiler/bootstrap:/run/secrets/farol-bootstrap:ro\n`,
    );
    expect(await read('farol-profiler/bootstrap')).toBe(`${target.token}\n`);
    expect((await stat(path.join(home, 'farol-profiler/bootstrap'))).mode & 0o777).toBe(0o400);
    expect(await read('chown.args')).toBe('9000:9000\nfarol-profiler/bootstrap\n');
    expect((await stat(path.join(home, 'farol-profiler/variables'))).mode & 0o777).toBe(0o600);
    expect((await read('farol-profiler/variables')).trim().split('\n')).toEqual([
      'RUNNER_TENANT=acme',
      `RUNNER_ENROLL_URL=${target.enrollUrl}`,
      `RUNNER_TUNNEL_URL=${target.tunnelUrl}`,
      'RUNNER_BOOTSTRAP_TOKEN_FILE=/run/secrets/farol-bootstrap',
      'RUNNER_CA_FILE=/etc/farol/ca.pem',
      'RUNNER_PROFILE_TARGETS_FILE=/etc/farol/targets.json',
    ]);
    expect(await read('farol-profiler/ca.pem')).toBe(target.caPem);
  });

  test('a Profiler gets the five capabilities, equal limits of memory, and the mounts that it needs', async () => {
    await paste(commandOf('docker'), ['docker', 'chown']);
    const given = (await read('docker.args')).trim().split('\n');
    const valuesOf = (option: string): string[] => given.filter((_, at) => given[at - 1] === option);
    expect(valuesOf('--cap-drop')).toEqual(['ALL']);
    expect(valuesOf('--cap-add')).toEqual(['BPF', 'PERFMON', 'SYS_PTRACE', 'DAC_READ_SEARCH', 'SYS_ADMIN']);
    expect([valuesOf('--memory'), valuesOf('--memory-swap')]).toEqual([['512m'], ['512m']]);
    expect(valuesOf('--pid')).toEqual(['host']);
    expect(valuesOf('--security-opt')).toEqual(['apparmor=farol-profiler']);
    expect(valuesOf('--restart')).toEqual(['unless-stopped']);
    expect(valuesOf('--volume')).toEqual([
      '/sys/kernel/tracing:/sys/kernel/tracing:ro',
      '/sys/kernel/debug:/sys/kernel/debug:ro',
      '/etc/farol/targets.json:/etc/farol/targets.json:ro',
      'farol-profiler:/var/lib/farol',
      `${home}/farol-profiler/bootstrap:/run/secrets/farol-bootstrap:ro`,
      `${home}/farol-profiler/ca.pem:/etc/farol/ca.pem:ro`,
    ]);
    expect(given).toContain('--read-only');
    expect(given.at(-1)).toBe('localhost/farol-profiler:v1.2.3');
  });

  test('a Profiler gets the seccomp profile that lies in the folder', async () => {
    await writeFile(path.join(home, 'farol-profiler.seccomp.json'), '{}');
    await paste(commandOf('docker'), ['docker', 'chown']);
    const given = await read('docker.args');
    expect(given).toContain('--security-opt\nseccomp=farol-profiler.seccomp.json\n');
    expect(commandOf('docker', { class: 'agent' })).not.toContain('seccomp');
  });

  test('an Agent gets no capability and no new privileges', async () => {
    await paste(commandOf('docker', { class: 'agent' }), ['docker', 'chown']);
    const given = await read('docker.args');
    expect(given).toContain('--security-opt\nno-new-privileges\n');
    expect(given).not.toMatch(/--cap-add|--pid|targets\.json/u);
  });

  test('without a registry nothing is pulled, because the name would be searched for in a public one', async () => {
    const registry = 'registry.example.com:5000/farol';
    expect(commandOf('docker')).toContain('--pull never');
    expect(commandOf('docker', { registry })).not.toContain('--pull');
    expect(commandOf('docker', { registry })).toContain(`${registry}/farol-profiler:v1.2.3`);
  });
});

test.each(['docker', 'kubernetes', 'host', 'hand'] as const)(
  'on %s an authority that machines trust already needs no file',
  (way) => {
    expect(commandOf(way)).toMatch(/BEGIN CERTIFICATE|--ca-fingerprint/u);
    expect(commandOf(way, { caPem: undefined })).not.toMatch(/CA_FILE|ca\.pem|CERTIFICATE|--ca-/u);
  },
);

describe('on Kubernetes', () => {
  test('the token is in a Secret, and in no value and no argument', async () => {
    await paste(commandOf('kubernetes'), ['kubectl', 'helm']);
    const [applied, values] = [await read('kubectl.input'), await read('helm.input')];
    expect(applied).toContain(
      `kind: "Secret"\nmetadata:\n  name: "farol-profiler-bootstrap"\n  namespace: "farol-profiler"`,
    );
    expect(applied).toContain(`stringData:\n  token: "${target.token}"`);
    expect(applied).toContain('  ca.pem: |\n    -----BEGIN CERTIFICATE-----\n    AAAA\n');
    expect([values, await read('helm.args'), await read('kubectl.args')].join('')).not.toContain(target.token);
  });

  test('the values choose one class, the control plane and the Secrets', async () => {
    await paste(commandOf('kubernetes', { registry: 'registry.example.com/farol' }), ['kubectl', 'helm']);
    expect(await read('helm.input')).toBe(`registry: "registry.example.com/farol"
organization: "acme"
controlPlane:
  enabled: false
connection:
  enrollUrl: "${target.enrollUrl}"
  tunnelUrl: "${target.tunnelUrl}"
  ca:
    secret: "farol-profiler-ca"
agent:
  enabled: false
profiler:
  enabled: true
  bootstrapToken:
    secret: "farol-profiler-bootstrap"
  targets: [{"workload":"PROCESS"}]
`);
    expect((await read('helm.args')).split('\n').slice(0, 6)).toEqual([
      'upgrade',
      '--install',
      'farol',
      'farol-1.2.3.tgz',
      '--namespace',
      'farol-profiler',
    ]);
    expect(await read('kubectl.input')).toContain('pod-security.kubernetes.io/enforce: "privileged"');
  });

  test('without a registry nodes pull nothing', () => {
    const command = commandOf('kubernetes', { class: 'agent' });
    expect(command).toContain('registry: "localhost"');
    expect(command).toContain('image:\n  digests:\n    agent: ""\n  pullPolicy: "Never"');
  });
});

describe('on a host', () => {
  test('a value that is special to a shell stays one argument', async () => {
    const enrollUrl = "https://farol.example/it's $(touch owned)/enroll";
    await pasteSetup(commandOf('host', { enrollUrl }));
    const given = (await read('farol.args')).trim().split('\n');
    expect(given.slice(0, 3)).toEqual(['setup', '--url', "https://farol.example/it's $(touch owned)"]);
  });

  test('the setup gets addresses, organization and authority as options, and the token by a descriptor', async () => {
    const caPem = (await makeAuthority()).pem;
    await pasteSetup(commandOf('host', { caPem }));
    expect((await read('farol.args')).trim().split('\n')).toEqual([
      'setup',
      '--url',
      'https://farol.example:8444',
      '--tunnel-url',
      target.tunnelUrl,
      '--organization',
      'acme',
      '--ca-fingerprint',
      fingerprintOf(caPem),
      '--token-file',
      '/dev/fd/3',
    ]);
    expect(await read('farol.token')).toBe(`${target.token}\n`);
  });
});

/** Beside an archive whose command line writes down its arguments and what it reads. */
async function pasteSetup(command: string): Promise<void> {
  const archive = `farol-profiler-v1.2.3-linux-${process.arch === 'x64' ? 'amd64' : 'arm64'}`;
  await mkdir(path.join(home, archive));
  const program = `#!/bin/sh\nprintf '%s\\n' "$@" > ${home}/farol.args\ncat /dev/fd/3 > ${home}/farol.token\n`;
  await writeFile(path.join(home, archive, 'farol'), program, { mode: 0o755 });
  await promisify(execFile)('tar', ['-czf', `${archive}.tar.gz`, archive], { cwd: home });
  await rm(path.join(home, archive), { recursive: true });
  await paste(command, []);
}

describe('by hand', () => {
  test('the program starts with every variable, and the token is in a file that only its user reads', async () => {
    const program = path.join(home, 'farol-agent');
    await writeFile(program, '#!/bin/sh\nenv | grep ^RUNNER_ | sort > started\n');
    await chmod(program, 0o755);
    await paste(commandOf('hand', { class: 'agent', tenant: "it's" }), []);
    expect(await read('enrolment/bootstrap')).toBe(`${target.token}\n`);
    expect((await stat(path.join(home, 'enrolment/bootstrap'))).mode & 0o777).toBe(0o600);
    expect(await read('enrolment/ca.pem')).toBe(target.caPem);
    const started = await read('started');
    expect(started).not.toContain(target.token);
    for (const line of [
      "RUNNER_TENANT=it's",
      `RUNNER_ENROLL_URL=${target.enrollUrl}`,
      `RUNNER_TUNNEL_URL=${target.tunnelUrl}`,
      `RUNNER_BOOTSTRAP_TOKEN_FILE=${home}/enrolment/bootstrap`,
      `RUNNER_IDENTITY_DIR=${home}/enrolment/identity`,
      `RUNNER_CA_FILE=${home}/enrolment/ca.pem`,
    ]) {
      expect(started.split('\n')).toContain(line);
    }
  });

  test('a Profiler gets its collector and its target list', () => {
    expect(commandOf('hand')).toContain('RUNNER_PTOP_FILE="$PWD/ptop"');
    expect(commandOf('hand')).toContain('RUNNER_PROFILE_TARGETS_FILE=/etc/farol/targets.json');
  });
});
