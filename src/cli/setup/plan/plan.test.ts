import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliveredPrograms, fileCapabilities, type ProgramKind } from '../../../core/delivered/delivered-programs.ts';
import { readUnit } from '../as-unit.ts';
import { findHostProgram, type HostProgram } from '../host-program.ts';
import { renderAct, type Step } from './act.ts';
import { planInstall } from './plan-install.ts';
import { planRemove } from './plan-remove.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'farol-plan-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function unpack(kind: ProgramKind): HostProgram {
  const name = deliveredPrograms[kind];
  const archive = path.join(folder, `${name}-v1.0.0-linux-amd64`);
  mkdirSync(path.join(archive, 'systemd'), { recursive: true });
  writeFileSync(path.join(archive, 'systemd', `${name}.service`), '');
  const program = findHostProgram(archive);
  if (program === undefined) throw new Error('no program was found');
  return program;
}

const commandsOf = (steps: readonly Step[]): string[] => steps.flatMap(({ acts }) => acts.map(renderAct));

test('an image and a clone of the repository are no archive for hosts', () => {
  expect(findHostProgram(path.resolve(import.meta.dirname, '../../../..'))).toBe(undefined);
});

test('the collector gets its owner first and its capabilities last, before the version runs', () => {
  const commands = commandsOf(planInstall(unpack('profiler'), { settings: 'A=1\n', targets: '{}\n' }));
  const file = '/opt/farol/farol-profiler-v1.0.0-linux-amd64/ptop';
  const order = [
    `chown root:farol ${file}`,
    `chmod 0750 ${file}`,
    `setcap ${fileCapabilities} ${file}`,
    'ln -sfn farol-profiler-v1.0.0-linux-amd64 /opt/farol/farol-profiler',
    'systemctl enable /opt/farol/farol-profiler/systemd/farol-profiler.service',
  ].map((command) => commands.indexOf(command));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order.filter((one) => one < 0)).toEqual([]);
});

test('settings and token are for root alone, the target list for the group of the collector, the authority for all', () => {
  const commands = commandsOf(
    planInstall(unpack('profiler'), { settings: 'A=1\n', authority: 'PEM\n', token: 'rboot_x', targets: '{}\n' }),
  );
  const modeOf = (file: string): string | undefined =>
    commands.flatMap(
      (one) => new RegExp(`^install -o root -g (\\w+ -m \\d+) /dev/stdin ${file} `, 'u').exec(one)?.[1] ?? [],
    )[0];
  expect(modeOf('/etc/farol/farol-profiler.env')).toBe('root -m 0600');
  expect(modeOf('/etc/credstore/farol-profiler.bootstrap')).toBe('root -m 0600');
  expect(modeOf('/etc/farol/targets.json')).toBe('farol -m 0640');
  expect(modeOf('/etc/farol/ca.pem')).toBe('root -m 0644');
  expect(commands.join('\n')).not.toContain('rboot_x');
});

test('an Agent has no target list and no rights of a collector', () => {
  const commands = commandsOf(planInstall(unpack('agent'), { settings: 'A=1\n' })).join('\n');
  expect(commands).not.toMatch(/targets\.json|setcap|ptop/u);
});

test('remove leaves identity, data and settings, and purge leaves nothing', () => {
  const program = unpack('profiler');
  const kept = commandsOf(planRemove(program, false).steps).join('\n');
  const own = [
    '/var/lib/farol-profiler',
    '/etc/farol/farol-profiler.env',
    '/etc/farol/targets.json',
    'userdel',
    'groupdel',
  ];
  expect(own.filter((one) => kept.includes(one))).toEqual([]);
  expect(kept).toMatch(/^systemctl disable --now farol-profiler\.service\n/u);
  const purged = commandsOf(planRemove(program, true).steps).join('\n');
  expect(own.filter((one) => !purged.includes(one))).toEqual([]);
  expect(planRemove(program, true).stays).toEqual([]);
});

test('the variables and credentials of a unit are those of its lines, its drop-ins and its file', () => {
  const file = path.join(folder, 'settings.env');
  writeFileSync(file, 'RUNNER_TENANT=acme\nNODE_ENV=test\n');
  const unit = `# /etc/systemd/system/farol-agent.service
[Service]
Environment=NODE_ENV=production
EnvironmentFile=${file}
LoadCredential=bootstrap:farol-agent.bootstrap
Environment=RUNNER_BOOTSTRAP_TOKEN_FILE=%d/bootstrap

# /etc/systemd/system/farol-agent.service.d/override.conf
[Service]
LoadCredential=datadog:/etc/credstore/datadog
`;
  expect(readUnit(unit)).toEqual({
    variables: { NODE_ENV: 'test', RUNNER_BOOTSTRAP_TOKEN_FILE: '%d/bootstrap', RUNNER_TENANT: 'acme' },
    credentials: [
      ['bootstrap', '/etc/credstore/farol-agent.bootstrap'],
      ['datadog', '/etc/credstore/datadog'],
    ],
  });
});
