/** The answers of a setup without a terminal, against a control plane that accepts and refuses them. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { TokenCreated } from '../../control/api/api.ts';
import { fingerprintOf } from '../../core/pem-certificates.ts';
import { writeFirstGeneration } from '../../tunnel/identity/generation-file.ts';
import { systemDisk } from '../../tunnel/identity/disk.ts';
import { writeIdentity } from '../../tunnel/identity/identity-file.ts';
import { generateKeyPair } from '../../tunnel/identity/key-pair.ts';
import { systemRandom } from '../../tunnel/session/ports.ts';
import type { HostProgram } from './host-program.ts';
import { prepareInstance } from './prepare-instance.ts';
import type { Prepared, SetupOptions } from './prepared.ts';

let control: TestControl;
let headers: Readonly<Record<string, string>>;
let folder: string;
let token: string;

beforeAll(async () => {
  control = await startTestControl();
  headers = await control.signIn('owner');
  token = await mint('agent');
});
afterAll(() => control.close());
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'farol-prepare-'));
  return () => rmSync(folder, { recursive: true });
});

async function mint(instanceClass: string, more: object = {}): Promise<string> {
  const body = { kind: 'bootstrap', class: instanceClass, name: 'host', ...more };
  const answer = await control.send({ method: 'POST', path: '/api/tokens', body, headers });
  return TokenCreated.parse(answer.json()).value;
}

const at = (name: string): string => path.join(folder, name);

function write(name: string, text: string): string {
  writeFileSync(at(name), text);
  return at(name);
}

/** Undefined leaves the option out. */
type Changes = { readonly [Name in keyof SetupOptions]?: SetupOptions[Name] | undefined };

function prepare(changes: Changes = {}, settings = ''): Promise<Prepared> {
  const program: HostProgram & { kind: 'agent' } = {
    kind: 'agent',
    name: 'farol-agent',
    title: 'Agent',
    archive: at('archive'),
    folder: at('installed'),
    current: at('current'),
    settings: at('settings.env'),
    data: at('data'),
    token: at('token'),
    group: 'root',
  };
  const { app, tunnel } = control.control.addresses;
  const options = {
    url: app,
    tunnelUrl: tunnel,
    organization: 'acme',
    instance: 'host-1',
    caFingerprint: fingerprintOf(control.caPem) ?? '',
    tokenFile: write('bootstrap', `${token}\n`),
    ...changes,
  };
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return prepareInstance(program, Object.fromEntries(given), {
    settings,
    asker: { isInteractive: false },
  });
}

const without = (name: keyof SetupOptions): Changes => ({ [name]: undefined });

describe('a setup without a terminal', () => {
  test('gets the authority by its fingerprint, and what a unit needs, with the token apart from the settings', async () => {
    const { installation, identity } = await prepare();
    const { app, tunnel } = control.control.addresses;
    expect(installation.authority?.trim()).toBe(control.caPem.trim());
    expect(installation.token).toBe(token);
    expect(installation.settings.split('\n')).toEqual([
      'RUNNER_TENANT=acme',
      'RUNNER_INSTANCE_ID=host-1',
      `RUNNER_TUNNEL_URL=${tunnel}`,
      `RUNNER_ENROLL_URL=${app}/enroll`,
      'RUNNER_CA_FILE=/etc/farol/ca.pem',
      '',
    ]);
    expect(identity).toBe(`Agent host-1 is live: it is enrolled in acme at ${new URL(app).host}.`);
  });

  test('uses no token up: the same one is accepted again', async () => {
    await prepare();
    await expect(prepare()).resolves.toBeDefined();
  });

  test.each([
    ['url', '--url is missing, and there is no terminal to ask at.'],
    ['tokenFile', '--token-file is missing, and there is no terminal to ask at.'],
    ['caFingerprint', /Give --ca-file or --ca-fingerprint: there is no terminal to ask at\./u],
  ] as const)('refuses the missing answer %s with the name of its option', async (name, words) => {
    await expect(prepare(without(name))).rejects.toThrow(words);
  });

  test('needs no answer that its settings have already, and no token when it is enrolled', async () => {
    const { installation } = await prepare();
    const stamp = { class: 'agent', tenant: 'acme', instance: 'host-1' } as const;
    const commandKey = generateKeyPair().publicKey;
    await systemDisk.makeDirectory(at('data'));
    await writeFirstGeneration(systemDisk, at('data'), systemRandom);
    await writeIdentity(systemDisk, at('data'), {
      stamp,
      keys: generateKeyPair(),
      enrolment: { organization: 'acme', commandKey, enrolledAt: new Date().toISOString() },
    });
    const settings = installation.settings.replace('/etc/farol/ca.pem', write('ca.pem', control.caPem));
    const nothing = { url: undefined, tunnelUrl: undefined, organization: undefined, instance: undefined };
    const again = await prepare({ ...nothing, caFingerprint: undefined, tokenFile: undefined }, settings);
    expect([again.installation.token, again.installation.settings]).toEqual([undefined, installation.settings]);
  });
});

