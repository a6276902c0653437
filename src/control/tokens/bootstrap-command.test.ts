import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { renderBootstrapCommand } from './bootstrap-command.ts';

const target = {
  tenant: 'acme',
  enrollUrl: 'https://farol.example:8444/enroll',
  tunnelUrl: 'wss://farol.example:8443',
  caPem: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
  token: 'rboot_aaaa_bbbb_00000000',
};

test('pasted into a shell it starts the program with every variable and the token in no argument', async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'farol-paste-'));
  try {
    await mkdir(path.join(home, 'bin'));
    const farol = path.join(home, 'bin', 'farol');
    // A real program under the real name: it tells its arguments and its environment.
    await writeFile(farol, '#!/bin/sh\necho "args=$*"\nenv | grep ^RUNNER_\n');
    await chmod(farol, 0o755);
    const { stdout } = await promisify(execFile)(
      'sh',
      ['-c', renderBootstrapCommand({ ...target, class: 'profiler' })],
      {
        cwd: home,
        env: { PATH: `${home}/bin:${process.env['PATH']}` },
      },
    );
    expect(stdout).toContain('args=profiler\n');
    expect(stdout).not.toContain(target.token);
    expect(stdout).toContain(`RUNNER_TENANT=acme\n`);
    expect(stdout).toContain(`RUNNER_ENROLL_URL=${target.enrollUrl}\n`);
    expect(stdout).toContain(`RUNNER_TUNNEL_URL=${target.tunnelUrl}\n`);
    expect(stdout).toMatch(/RUNNER_INSTANCE_ID=.+\n/u);
    expect(stdout).toContain('RUNNER_PROFILE_TARGETS_FILE=');
    const tokenFile = /RUNNER_BOOTSTRAP_TOKEN_FILE=(.+)/u.exec(stdout)?.[1] ?? '';
    expect(await readFile(tokenFile, 'utf8')).toBe(`${target.token}\n`);
    expect((await stat(tokenFile)).mode & 0o777).toBe(0o600);
    const caFile = /RUNNER_CA_FILE=(.+)/u.exec(stdout)?.[1] ?? '';
    expect(await readFile(caFile, 'utf8')).toBe(target.caPem);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});

test('a certificate that machines trust already needs no file of an authority', () => {
  const command = renderBootstrapCommand({ ...target, class: 'agent', caPem: undefined });
  expect(command).not.toContain('RUNNER_CA_FILE');
  expect(command).not.toContain('TARGETS');
});
