/**
 * One person in two organizations, as a browser has it: joining by a link, choosing at sign-in, switching.
 *
 * @module-tag deep
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { Links, renderLink } from '../../src/control/people/links.ts';
import { ensureOrganization } from '../../src/control/people/organization.ts';
import { systemClock } from '../../src/core/clock.ts';
import { findAccessibilityFaults } from '../../web/test/open-app.ts';
import { useRealApp } from './real-app.ts';

const app = useRealApp();

async function linkOf(organizationName: string, name: string): Promise<string> {
  const { id: organization } = await ensureOrganization(app().running.store, organizationName, systemClock);
  const link = { organization, name, role: 'member', createdBy: 'test' } as const;
  return renderLink(app().origin, (await new Links(app().running.store, systemClock).mint(link)).token);
}

const isAt = (page: Page, name: string, organization: string): Promise<void> =>
  page
    .getByText(new RegExp(`${name}.*${organization}`, 'u'))
    .first()
    .waitFor();

test('a person joins a second organization by its link, chooses at sign-in, and switches', async () => {
  const { page } = await app().open();
  await page.goto(await linkOf('acme', 'Ana'));
  await page.waitForURL(`${app().origin}/profiling`);
  await page.goto(`${app().origin}/settings/sign-in`);
  await page.getByText('You signed in with a link').waitFor();
  await page.getByLabel('Name').fill('laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('row', { name: /laptop localhost/u }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await isAt(page, 'Ana', 'acme');

  await page.goto(await linkOf('globex', 'Ana of globex'));
  await page.getByText('This browser is signed in as Ana at acme.').waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'This is also me' }).click();
  await page.waitForURL(`${app().origin}/profiling`);
  await isAt(page, 'Ana of globex', 'globex');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('heading', { name: 'Which organization?' }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  // By the keyboard alone: the heading has the focus.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await isAt(page, 'Ana', 'acme');

  const organizations = page.getByRole('region', { name: 'Organizations' });
  await page.goto(`${app().origin}/settings/sign-in`);
  await organizations.getByRole('button', { name: 'Switch to globex' }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await organizations.getByRole('button', { name: 'Switch to globex' }).click();
  await page.waitForURL(`${app().origin}/profiling`);
  await isAt(page, 'Ana of globex', 'globex');

  await page.getByRole('button', { name: 'globex: switch organization' }).click();
  await page.getByRole('button', { name: 'Switch to acme' }).click();
  await isAt(page, 'Ana', 'acme');
}, 120_000);

test('a link is opened as somebody else, also in Portuguese', async () => {
  const { page } = await app().open('pt-BR');
  await page.goto(await linkOf('acme', 'Bia'));
  await page.waitForURL(`${app().origin}/profiling`);
  await page.goto(`${app().origin}/settings/sign-in`);
  await page.getByLabel('Nome').fill('telefone');
  await page.getByRole('button', { name: 'Adicionar uma passkey' }).click();
  await page.getByRole('row', { name: /telefone localhost/u }).waitFor();
  await page.getByRole('button', { name: 'Sair' }).click();
  await page.getByRole('button', { name: 'Entrar com uma passkey' }).click();
  await isAt(page, 'Bia', 'acme');
  await page.goto(await linkOf('globex', 'Caio'));
  await page.getByRole('button', { name: 'Sair e abrir o link como outra pessoa' }).click();
  await page.waitForURL(`${app().origin}/profiling`);
  await isAt(page, 'Caio', 'globex');
  await page.goto(`${app().origin}/settings/sign-in`);
  await page.getByText('Você entrou com um link').waitFor();
  expect(await page.getByRole('button', { name: 'Trocar para acme' }).count()).toBe(0);
}, 120_000);
