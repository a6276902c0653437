/** A GitHub App as the credential: what it signs, when it obtains a token, and who must act when it gets none. */
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { type AgentUnderTest, faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { describeUpstream } from '../../../test/contract/described-upstream.ts';
import { privateKey } from '../../../test/contract/private-key.ts';
import { appId, FakeApp, wholePermissions } from '../upstream/app.ts';
import { refusal } from '../upstream/body-parts.ts';
import { routes } from '../upstream/exemplar.ts';
import { useGithubLab } from '../upstream/github-lab.ts';
import { fingerprintOf } from './app-key.ts';

const repo = 'acme/shop';
const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const folder = mkdtempSync(path.join(tmpdir(), 'farol-app-key-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lab = useGithubLab();
let app: FakeApp;
beforeEach(() => {
  app = new FakeApp();
  lab.answerWith({}, app);
});

const variables = { GITHUB_APP_ID: appId, GITHUB_APP_PRIVATE_KEY: privateKey };
const installation = { GITHUB_APP_INSTALLATION_ID: '7' };

/** A clock that a test moves. */
function movableClock(): typeof systemClock & { leap(seconds: number): void } {
  let ahead = 0;
  return {
    ...systemClock,
    now: () => Date.now() + ahead,
    monotonic: () => performance.now() + ahead,
    leap: (seconds) => void (ahead += seconds * 1000),
  };
}

const tokensAsked = (): number => lab.asked.filter((call) => call.startsWith('POST /app/')).length;
const read = async (agent: AgentUnderTest): Promise<unknown> =>
  resultIn(await agent.ask('code.getRepository', { repo }));
const refused = async (agent: AgentUnderTest): Promise<ReturnType<typeof faultIn>> =>
  faultIn(await agent.ask('code.getRepository', { repo }));

describe('a token of the installation', () => {
  test('is obtained once for questions of the same time and those after, and opens every call', async () => {
    const agent = lab.agentOf({ ...variables, ...installation });
    await Promise.all(Array.from({ length: 8 }, () => read(agent)));
    await read(agent);
    expect(lab.asked.filter((call) => call.includes('/app/'))).toEqual(['POST /app/installations/7/access_tokens']);
    const sent = lab.upstream.calls.filter(({ path: below }) => !below.startsWith('/app/'));
    expect(new Set(sent.map(({ headers }) => headers.authorization))).toEqual(
      new Set([...app.issued.keys()].map((token) => `Bearer ${token}`)),
    );
  });

  test('is that of the only installation when none is named', async () => {
    await read(lab.agentOf(variables));
    expect(lab.asked.slice(0, 2)).toEqual([
      'GET /app/installations?per_page=100',
      'POST /app/installations/7/access_tokens',
    ]);
  });

  test('is renewed before its end, and not before that is near', async () => {
    const clock = movableClock();
    app.change({ now: () => clock.now() });
    const agent = lab.agentOf({ ...variables, ...installation }, clock);
    await read(agent);
    clock.leap(50 * 60);
    await read(agent);
    expect(tokensAsked()).toBe(1);
    clock.leap(5 * 60);
    await read(agent);
    expect(tokensAsked()).toBe(2);
    expect(lab.upstream.calls.length).toBe(5);
  });

  test('lives as long as GitHub says by its own clock', async () => {
    const clock = movableClock();
    app.change({ now: () => clock.now(), lifetimeSec: 100 });
    const agent = lab.agentOf({ ...variables, ...installation }, clock);
    await read(agent);
    clock.leap(85);
    await read(agent);
    expect(tokensAsked()).toBe(1);
    clock.leap(6);
    await read(agent);
    expect(tokensAsked()).toBe(2);
  });

  test('that GitHub refuses in between is renewed once, for all who were refused with it', async () => {
    const agent = lab.agentOf({ ...variables, ...installation });
    await read(agent);
    app.issued.clear();
    await Promise.all(Array.from({ length: 4 }, () => read(agent)));
    expect(tokensAsked()).toBe(2);
  });

  test('that is refused when renewed too is a fault, and the key is not to be replaced', async () => {
    lab.answerWith({ 'GET /repos/{owner}/{repo}': refusal(401, 'Bad credentials') }, app);
    const fault = await refused(lab.agentOf({ ...variables, ...installation }));
    expect(fault).toMatchObject({ code: 'credential_rejected', data: { kind: 'GitHub App' } });
    expect(fault.remedy).toContain('Do not replace the private key');
    expect(tokensAsked()).toBe(2);
  });

  test('does not make more questions at once wait for ever than there are places for calls', async () => {
    const agent = lab.agentOf({ ...variables, ...installation });
    const answers = await Promise.all(Array.from({ length: 40 }, () => agent.ask('code.getRepository', { repo })));
    expect(answers.filter(({ ok }) => !ok)).toEqual([]);
  });

  test('outlives the caller for whom it was obtained: who waits for it gets one', async () => {
    const agent = lab.agentOf({ ...variables, ...installation });
    const caller = new AbortController();
    const first = agent.ask('code.getRepository', { repo }, { signal: caller.signal });
    const second = read(agent);
    caller.abort();
    expect(faultIn(await first).data).toEqual({ rule: 'cancelled_by_caller' });
    await second;
  });

  test('is replaced when another key is put into the file', async () => {
    const file = path.join(folder, 'app.pem');
    writeFileSync(file, privateKey, { mode: 0o600 });
    const agent = lab.agentOf({ GITHUB_APP_ID: appId, GITHUB_APP_PRIVATE_KEY_FILE: file, ...installation });
    await read(agent);
    const pem = otherKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    writeFileSync(file, pem, { mode: 0o600 });
    app.change({ publicKey: createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString() });
    app.issued.clear();
    await read(agent);
    expect(tokensAsked()).toBe(2);
  });

  test('serves an Enterprise Server below its path', async () => {
    const answer = app.guard(
      describeUpstream([...routes.filter(({ call }) => !call.includes(' /app/')), ...app.routes]),
    );
    lab.upstream.answerWith(
      (call) => answer({ ...call, path: call.path.replace(/^\/api\/v3/u, '') }) ?? { status: 404, body: '{}' },
    );
    await read(lab.agentOf({ ...variables, GITHUB_URL: `${lab.upstream.url}/api/v3` }));
    expect(lab.upstream.calls.map(({ path: below }) => below)).toEqual([
      '/api/v3/app/installations',
      '/api/v3/app/installations/7/access_tokens',
      `/api/v3/repos/${repo}`,
    ]);
  });
});

describe('the statement that the key signs', () => {
  test('is of RS256, a minute back, good for less than ten, and issued by the app', async () => {
    await read(lab.agentOf({ ...variables, ...installation }));
    const [header = '', claims = ''] = (lab.upstream.calls[0]?.headers.authorization ?? '')
      .replace('Bearer ', '')
      .split('.');
    const nowSec = Date.now() / 1000;
    const { iat, exp, iss } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, number>;
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'RS256', typ: 'JWT' });
    expect(iss).toBe(appId);
    expect(nowSec - Number(iat)).toBeGreaterThanOrEqual(60);
    expect(Number(exp) - Number(iat)).toBe(600);
  });

  test.each([
    ['PKCS#1', privateKey],
    ['PKCS#8', createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'pem' }).toString()],
    ['one line with escaped breaks', privateKey.replaceAll('\n', String.raw`\n`)],
    ['breaks of Windows, and words before it', `Key of the app\r\n${privateKey.replaceAll('\n', '\r\n')}`],
  ])('takes a key in %s', async (_form, key) => {
    await read(lab.agentOf({ ...variables, ...installation, GITHUB_APP_PRIVATE_KEY: key }));
    expect(tokensAsked()).toBe(1);
  });

  test.each([
    ['a public key', createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(), 'public key'],
    ['a client secret', '0123456789abcdef0123456789abcdef01234567', 'no PEM'],
    ['half a key', privateKey.slice(0, 400), 'not a whole private key'],
    [
      'a key of another kind',
      generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      'another kind than RSA',
    ],
  ])('refuses %s before anything is sent', async (_what, key, words) => {
    const fault = await refused(lab.agentOf({ ...variables, ...installation, GITHUB_APP_PRIVATE_KEY: key }));
    expect(fault).toMatchObject({ code: 'credential_rejected', data: { reason: 'malformed' } });
    expect(fault.remedy).toContain(words);
    expect(lab.asked).toEqual([]);
  });
});

