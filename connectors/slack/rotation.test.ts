/** An app with token rotation: each refresh token is spent once, and the newest outlives whatever happens. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SourceStore } from '../../src/agent/connectors/source-store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { type Disk, systemDisk } from '../../src/tunnel/identity/disk.ts';
import { type AgentUnderTest, faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { useUpstream } from '../../test/contract/use-upstream.ts';
import { connector } from './connector.ts';
import { manifest } from './manifest.ts';
import { client, FakeRotation } from './upstream/fake-rotation.ts';
import { allScopes, FakeSlack } from './upstream/fake-slack.ts';
import { incidents } from './upstream/slack-under-test.ts';

const first = 'xoxe-1-the-first-refresh-token';
const { upstream, answerStrictly, open } = useUpstream();
const slack = new FakeSlack({ scopes: allScopes, channels: [incidents], messages: {} });

let folder: string;
let ahead = 0;
let rotation: FakeRotation;
const clock = {
  ...systemClock,
  now: () => Date.now() + ahead,
  monotonic: () => performance.now() + ahead,
};
const leap = (hours: number): void => void (ahead += hours * 3_600_000);
const file = (): string => path.join(folder, 'source-slack.json');

function begin(options: Partial<ConstructorParameters<typeof FakeRotation>[0]> = {}): void {
  rotation = new FakeRotation({ first, now: () => clock.now(), ...options });
  answerStrictly((call) => rotation.guard(slack.reply)(call) ?? { status: 404, body: '' });
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'farol-rotation-'));
  ahead = 0;
  begin();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Changed {
  readonly env?: Readonly<Record<string, string>>;
  readonly disk?: Disk;
  readonly store?: null;
}

/** Another process of the same Agent, where it is called again. */
function agentWith({ env = {}, disk = systemDisk, store }: Changed = {}): AgentUnderTest {
  return open({
    registry: [{ manifest, load: () => Promise.resolve(connector) }],
    env: {
      SLACK_URL: upstream().url,
      SLACK_CLIENT_ID: client.id,
      SLACK_CLIENT_SECRET: client.secret,
      SLACK_REFRESH_TOKEN: first,
      ...env,
    },
    clock,
    store: store === null ? null : new SourceStore({ folder, clock, disk }),
  });
}

const read = async (agent: AgentUnderTest): Promise<unknown> => resultIn(await agent.ask('chat.listConversations', {}));
const refused = async (agent: AgentUnderTest) => faultIn(await agent.ask('chat.listConversations', {}));
const renewals = (): number => upstream().calls.filter(({ path: called }) => called === '/oauth.v2.access').length;

describe('a renewal', () => {
  test('serves all questions of the same time and those after them, for almost twelve hours', async () => {
    const agent = agentWith();
    await Promise.all(Array.from({ length: 8 }, () => read(agent)));
    leap(10.7);
    await read(agent);
    expect(renewals()).toBe(1);
  });

  test('comes before the end of the token, with the refresh token that came with it', async () => {
    const agent = agentWith();
    await read(agent);
    for (let times = 0; times < 3; times += 1) {
      leap(10.9);
      await read(agent);
    }
    expect(renewals()).toBe(4);
    // No read was refused and sent again.
    expect(upstream().calls).toHaveLength(8);
  });

  test('is one for two processes at the same time', async () => {
    const agents = [agentWith(), agentWith()];
    await Promise.all(agents.flatMap((agent) => [read(agent), read(agent)]));
    leap(11);
    await Promise.all(agents.map(read));
    expect(renewals()).toBe(2);
  });

  test('is made at once for a token that Slack calls expired, and the read is answered', async () => {
    const agent = agentWith();
    await read(agent);
    for (const token of rotation.issued.keys()) rotation.issued.set(token, 0);
    await read(agent);
    expect(renewals()).toBe(2);
  });

  test('ends also when its caller leaves, and nothing is lost', async () => {
    const caller = new AbortController();
    const agent = agentWith();
    const guarded = rotation.guard(slack.reply);
    answerStrictly((call) => {
      if (call.path === '/oauth.v2.access') caller.abort();
      return guarded(call);
    });
    const left = await agent.ask('chat.listConversations', {}, { signal: caller.signal });
    expect(faultIn(left).data).toEqual({ rule: 'cancelled_by_caller' });
    await read(agent);
    expect(renewals()).toBe(1);
  });
});

describe('what is stored', () => {
  test('is the newest, readable by its owner alone, and in no log', async () => {
    const agent = agentWith();
    await read(agent);
    const stored = readFileSync(file(), 'utf8');
    expect(stored).toContain(rotation.refreshToken);
    expect(stored).not.toContain(first);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    await agent.check();
    const secrets = [first, rotation.refreshToken, ...rotation.issued.keys(), client.secret];
    expect(secrets.filter((secret) => agent.written.join('').includes(secret))).toEqual([]);
  });

  test('stays secret with the refresh token that people gave, after many renewals', async () => {
    const agent = agentWith();
    for (let times = 0; times < 8; times += 1) {
      await read(agent);
      leap(11);
    }
    const shown = agent.redactor.text(`${first} ${rotation.refreshToken} ${[...rotation.issued.keys()].at(-1)}`);
    expect(shown).toBe('[secret] [secret] [secret]');
  });

  test('is used after a restart, first the token and then its refresh token', async () => {
    await read(agentWith());
    await read(agentWith());
    expect(renewals()).toBe(1);
    leap(11);
    await read(agentWith());
    expect(renewals()).toBe(2);
  });

  test('is replaced by another refresh token that people give', async () => {
    await read(agentWith());
    begin({ first: 'xoxe-1-of-the-next-installation' });
    await read(agentWith({ env: { SLACK_REFRESH_TOKEN: 'xoxe-1-of-the-next-installation' } }));
    expect(rotation.issued.size).toBe(1);
  });

  test('that is damaged is as if nothing were stored', async () => {
    await systemDisk.create(file(), 0o600).then(async (handle) => {
      await handle.write(Buffer.from('{"version":1'));
      await handle.close();
    });
    await read(agentWith());
    expect(renewals()).toBe(1);
  });
});

