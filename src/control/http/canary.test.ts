import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { TokenCreated } from '../api/api.ts';
import { mintToken, type TokenPrefix } from '../tokens/token-text.ts';

let running: TestControl;
/** What must never be seen again after its one answer: the secret part of each token and the session. */
const secrets = new Map<string, string>();
const values: string[] = [];

beforeAll(async () => {
  running = await startTestControl();
  const owner = await running.signIn('owner');
  for (const kind of ['capture', 'read', 'mcp', 'incident'] as const) {
    const answer = await running.send({
      method: 'POST',
      path: '/api/tokens',
      headers: owner,
      body: { kind, name: kind },
    });
    keep(kind, TokenCreated.parse(answer.json()).value);
  }
  for (const prefix of ['rlink', 'rboot', 'rpcap', 'rmcp', 'rinc'] satisfies TokenPrefix[]) {
    keep(`forged ${prefix}`, mintToken(prefix).value.reveal());
  }
  secrets.set('session', String(owner['cookie']).replace('__Host-farol=', ''));
});
afterAll(() => running.close());

test('a token in query, path, header, cookie or body appears in no answer, header or log line, whatever the route [P-API-2]', async () => {
  const routes = running.control.routes.filter(({ url }) => url !== '/api/events');
  const answers: string[] = [];
  for (const { method, url } of [
    ...routes,
    { method: 'GET', url: '/profiling/:page' },
    { method: 'PATCH', url: '/api/me' },
  ]) {
    for (const value of values) answers.push(...(await tryEverywhere(method, url, value)));
  }
  expect(answers.length).toBeGreaterThan(400);
  expect(running.log.length).toBeGreaterThan(answers.length);
  expect(namesSeenIn(answers)).toEqual([]);
  expect(namesSeenIn(running.log)).toEqual([]);
});

test('the data directory holds no value that signs in or queues', async () => {
  const files = await readdir(running.folder, { recursive: true, withFileTypes: true });
  const contents = await Promise.all(
    files.filter((one) => one.isFile()).map((one) => readFile(path.join(one.parentPath, one.name), 'latin1')),
  );
  expect(contents.length).toBeGreaterThan(3);
  expect(namesSeenIn(contents)).toEqual([]);
});

/** Which of the secrets are in any of the texts, by name. */
function namesSeenIn(texts: readonly string[]): string[] {
  return [...secrets].filter(([, secret]) => texts.some((one) => one.includes(secret))).map(([name]) => name);
}

function keep(name: string, value: string): void {
  values.push(value);
  secrets.set(name, value.split('_')[2] ?? value);
}

/** Answers, with their headers, to one route asked in every way a token can be put into a request. */
async function tryEverywhere(method: string, url: string, value: string): Promise<string[]> {
  const origin = running.control.addresses.app;
  const plain = url.replaceAll(/:[a-z_]+/gu, 'x');
  const json = { method, ...(method !== 'GET' && { body: { [value]: value, token: value } }) };
  const tries = [
    { ...json, path: `${plain}?token=${value}&${value}=1`, headers: { origin } },
    { ...json, path: url.replaceAll(/:[a-z_]+/gu, value), headers: { origin, authorization: `Bearer ${value}` } },
    { ...json, path: plain, headers: { origin, authorization: value, accept: 'text/html' } },
    { ...json, path: `/${value}/%zz?token=${value}`, headers: { referer: `${origin}/?token=${value}` } },
    {
      method,
      path: plain,
      headers: { origin, cookie: `__Host-farol=${value}; token=${value}`, 'x-request-id': value },
    },
  ];
  const answers = await Promise.all(tries.map((one) => running.send(one)));
  return answers.map(({ text, headers }) => `${text}\n${JSON.stringify(headers)}`);
}