describe('who must act', () => {
  const keyWorks = 'The private key works: do not replace it.';

  test('for a wrong or deleted key is an owner of the app, who is given its fingerprint', async () => {
    const pem = otherKey.export({ type: 'pkcs1', format: 'pem' }).toString();
    const fault = await refused(lab.agentOf({ ...variables, ...installation, GITHUB_APP_PRIVATE_KEY: pem }));
    expect(fault).toMatchObject({ code: 'credential_rejected', actor: 'operator' });
    expect(fault.remedy).toContain('owner of the app');
    expect(fault.remedy).toContain(fingerprintOf(otherKey));
    expect(fault.remedy).not.toContain(keyWorks);
  });

  test.each([
    [-700, /clock of this machine is (?:69\d|70\d) seconds behind/u],
    [+700, /clock of this machine is (?:69\d|70\d) seconds ahead of/u],
  ])('for a clock that is %i seconds off is the one who sets it', async (seconds, words) => {
    const clock = movableClock();
    clock.leap(seconds);
    const fault = await refused(lab.agentOf({ ...variables, ...installation }, clock));
    expect(fault).toMatchObject({ code: 'credential_rejected', data: { kind: 'clock of this machine' } });
    expect(fault.remedy).toMatch(words);
    expect(fault.remedy).toContain('do not replace them');
  });

  test.each([-400, -30, 30, 55])('is nobody while the clock is %i seconds off', async (seconds) => {
    const clock = movableClock();
    clock.leap(seconds);
    await read(lab.agentOf({ ...variables, ...installation }, clock));
    expect(tokensAsked()).toBe(1);
  });

  test('for an app that the server does not know is who set its id', async () => {
    const fault = await refused(lab.agentOf({ ...variables, ...installation, GITHUB_APP_ID: '99' }));
    expect(fault).toMatchObject({ code: 'credential_rejected', data: { kind: 'GitHub App' } });
    expect(fault.remedy).toContain('GITHUB_APP_ID');
  });

  test('for a suspended installation is an owner of the organization, also while a token is held', async () => {
    const agent = lab.agentOf({ ...variables, ...installation });
    await read(agent);
    app.change({ installations: [{ id: 7, login: 'acme', isSuspended: true }] });
    for (const one of [agent, lab.agentOf({ ...variables, ...installation })]) {
      const fault = await refused(one);
      expect(fault).toMatchObject({ code: 'credential_rejected', data: { reason: 'revoked' } });
      expect(fault.remedy).toContain('unsuspend');
      expect(fault.remedy).toContain(keyWorks);
    }
  });

  test('for an installation that was deleted is an owner of the organization, also while a token is held', async () => {
    const agent = lab.agentOf({ ...variables, ...installation });
    await read(agent);
    app.change({ installations: [{ id: 8, login: 'acme' }] });
    for (const one of [agent, lab.agentOf({ ...variables, ...installation })]) {
      const fault = await refused(one);
      expect(fault).toMatchObject({ code: 'credential_rejected', data: { kind: 'installation of the GitHub App' } });
      expect(fault.remedy).toContain('GITHUB_APP_INSTALLATION_ID');
      expect(fault.remedy).toContain(keyWorks);
    }
  });

  test('for several installations is who configures, and they are listed', async () => {
    app.change({
      installations: [
        { id: 7, login: 'acme' },
        { id: 8, login: 'globex', isSuspended: true },
      ],
    });
    const fault = await refused(lab.agentOf(variables));
    expect(fault).toMatchObject({ code: 'not_configured', data: { variable: 'GITHUB_APP_INSTALLATION_ID' } });
    expect(fault.remedy).toContain('7 (acme), 8 (globex, suspended). Set GITHUB_APP_INSTALLATION_ID');
  });

  test('for an app that is installed nowhere is an owner of the organization', async () => {
    app.change({ installations: [] });
    const fault = await refused(lab.agentOf(variables));
    expect(fault).toMatchObject({ code: 'not_configured', data: { variable: 'GITHUB_APP_INSTALLATION_ID' } });
    expect(fault.remedy).toContain('installed nowhere');
  });

  test('for a token and an app at once is who configures, and nothing is sent', async () => {
    const fault = await refused(lab.agentOf({ ...variables, GITHUB_TOKEN: 'github_pat_11AEXAMPLE0000' }));
    expect(fault).toMatchObject({ code: 'not_configured', data: { variable: 'GITHUB_TOKEN' } });
    expect(lab.asked).toEqual([]);
  });
});

