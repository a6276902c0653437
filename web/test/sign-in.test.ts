/**
 * @module-tag deep
 */
import { expect, test } from 'vitest';
import { links } from '../dev-server/fake-state.ts';
import { isShown, settle, useApp } from './open-app.ts';

const startApp = useApp();

test('a one-time link signs in and leaves nothing of itself in the address, the history or the storage', async () => {
  const app = await startApp();
  const page = await app.open(`/welcome#${links.owner}`);
  await page.waitForURL(`${app.fake.origin}/profiling`);
  await settle(page);
  const addresses: string[] = [page.url()];
  const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])');
  expect(stored).not.toContain(links.owner);
  expect(await page.content()).not.toContain(links.owner);
  for (const _step of [1, 2]) {
    await page.goBack();
    addresses.push(page.url());
  }
  expect(addresses.join(' ')).not.toContain(links.owner);
});

test('the session cookie is out of reach of scripts', async () => {
  const app = await startApp();
  const page = await app.signIn('owner', '/profiling');
  expect(await page.evaluate('document.cookie')).toBe('');
});

test.each([
  [links.used, 'This link has already been used.', 'Ask for a new one'],
  [links.expired, 'This link has expired.', 'Ask for a new one'],
  [links.withdrawn, 'This link was withdrawn.', 'Ask for a new one'],
  ['never-made', 'This link is not valid.', 'Request id'],
  ['', 'This link is incomplete.', 'Open the whole link'],
])('a link that does not work (%s) says why and what to do', async (secret, why, remedy) => {
  const app = await startApp();
  const page = await app.open(`/welcome#${secret}`);
  const alert = page.getByRole('alert');
  await alert.waitFor();
  const text = await alert.textContent();
  expect(text).toContain(why);
  expect(text).toContain(remedy);
});

test('a link works once', async () => {
  const app = await startApp();
  await app.signIn('owner', '/profiling');
  const second = await app.open(`/welcome#${links.owner}`);
  expect(await isShown(second.getByText('This link has already been used.'))).toBe(true);
});

test('without a session every page says how to sign in', async () => {
  const app = await startApp();
  const page = await app.open('/fleet');
  await page.getByRole('heading', { level: 1, name: 'Sign in to Farol' }).waitFor();
  expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
});

test('shows that the session expired at the next request, and does not report success', async () => {
  const app = await startApp();
  const page = await app.signIn('owner', '/settings/profiler');
  await page.getByRole('button', { name: 'Disable the Profiler…' }).click();
  app.fake.state.sessions.clear();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('heading', { level: 1, name: 'Your session has expired' }).waitFor();
  expect(app.fake.state.profilerChanges[0]?.enabled).toBe(true);
});

test('signing out ends the session on the control plane', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/profiling');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You signed out.').waitFor();
  expect(app.fake.state.sessions.size).toBe(0);
});

test('a sign-out that the control plane did not confirm is not called one', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/profiling');
  await page.route('**/api/session', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('Sign-out failed').waitFor();
  expect(app.fake.state.sessions.size).toBe(1);
});

test('a dead link does not trap its reader', async () => {
  const app = await startApp();
  const page = await app.open(`/welcome#${links.used}`);
  await page.getByText('This link has already been used.').waitFor();
  await page.getByRole('link', { name: 'Farol' }).click();
  expect(await isShown(page.getByRole('heading', { level: 1, name: 'Sign in to Farol' }))).toBe(true);
});

test('says that the control plane is not responding, and continues when it responds', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/profiling');
  await page.route('**/api/me', (route) => route.abort());
  await page.reload();
  await page.getByText('The control plane is not responding.').waitFor();
  await page.unroute('**/api/me');
  await page.getByRole('button', { name: 'Try again' }).click();
  expect(await isShown(page.getByRole('heading', { name: 'Request a capture' }))).toBe(true);
});
