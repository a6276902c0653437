/**
 * @module-tag deep
 */
import { expect, test } from 'vitest';
import { isGone, isShown, settle, useApp } from './open-app.ts';

const startApp = useApp();

test('lists passkeys and sessions, and says which passkey is of a former address', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/settings/sign-in');
  await settle(page);
  expect(await isShown(page.getByRole('row', { name: /Laptop farol\.example\.test/u }))).toBe(true);
  expect(await isShown(page.getByRole('row', { name: /Old phone old\.example\.test, a former address/u }))).toBe(true);
  expect(await isShown(page.getByRole('row', { name: /Chrome on Linux passkey .* this one/u }))).toBe(true);
});

test('a passkey is removed after a question, and a session is ended at once', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/settings/sign-in');
  await page.getByRole('button', { name: 'Remove Old phone' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Other sessions that it began end.').waitFor();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  expect(await isGone(page.getByRole('row', { name: /Old phone/u }))).toBe(true);
  expect(app.fake.state.passkeys.map(({ name }) => name)).toEqual(['Laptop']);
  await page.getByRole('button', { name: 'End the session on Safari on iPhone' }).click();
  expect(await isGone(page.getByRole('row', { name: /iPhone/u }))).toBe(true);
});

test('at an address of digits both pages say that passkeys need a name, and what to set', async () => {
  const app = await startApp();
  app.fake.state.hasName = false;
  const page = await app.open('/');
  expect(await isShown(page.getByText('FAROL_PUBLIC_URL to a name, such as https://localhost:8444'))).toBe(true);
  expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
  const inside = await app.signIn('member', '/settings/sign-in');
  expect(await isShown(inside.getByText('FAROL_PUBLIC_URL to a name, such as https://localhost:8444'))).toBe(true);
  expect(await inside.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0);
});

test('opened at another address than its own, the sign-in page links to that one', async () => {
  const app = await startApp();
  app.fake.state.address = 'https://farol.example.test';
  const page = await app.open('/fleet');
  const link = page.getByRole('link', { name: 'https://farol.example.test' });
  expect(await link.getAttribute('href')).toBe('https://farol.example.test/fleet');
});

test('a pasted link signs in, and another text is not sent', async () => {
  const app = await startApp();
  const page = await app.open('/fleet');
  const field = page.getByLabel('Or paste a one-time link:');
  await field.fill('https://farol.example.test/welcome');
  await page.getByRole('button', { name: 'Open the link' }).click();
  await page.getByText('This is not a link of Farol.').waitFor();
  app.fake.state.links.set('rlink_pasted', { role: 'member', state: 'fresh' });
  await field.fill('https://farol.example.test/welcome#rlink_pasted');
  await page.getByRole('button', { name: 'Open the link' }).click();
  expect(await isShown(page.getByRole('heading', { name: 'Fleet' }))).toBe(true);
});

test('a browser without passkeys says so', async () => {
  const app = await startApp();
  const page = await app.open('/farol.svg');
  await page.addInitScript('delete globalThis.PublicKeyCredential');
  await page.goto(`${app.fake.origin}/`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  expect(await isShown(page.getByText('This browser does not support passkeys.'))).toBe(true);
});

test('before a person is removed the dialog lists the sessions and passkeys that end', async () => {
  const app = await startApp();
  const page = await app.signIn('owner', '/settings/people', { locale: 'pt-BR' });
  await page.getByRole('button', { name: /Remover Chen Wei/u }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('2 sessões são encerradas:').waitFor();
  await dialog.getByText('Chrome em Linux').waitFor();
  expect(await isShown(dialog.getByText('2 passkeys são removidas:'))).toBe(true);
});