describe('nothing is spent that cannot be stored', () => {
  const full = (from: number): Disk => {
    let writes = 0;
    return {
      ...systemDisk,
      create(name, mode) {
        writes += 1;
        const error = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        return writes >= from && writes < from + 1 ? Promise.reject(error) : systemDisk.create(name, mode);
      },
    };
  };

  test('a full disk is found before Slack is asked', async () => {
    const agent = agentWith({ disk: full(1) });
    const fault = await refused(agent);
    expect(fault).toMatchObject({ code: 'not_recorded', data: { file: 'source-slack.json' } });
    expect(fault.remedy).toContain('free space on the volume of RUNNER_IDENTITY_DIR');
    expect(upstream().calls).toEqual([]);
    await read(agent);
    expect(renewals()).toBe(1);
  });

  test('a disk that fills up meanwhile: the token is not used until the next refresh token is on it', async () => {
    const agent = agentWith({ disk: full(2) });
    expect(await refused(agent)).toMatchObject({ code: 'not_recorded' });
    expect(upstream().calls.map(({ path: called }) => called)).toEqual(['/oauth.v2.access']);
    await read(agent);
    expect(renewals()).toBe(1);
    expect(readFileSync(file(), 'utf8')).toContain(rotation.refreshToken);
  });

  test('a process without an identity directory asks nothing, and says what to set', async () => {
    const agent = agentWith({ store: null });
    expect(await refused(agent)).toMatchObject({
      code: 'not_configured',
      data: { variable: 'RUNNER_IDENTITY_DIR' },
    });
    expect((await agent.checkNamed('bot_token')).status).toBe('pending_configuration');
    expect(upstream().calls).toEqual([]);
  });

  test('a process that ended between the answer and the disk: the next one says that it is lost, and since when', async () => {
    const agent = agentWith({ disk: full(2) });
    await refused(agent);
    const fault = await refused(agentWith());
    expect(fault).toMatchObject({ code: 'credential_rejected', data: { kind: 'refresh token' } });
    expect(fault.remedy).toMatch(/sent to Slack at \d{4}-.*no answer was stored/u);
    expect(fault.remedy).toContain('install the app again');
  });
});

describe('who must act', () => {
  test('for a refresh token that something else has used is the one who stops that', async () => {
    begin({ first: 'xoxe-1-another' });
    const agent = agentWith();
    expect((await refused(agent)).remedy).toContain('whether something else uses it');
    expect(await agent.checkNamed('bot_token')).toMatchObject({
      status: 'failed',
      fault: { code: 'credential_rejected', data: { kind: 'refresh token', reason: 'rejected' } },
    });
  });

  test.each([
    ['client id', { SLACK_CLIENT_ID: '1.2' }],
    ['client secret', { SLACK_CLIENT_SECRET: 'of-another-app' }],
  ])('for a wrong %s is the one who sets it, and the refresh token still works', async (kind, env) => {
    const fault = await refused(agentWith({ env }));
    expect(fault).toMatchObject({ code: 'credential_rejected', data: { kind } });
    expect(fault.remedy).toContain('not used up');
    await read(agentWith());
  });

  test.each([
    ['a token', 'xoxe.xoxb-1-access', 'xoxe-'],
    ['a token that stays', 'xoxb-1-token', 'xoxe-'],
  ])('for %s in the place of the refresh token is found before anything is sent', async (_what, wrong, words) => {
    const fault = await refused(agentWith({ env: { SLACK_REFRESH_TOKEN: wrong } }));
    expect(fault).toMatchObject({ code: 'credential_rejected', data: { reason: 'malformed' } });
    expect(fault.remedy).toContain(words);
    expect(upstream().calls).toEqual([]);
  });

  test('for both kinds of token at once is the operator', async () => {
    const fault = await refused(agentWith({ env: { SLACK_BOT_TOKEN: 'xoxb-1-token' } }));
    expect(fault).toMatchObject({ code: 'not_configured', data: { variable: 'SLACK_BOT_TOKEN' } });
    expect(upstream().calls).toEqual([]);
  });

  test('is nobody when all is well: health says that the Agent renews', async () => {
    const check = await agentWith().checkNamed('bot_token');
    expect(check).toMatchObject({ status: 'ok' });
    expect(check.summary).toContain('The Agent renews its token.');
  });
});

test('a write with an expired token is refused once, and the next question works', async () => {
  const agent = open({
    registry: [{ manifest, load: () => Promise.resolve(connector) }],
    env: {
      SLACK_URL: upstream().url,
      SLACK_CLIENT_ID: client.id,
      SLACK_CLIENT_SECRET: client.secret,
      SLACK_REFRESH_TOKEN: first,
    },
    allowed: new Set(['chat.postMessage', 'chat.listConversations']),
  });
  const post = (key: string) =>
    agent.ask('chat.postMessage', { channel: 'C0INCIDENT', text: 'Seen.', idempotencyKey: key });
  resultIn(await post('3f0c5f9e-0a55-4c5c-9d52-6b1f2f0d9c21'));
  for (const token of rotation.issued.keys()) rotation.issued.set(token, 0);
  const fault = faultIn(await post('3f0c5f9e-0a55-4c5c-9d52-6b1f2f0d9c22'));
  expect(fault.remedy).toContain('ask again');
  resultIn(await post('3f0c5f9e-0a55-4c5c-9d52-6b1f2f0d9c22'));
});
