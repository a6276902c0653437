import { expect, test } from 'vitest';
import { type Gcp } from '../upstream/agent.ts';
import { keyFile } from '../upstream/project.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openGcp } from '../upstream/use-gcp.ts';

const tokensBought = ({ upstream }: Gcp): number =>
  upstream.calls.filter(({ path: asked }) => asked.endsWith('/token')).length;

test('a signed statement buys a token, which is used until it is about to expire', async () => {
  const clock = new ManualClock(Date.now());
  const gcp = await openGcp({ clock });
  for (let asked = 0; asked < 3; asked += 1) resultIn(await gcp.agent.ask('network.listVpcs', {}));
  expect(tokensBought(gcp)).toBe(1);
  clock.advance(3_599_000 - 119_000);
  expect((await gcp.agent.ask('network.listVpcs', {})).ok || gcp.google.problems.length > 0).toBe(true);
  expect(tokensBought(gcp)).toBe(2);
});

test('each interface is opened by a token of its own scope and no wider one', async () => {
  const gcp = await openGcp();
  resultIn(await gcp.agent.ask('network.listVpcs', {}));
  resultIn(await gcp.agent.ask('dns.listZones', {}));
  const scopes = gcp.upstream.calls.flatMap(({ form }) => {
    const claims = form.get('assertion')?.split('.')[1];
    return claims === undefined
      ? []
      : [(JSON.parse(Buffer.from(claims, 'base64url').toString()) as { scope: string }).scope];
  });
  expect(scopes).toEqual([
    'https://www.googleapis.com/auth/compute.readonly',
    'https://www.googleapis.com/auth/ndev.clouddns.readonly',
  ]);
  expect(gcp.google.problems).toEqual([]);
});

test('a token that is refused is not used again', async () => {
  const gcp = await openGcp();
  resultIn(await gcp.agent.ask('network.listVpcs', {}));
  gcp.upstream.answerWith((call) =>
    call.path.endsWith('/token') ? (gcp.google.reply(call) ?? 'silence') : { status: 401, body: '' },
  );
  expect(faultIn(await gcp.agent.ask('network.listVpcs', {}))).toMatchObject({
    code: 'credential_rejected',
    data: { kind: 'access token', reason: 'rejected' },
  });
  expect(gcp.upstream.calls).toHaveLength(1);
  gcp.upstream.answerWith((call) => gcp.google.reply(call) ?? 'silence');
  resultIn(await gcp.agent.ask('network.listVpcs', {}));
  expect(tokensBought(gcp)).toBe(1);
});

test('a key that is rotated while a question is asked is used in the same question', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'farol-gcp-'));
  const file = path.join(folder, 'key.json');
  try {
    await writeFile(file, keyFile('first'), { mode: 0o600 });
    const gcp = await openGcp({ env: { GCP_SERVICE_ACCOUNT_KEY: undefined, GCP_SERVICE_ACCOUNT_KEY_FILE: file } });
    resultIn(await gcp.agent.ask('network.listVpcs', {}));
    let refusals = 0;
    gcp.upstream.answerWith((call) => {
      if (call.path.endsWith('/token') || refusals > 1) return gcp.google.reply(call) ?? 'silence';
      // The old token stays refused, however often it is shown.
      if (refusals === 0) writeFileSync(file, keyFile('second'), { mode: 0o600 });
      refusals += 1;
      return { status: 401, body: '' };
    });
    resultIn(await gcp.agent.ask('network.listVpcs', {}));
    expect(tokensBought(gcp)).toBe(1);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.each([
  ['not json', 'is not JSON'],
  [JSON.stringify({ type: 'authorized_user', refresh_token: 'canary-secret' }), 'the sign-in of a person'],
  [JSON.stringify({ type: 'external_account', audience: 'canary-secret' }), 'a federation file'],
  [JSON.stringify({ type: 'service_account', client_email: 'a@b.c' }), 'lacks type'],
  [keyFile().replace('BEGIN PRIVATE', 'BEGIN PUBLIC'), 'is not a PEM key'],
])('the key %s is refused before anything is sent, saying what it is', async (key, words) => {
  const gcp = await openGcp({ env: { GCP_SERVICE_ACCOUNT_KEY: key } });
  const fault = faultIn(await gcp.agent.ask('network.listVpcs', {}));
  expect(fault).toMatchObject({
    code: 'credential_rejected',
    data: { kind: 'service account key', reason: 'malformed' },
  });
  expect(fault.remedy).toContain(words);
  expect(gcp.upstream.calls).toEqual([]);
  expect(gcp.agent.written.join('\n')).not.toContain('canary-secret');
});

test('the address in a key file is not followed', async () => {
  const gcp = await openGcp({
    env: {
      GCP_SERVICE_ACCOUNT_KEY: keyFile().replace('https://oauth2.googleapis.com/token', 'https://evil.example/token'),
    },
  });
  resultIn(await gcp.agent.ask('network.listVpcs', {}));
  expect(gcp.upstream.calls[0]?.path).toBe('/oauth2.googleapis.com/token');
});

test('an answer that repeats the token passes none of it on', async () => {
  const gcp = await openGcp();
  gcp.upstream.answerWith((call) => {
    if (call.path.endsWith('/token')) return gcp.google.reply(call) ?? 'silence';
    const message = `you sent ${call.headers.authorization ?? ''}`;
    return { status: 400, body: JSON.stringify({ error: { code: 400, message } }) };
  });
  const fault = faultIn(await gcp.agent.ask('network.listVpcs', {}));
  expect(fault.remedy).toContain('you sent Bearer [secret]');
  expect(gcp.agent.written.join('\n')).not.toContain('ya29.');
});

test('nothing of the vendor is reached but its own hosts, and no quota project is named', async () => {
  const gcp = await openGcp();
  await gcp.agent.check();
  for (const { path: asked, headers } of gcp.upstream.calls) {
    expect(asked.split('/')[1]).toMatch(/^[a-z][a-z0-9]*\.googleapis\.com$/u);
    expect(headers).not.toHaveProperty('x-goog-user-project');
  }
  expect(gcp.google.problems).toEqual([]);
});
