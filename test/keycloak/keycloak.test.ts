/**
 * Signing in with Keycloak: the provider, the control plane and the browser are real, and configured as the guide says.
 *
 * @module-tag deep
 */
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { findFreePort } from '../../demo/free-ports.ts';
import { Me } from '../../src/control/api/api.ts';
import { sessionHeaders } from '../e2e/browser-device.ts';
import { useRealApp } from '../e2e/real-app.ts';
import { assistant, describeRealm, password, realm, settingsOf } from './realm.ts';
import { type Keycloak, requestToken, startKeycloak } from './start-keycloak.ts';

const slow = { timeout: 180_000 };
const ana = { name: 'Ana Lima', role: 'owner' };

let keycloak: Keycloak | undefined;
let issuer = '';
const app = useRealApp({
  prepare: async () => {
    const port = await findFreePort();
    keycloak = await startKeycloak();
    issuer = `${keycloak.address}/realms/${realm}`;
    await keycloak.administer('POST', 'realms', describeRealm(`https://localhost:${port}`));
    return { ...settingsOf(issuer), FAROL_PORT: String(port) };
  },
  // Keycloak is installed and configured once.
  withinMs: 900_000,
});
afterAll(() => keycloak?.close());

const administer = (method: string, path: string, body?: unknown): Promise<unknown> => {
  if (keycloak === undefined) throw new Error('Keycloak runs only inside tests');
  return keycloak.administer(method, `realms/${realm}/${path}`, body);
};

async function open(): Promise<Page> {
  const { page } = await app().open();
  await page.goto(app().origin);
  return page;
}

/** At the page of Keycloak. */
async function begin(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Keycloak' }).click();
}

async function giveName(page: Page, username: string, given = password): Promise<void> {
  await page.waitForURL(`${issuer}/**`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(given);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

async function consent(page: Page, answer: 'Yes' | 'No'): Promise<void> {
  await page.getByRole('button', { name: answer }).click();
}

async function arrive(page: Page): Promise<Me['person']> {
  await page.waitForURL(`${app().origin}/**`);
  await page.getByRole('link', { name: 'Settings' }).waitFor();
  return whoIs(page);
}

async function whoIs(page: Page): Promise<Me['person']> {
  const answer = await app().running.send({ path: '/api/me', headers: await sessionHeaders(page, app().running) });
  return Me.parse(answer.json()).person;
}

/** Whether the browser has a session of Farol. */
async function isSignedIn(page: Page): Promise<boolean> {
  return (await page.context().cookies(app().origin)).some(({ name }) => name === '__Host-farol');
}

async function signOut(page: Page): Promise<void> {
  await page.goto(`${app().origin}/settings/sign-in`);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('button', { name: 'Continue with Keycloak' }).waitFor();
}

test('a person comes in for the first time, with name and role of the provider', slow, async () => {
  const page = await open();
  await begin(page);
  await giveName(page, 'ana', 'a wrong password');
  await page.getByText('Invalid username or password.').waitFor();
  expect(await isSignedIn(page)).toBe(false);
  await giveName(page, 'ana');
  await consent(page, 'Yes');
  expect(await arrive(page)).toMatchObject(ana);
});

test('who signs out of Farol is asked for nothing by the provider, until they sign out there too', slow, async () => {
  const page = await open();
  await begin(page);
  await giveName(page, 'ana');
  const { id } = await arrive(page);
  await signOut(page);
  expect(await isSignedIn(page)).toBe(false);
  await begin(page);
  expect((await arrive(page)).id).toBe(id);
  await signOut(page);
  await page.getByRole('link', { name: 'Sign out of Keycloak too' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(`${app().origin}/`);
  await begin(page);
  await giveName(page, 'ana');
  expect((await arrive(page)).id).toBe(id);
});

test('an address of mail that is not verified makes nobody somebody else', slow, async () => {
  const owner = await open();
  await begin(owner);
  await giveName(owner, 'ana');
  const { id } = await arrive(owner);
  const page = await open();
  await begin(page);
  await giveName(page, 'bruno');
  await consent(page, 'Yes');
  const bruno = await arrive(page);
  expect(bruno).toMatchObject({ name: 'Bruno Lima', role: 'member' });
  expect(bruno.id).not.toBe(id);
});

test('a person whom the provider refuses, or who has no role, reads why', slow, async () => {
  const page = await open();
  await begin(page);
  await giveName(page, 'carla');
  await consent(page, 'No');
  await page.getByText('The provider did not let you sign in.').waitFor();
  expect(await isSignedIn(page)).toBe(false);
  await begin(page);
  await giveName(page, 'carla');
  await consent(page, 'Yes');
  await page.getByText('The provider gives you no role in Farol.').waitFor();
  expect(await isSignedIn(page)).toBe(false);
});

test('a new key of the provider works at once, for people and assistants', slow, async () => {
  expect(await ask(await tokenOf('ana'))).toBe(200);
  const before = await keyIds();
  await changeKey();
  expect((await keyIds()).filter((kid) => before.includes(kid))).toEqual([]);
  const page = await open();
  await begin(page);
  await giveName(page, 'ana');
  expect(await arrive(page)).toMatchObject(ana);
  await expect.poll(async () => ask(await tokenOf('ana'))).toBe(200);
});

test('an assistant of a person without a role is refused', slow, async () => {
  expect(await ask(await tokenOf('carla'))).toBe(401);
});

const tokenOf = (username: string): Promise<string> =>
  requestToken(issuer, { ...assistant, username, password, scope: 'openid' });

/** The status of a question to `/mcp`. */
async function ask(token: string): Promise<number> {
  const answer = await app().running.send({
    method: 'POST',
    path: '/mcp',
    headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  });
  return answer.status;
}

async function keyIds(): Promise<readonly string[]> {
  const { keys } = (await (await fetch(`${issuer}/protocol/openid-connect/certs`)).json()) as {
    readonly keys: readonly { readonly kid: string; readonly use: string }[];
  };
  return keys.filter(({ use }) => use === 'sig').map(({ kid }) => kid);
}

/** Another key signs from now on, and the one before is no longer published. */
async function changeKey(): Promise<void> {
  const kind = 'org.keycloak.keys.KeyProvider';
  const present = (await administer('GET', `components?type=${kind}`)) as readonly {
    readonly id: string;
    readonly parentId: string;
    readonly providerId: string;
  }[];
  const old = present.find(({ providerId }) => providerId === 'rsa-generated');
  if (old === undefined) throw new Error('the realm has no key that signs');
  const { id, parentId } = old;
  const made = {
    name: 'next',
    providerId: 'rsa-generated',
    providerType: kind,
    parentId,
    config: { priority: ['200'] },
  };
  await administer('POST', 'components', made);
  await administer('DELETE', `components/${id}`);
}
