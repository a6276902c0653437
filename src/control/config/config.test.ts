import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ConfigProblems, controlVariables, parseControlConfig } from './config.ts';

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    parseControlConfig(env);
  } catch (error) {
    if (error instanceof ConfigProblems) return error.problems;
    throw error;
  }
  return [];
}

test('starts with no settings on loopback, the documented ports and an embedded store', () => {
  const config = parseControlConfig({ XDG_STATE_HOME: '/state' });
  expect(config).toMatchObject({
    dataDir: '/state/farol',
    host: '127.0.0.1',
    port: 8444,
    tunnelPort: 8443,
    tunnelTls: 'here',
    organization: undefined,
    metrics: undefined,
    json: true,
  });
  expect(config.databaseUrl.reveal()).toBe('sqlite:/state/farol/farol.db');
});

test('names every problem at once and repeats no value', () => {
  const problems = problemsOf({
    FAROL_PORT: '70000',
    FAROL_TUNNEL_PORT: '-1',
    FAROL_PUBLIC_URL: 'http://farol.example/path',
    FAROL_TUNNEL_URL: 'https://farol.example',
    FAROL_DATABASE_URL: 'mysql://root:hunter2@db/farol',
    FAROL_ORGANIZATION: 'Acme Inc',
    FAROL_IMAGE_REGISTRY: 'https://registry.example/farol/',
    FAROL_LOG_LEVEL: 'loud',
    FAROL_TLS_CERT_FILE: '/tls.crt',
    FAROL_HOST: '',
    FAROL_SESSION_IDLE_HOURS: '0x10',
  });
  expect(problems.map((one) => one.split(' ')[0] ?? '').toSorted((a, b) => a.localeCompare(b))).toEqual([
    'FAROL_DATABASE_URL',
    'FAROL_HOST',
    'FAROL_IMAGE_REGISTRY',
    'FAROL_LOG_LEVEL',
    'FAROL_ORGANIZATION',
    'FAROL_PORT',
    'FAROL_PUBLIC_URL',
    'FAROL_SESSION_IDLE_HOURS',
    'FAROL_TLS_KEY_FILE',
    'FAROL_TUNNEL_PORT',
    'FAROL_TUNNEL_URL',
  ]);
  expect(problems.join('\n')).not.toContain('hunter2');
});

test.each([
  ['FAROL_CAPTURE_EXPIRY_HOURS', ['0', '721', '24h', '1.5']],
  ['FAROL_CAPTURES_PER_HOUR', ['0', '-1', '10001', '20/h', '']],
  ['FAROL_REPLICATE_SPACING_SEC', ['-1', '86401', '15m']],
  ['FAROL_RETENTION_DAYS', ['6', '3651', '1y']],
  ['FAROL_RETENTION_GB', ['0', '-1', '20GB']],
])('%s is a whole number within its bounds', (variable, wrong) => {
  for (const value of wrong) expect(problemsOf({ [variable]: value })).toEqual([expect.stringContaining(variable)]);
  expect(problemsOf({ [variable]: '24' })).toEqual([]);
});

test('by default a request waits 24 hours, 20 are queued in one, and 400 days and 20 GB are retained', () => {
  expect(parseControlConfig({})).toMatchObject({
    captureExpiryHours: 24,
    capturesPerHour: 20,
    replicateSpacingSec: 900,
    retention: { days: 400, gigabytes: 20 },
  });
  expect(parseControlConfig({ FAROL_CAPTURES_PER_HOUR: '120' })).toMatchObject({ capturesPerHour: 120 });
  const set = { FAROL_CAPTURE_EXPIRY_HOURS: '2', FAROL_RETENTION_DAYS: '30', FAROL_RETENTION_GB: '5' };
  expect(parseControlConfig(set)).toMatchObject({ captureExpiryHours: 2, retention: { days: 30, gigabytes: 5 } });
});

test('a wildcard host needs the public address', () => {
  expect(problemsOf({ FAROL_HOST: '0.0.0.0' })).toEqual([expect.stringContaining('FAROL_PUBLIC_URL is required')]);
  expect(problemsOf({ FAROL_HOST: '0.0.0.0', FAROL_PUBLIC_URL: 'https://farol.example' })).toEqual([]);
});

test('a database address with a password prints as a secret', () => {
  const config = parseControlConfig({ FAROL_DATABASE_URL: 'postgres://farol:hunter2@db/farol' });
  expect(JSON.stringify(config)).not.toContain('hunter2');
});

test('the address of the database is read from a file, and no embedded store is opened in its place', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'farol-config-'));
  const file = path.join(folder, 'url');
  await writeFile(file, 'postgres://farol:hunter2@db/farol\n');
  const config = parseControlConfig({ FAROL_DATABASE_URL_FILE: file });
  expect(config.databaseUrl.reveal()).toBe('postgres://farol:hunter2@db/farol');
  expect(config.unknown).toEqual([]);
  await writeFile(file, 'mysql://root:hunter2@db/farol\n');
  expect(problemsOf({ FAROL_DATABASE_URL_FILE: file })).toEqual([
    'FAROL_DATABASE_URL must start with sqlite: or postgres://',
  ]);
  expect(problemsOf({ FAROL_DATABASE_URL_FILE: ' ' })).toEqual([
    expect.stringContaining('FAROL_DATABASE_URL_FILE is set but empty'),
  ]);
  await rm(folder, { recursive: true });
});

test('a file for a setting that is no secret refuses the start instead of being warned about', () => {
  expect(problemsOf({ FAROL_PORT_FILE: '/run/secrets/port' })).toEqual([
    expect.stringContaining('FAROL_PORT_FILE is set, but FAROL_PORT is not read from a file'),
  ]);
});

test('tunnels whose TLS a proxy ends need the proxy and its address', () => {
  const named = { FAROL_TRUSTED_PROXIES: '10.0.0.5', FAROL_TUNNEL_URL: 'wss://tunnel.example.com' };
  expect(parseControlConfig({ FAROL_TUNNEL_TLS: 'proxy', ...named }).tunnelTls).toBe('proxy');
  expect(problemsOf({ FAROL_TUNNEL_TLS: 'proxy' })).toEqual([
    'FAROL_TRUSTED_PROXIES is required when FAROL_TUNNEL_TLS is proxy: only these addresses may then connect to the tunnel port',
    'FAROL_TUNNEL_URL is required when FAROL_TUNNEL_TLS is proxy: instances connect to the address of the proxy',
  ]);
  expect(problemsOf({ FAROL_TUNNEL_TLS: 'off' })).toEqual(['FAROL_TUNNEL_TLS must be one of here, proxy']);
});

test('trusted proxies are addresses and networks, and nothing else', () => {
  expect(problemsOf({ FAROL_TRUSTED_PROXIES: '10.0.0.5, 10.1.0.0/16,fd00::/8' })).toEqual([]);
  expect(problemsOf({ FAROL_TRUSTED_PROXIES: '10.0.0.5, proxy.example.com' })).toEqual([
    expect.stringContaining(
      'FAROL_TRUSTED_PROXIES must be addresses or networks separated by commas: "proxy.example.com"',
    ),
  ]);
});

test('a misspelt setting is named, not ignored', () => {
  expect(parseControlConfig({ FAROL_HOTS: '0.0.0.0', PATH: '/bin' }).unknown).toEqual(['FAROL_HOTS']);
});

test('variables of other programs are left alone and each own one is described', () => {
  expect(problemsOf({ PATH: '/bin', RUNNER_TENANT: 'x' })).toEqual([]);
  expect(Object.values(controlVariables).filter((text) => !text.endsWith('.'))).toEqual([]);
});
