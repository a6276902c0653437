import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parseInstanceConfig } from './config.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'farol-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const caFile = path.join(folder, 'ca.pem');
writeFileSync(caFile, '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n');
const otherFile = path.join(folder, 'other.pem');
writeFileSync(otherFile, 'no certificate');

const valid = {
  RUNNER_TENANT: 'acme',
  RUNNER_INSTANCE_ID: 'edge-1.eu_west',
  RUNNER_TUNNEL_URL: 'wss://farol.example.com:8443',
  RUNNER_ENROLL_URL: 'https://farol.example.com:8444/enroll/',
  RUNNER_IDENTITY_DIR: '/var/lib/farol',
};

test('the variables become a configuration [P-SVC-4] [P-CONFIG-1] [P-CONFIG-2]', () => {
  const { config, problems } = parseInstanceConfig({ ...valid, RUNNER_CA_FILE: caFile });
  expect(problems).toEqual([]);
  expect(config).toMatchObject({ tenant: 'acme', instance: 'edge-1.eu_west', identityDir: '/var/lib/farol' });
  expect(config?.tunnelUrl.href).toBe('wss://farol.example.com:8443/');
  expect(config?.enrollUrl.href).toBe('https://farol.example.com:8444/enroll');
  expect(config?.ca).toContain('BEGIN CERTIFICATE');
  expect(parseInstanceConfig(valid).config?.ca).toBeUndefined();
});

test('everything that is missing is reported at once', () => {
  expect(parseInstanceConfig({}).problems.map(({ variable }) => variable)).toEqual(Object.keys(valid));
});

describe('refuses', () => {
  test.each([
    ['a tunnel in the clear [P-CONFIG-3]', 'RUNNER_TUNNEL_URL', 'ws://farol.example.com'],
    ['a tunnel over https', 'RUNNER_TUNNEL_URL', 'https://farol.example.com'],
    ['enrolment in the clear [P-CONFIG-4]', 'RUNNER_ENROLL_URL', 'http://farol.example.com/enroll'],
    ['a password in an address', 'RUNNER_ENROLL_URL', 'https://me:secret@farol.example.com/enroll'],
    ['a token in an address', 'RUNNER_ENROLL_URL', 'https://farol.example.com/enroll?token=secret'],
    ['no address', 'RUNNER_TUNNEL_URL', 'farol'],
    ['a tenant with capitals', 'RUNNER_TENANT', 'Acme'],
    ['a tenant with a slash', 'RUNNER_TENANT', 'a/b'],
    ['an instance that is too long', 'RUNNER_INSTANCE_ID', 'x'.repeat(64)],
    ['an instance that begins with a dot', 'RUNNER_INSTANCE_ID', '.x'],
    ['an instance with a line break', 'RUNNER_INSTANCE_ID', 'a\nb'],
    ['a relative directory', 'RUNNER_IDENTITY_DIR', 'identity'],
    ['an authority that is not there', 'RUNNER_CA_FILE', path.join(folder, 'none.pem')],
    ['an authority that is none', 'RUNNER_CA_FILE', otherFile],
  ])('%s', (_what, variable, value) => {
    const { config, problems } = parseInstanceConfig({ ...valid, [variable]: value });
    expect(config).toBeUndefined();
    expect(problems.map((one) => one.variable)).toEqual([variable]);
    expect(problems[0]!.problem).toContain(variable);
    expect(JSON.stringify(problems)).not.toContain('secret');
  });
});