describe('an answer is refused at once when', () => {
  test('nothing listens at the address', async () => {
    await expect(prepare({ url: 'https://127.0.0.1:1' })).rejects.toThrow(/ECONNREFUSED/u);
  });

  test('the address is not one', async () => {
    await expect(prepare({ url: 'http://127.0.0.1:8444' })).rejects.toThrow('--url: This must begin with https://.');
  });

  test('the server offers another authority', async () => {
    await expect(prepare({ caFingerprint: 'ab'.repeat(32) })).rejects.toThrow(
      `but the one with the fingerprint ${fingerprintOf(control.caPem)}`,
    );
  });

  test('the authority is that of somebody else', async () => {
    const other = await startTestControl();
    try {
      const caFile = write('other.pem', other.caPem);
      await expect(prepare({ ...without('caFingerprint'), caFile })).rejects.toThrow(/--ca-file/u);
    } finally {
      await other.close();
    }
  });

  test('the tunnel address is that of the app', async () => {
    const tunnelUrl = control.control.addresses.app.replace('https:', 'wss:');
    await expect(prepare({ tunnelUrl })).rejects.toThrow(/does not answer as a control plane/u);
  });

  test('the token is no token, and is not repeated', async () => {
    const refused = prepare({ tokenFile: write('wrong', 'canary-canary\n') });
    await expect(refused).rejects.toThrow('--token-file: This is not a bootstrap token');
    await expect(refused).rejects.not.toThrow('canary');
  });

  test('the token was copied without its end', async () => {
    const tokenFile = write('short', token.slice(0, -3));
    await expect(prepare({ tokenFile })).rejects.toThrow(/Check --token-file for a copying mistake/u);
  });

  test('the token is for the other class', async () => {
    const tokenFile = write('other', await mint('profiler'));
    await expect(prepare({ tokenFile })).rejects.toThrow(/creates a bootstrap token for this class of instance/u);
  });

  test('the token was revoked', async () => {
    const body = { kind: 'bootstrap', class: 'agent', name: 'revoked' };
    const created = await control.send({ method: 'POST', path: '/api/tokens', body, headers });
    const { value, token: view } = TokenCreated.parse(created.json());
    await control.send({ method: 'DELETE', path: `/api/tokens/${view.id}`, headers });
    await expect(prepare({ tokenFile: write('revoked', value) })).rejects.toThrow(/revoked/u);
  });

  test('the organization is another one', async () => {
    await expect(prepare({ organization: 'other' })).rejects.toThrow(/Set --organization/u);
  });

  test('the control plane has not answered yet, which leaves no file behind', async () => {
    await expect(prepare({ url: 'https://127.0.0.1:1' })).rejects.toThrow('--url');
    expect(readFileSync(at('bootstrap'), 'utf8')).toBe(`${token}\n`);
    expect(() => readFileSync(at('settings.env'))).toThrow('ENOENT');
  });
});
