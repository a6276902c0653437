/**
 * Passkeys as a person uses them: the built app, a real control plane, and Chromium with an authenticator of its own.
 *
 * @module-tag deep
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { Links, renderLink } from '../../src/control/people/links.ts';
import { ensureOrganization } from '../../src/control/people/organization.ts';
import { systemClock } from '../../src/core/clock.ts';
import { isShown } from '../../web/test/open-app.ts';
import { useRealApp } from './real-app.ts';

const app = useRealApp();

async function signInByLink(page: Page, name: string): Promise<void> {
  const { id: organization } = await ensureOrganization(app().running.store, 'acme', systemClock);
  const link = { organization, name, role: 'member', createdBy: 'test' } as const;
  const { token } = await new Links(app().running.store, systemClock).mint(link);
  await page.goto(renderLink(app().origin, token));
  await page.waitForURL(`${app().origin}/profiling`);
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto(`${app().origin}/settings/sign-in`);
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('row', { name: new RegExp(`${name} localhost`, 'u') }).waitFor();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You signed out.').waitFor();
}

const signIn = (page: Page): Promise<void> => page.getByRole('button', { name: 'Sign in with a passkey' }).click();
const countOf = (name: string): Promise<{ id: string; counter: number; credential_id: string } | undefined> =>
  app()
    .running.store.db.selectFrom('passkeys')
    .select(['id', 'counter', 'credential_id'])
    .where('name', '=', name)
    .executeTakeFirst();

test('a person adds a passkey, signs out, signs in with it without a name, and removes it', async () => {
  expect(app().origin).toMatch(/^https:\/\/localhost:\d+$/u);
  const { page } = await app().open();
  await signInByLink(page, 'Ana');
  await addPasskey(page, 'laptop');
  await signOut(page);
  await signIn(page);
  await page.getByRole('row', { name: /Chrome on Linux passkey .* this one/u }).waitFor();
  await page.getByRole('button', { name: 'Remove laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('You have no passkey yet.').waitFor();
  await signOut(page);
  await signIn(page);
  await page.getByText('This passkey is not known here.').waitFor();
  // A removed last passkey leaves the link.
  await signInByLink(page, 'Ana again');
}, 60_000);

test('the device that has one is not asked to make another', async () => {
  const { page } = await app().open();
  await signInByLink(page, 'Bea');
  await addPasskey(page, 'phone of Bea');
  await page.getByLabel('Name').fill('again');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  expect(await isShown(page.getByText('This device already has a passkey for you here.'))).toBe(true);
}, 60_000);

test('one session is ended from another', async () => {
  const [first, second] = [await app().open(), await app().open()];
  await signInByLink(first.page, 'Cy');
  await addPasskey(first.page, 'key of Cy');
  const { credentials } = await first.cdp.send('WebAuthn.getCredentials', first);
  await second.page.goto(`${app().origin}/settings/sign-in`);
  for (const credential of credentials) {
    await second.cdp.send('WebAuthn.addCredential', { authenticatorId: second.authenticatorId, credential });
  }
  await signIn(second.page);
  await second.page.getByRole('button', { name: 'End the session on Chrome on Linux' }).click();
  await second.page.getByRole('button', { name: 'End the session on Chrome on Linux' }).waitFor({ state: 'detached' });
  await first.page.reload();
  expect(await isShown(first.page.getByRole('heading', { level: 1, name: 'You are signed out' }))).toBe(true);
}, 60_000);

test('a copy of a passkey whose counter is behind is refused', async () => {
  const [own, copy] = [await app().open(), await app().open()];
  await signInByLink(own.page, 'Dora');
  await addPasskey(own.page, 'key of Dora');
  const { credentials } = await own.cdp.send('WebAuthn.getCredentials', own);
  await signOut(own.page);
  for (let count = 0; count < 3; count += 1) {
    await signIn(own.page);
    await signOut(own.page);
  }
  expect((await countOf('key of Dora'))?.counter).toBeGreaterThan(1);
  await copy.page.goto(`${app().origin}/`);
  for (const credential of credentials) {
    await copy.cdp.send('WebAuthn.addCredential', { authenticatorId: copy.authenticatorId, credential });
  }
  await signIn(copy.page);
  await copy.page.getByText('A copy of this passkey was used.').waitFor();
  await signIn(own.page);
  await own.page.getByRole('heading', { level: 1, name: 'Ways to sign in' }).waitFor();
}, 60_000);

test('an answer that is sent again is refused', async () => {
  const { page } = await app().open();
  await signInByLink(page, 'Eva');
  await addPasskey(page, 'key of Eva');
  await signOut(page);
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.url() === `${app().origin}/api/session/passkey`),
    signIn(page),
  ]);
  await page.getByRole('heading', { level: 1, name: 'Ways to sign in' }).waitFor();
  const { cookie = '' } = await sent.allHeaders();
  expect(cookie).toContain('__Host-farol-passkey=');
  const again = await app().running.send({
    method: 'POST',
    path: '/api/session/passkey',
    headers: { origin: app().origin, cookie },
    body: sent.postData() ?? '',
  });
  expect([again.status, again.text]).toEqual([401, expect.stringContaining('passkey_challenge')]);
}, 60_000);

test('at the address of digits the page says where Farol is, and the passkey is not asked for', async () => {
  const { page } = await app().open();
  await page.goto(`${app().origin.replace('localhost', '127.0.0.1')}/`);
  await page.getByRole('link', { name: app().origin }).waitFor();
  expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
}, 60_000);