describe('the kinds of token', () => {
  const ask = async (url: string, token: string, method = 'GET'): Promise<number> =>
    (
      await fetch(`${lab.upstream.url}${url}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/vnd.github+json',
          'x-github-api-version': '2022-11-28',
          'user-agent': 'test',
        },
      })
    ).status;

  test('are not taken for each other by what plays GitHub', async () => {
    await read(lab.agentOf({ ...variables, ...installation }));
    const [statement = '', token = ''] = lab.upstream.calls.map(({ headers }) =>
      (headers.authorization ?? '').replace('Bearer ', ''),
    );
    expect(await ask(`/repos/${repo}`, token)).toBe(200);
    expect(await ask(`/repos/${repo}`, statement)).toBe(401);
    expect(await ask('/app/installations/7/access_tokens', token, 'POST')).toBe(401);
    expect(await ask('/app/installations/7/access_tokens', statement, 'POST')).toBe(201);
  });
});

describe('health with an app', () => {
  const { issues: _issues, checks: _checks, ...fewer } = wholePermissions;

  test('finds every permission that the installation has, the one that writes too', async () => {
    const checks = await lab.agentOf(variables).check();
    expect(checks.filter(({ status }) => status !== 'ok')).toEqual([]);
    expect(checks.flatMap(({ held = [] }) => held)).toEqual([
      'Metadata: read',
      'Contents: read',
      'Pull requests: read',
      'Actions: read',
      'Checks: read',
      'Administration: read',
      'Dependabot alerts: read',
      'Issues: read and write',
    ]);
    expect(checks[0]?.summary).toBe(
      'GitHub App 123456, installation 7. This Agent obtains its tokens, which end after an hour, and renews them.',
    );
    expect(tokensAsked()).toBe(1);
  });

  test('names each permission that is missing, what does not work without it, and who must accept it', async () => {
    app.change({ permissions: { ...fewer, contents: 'write' } });
    const checks = new Map((await lab.agentOf(variables).check()).map((one) => [one.check, one]));
    expect(checks.get('checks')).toMatchObject({
      status: 'failed',
      missing: ['Checks: read'],
      affects: ['ci.listChecks'],
      fault: { code: 'permission_missing', data: { grant: 'Checks: read', layer: 'GitHub App' } },
    });
    expect(checks.get('checks')?.remedy).toContain('have an owner of the organization accept the new permission');
    expect(checks.get('issues')).toMatchObject({
      status: 'pending_configuration',
      missing: ['Issues: read and write'],
      affects: ['code.create_github_issue'],
    });
    expect(checks.get('contents')).toMatchObject({ status: 'ok', held: ['Contents: read'] });
    expect(lab.asked.some((call) => call.includes('/check-runs'))).toBe(false);
  });

  test('takes a permission to read for too little to write', async () => {
    app.change({ permissions: { ...wholePermissions, issues: 'read' } });
    expect(await lab.agentOf(variables).checkNamed('issues')).toMatchObject({ missing: ['Issues: read and write'] });
  });

  test('names what the app may do beyond what is used, and goes on', async () => {
    app.change({ permissions: { ...wholePermissions, contents: 'write', secrets: 'read', actions: 'write' } });
    const check = await lab.agentOf(variables).checkNamed('fine_grained_token');
    expect(check).toMatchObject({
      status: 'pending_configuration',
      excess: ['Contents: read and write', 'Actions: read and write', 'secrets: read'],
      affects: [],
    });
  });
});
