/**
 * @module-tag deep
 */
import { describe, expect, test } from 'vitest';
import { announce } from '../dev-server/fake-state.ts';
import { isGone, isShown, settle, useApp } from './open-app.ts';

const startApp = useApp();
const cancelOf = 'Cancel the capture of ledger 3.0.1…';

describe('cancelling a request', () => {
  test('the person who asked cancels it on its record, after a question; the record names who did', async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling/captures/cap_waiting');
    await page.getByRole('button', { name: cancelOf }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel the capture of ledger 3.0.1?' });
    await dialog.getByRole('button', { name: 'Keep the capture' }).click();
    expect(await isGone(dialog)).toBe(true);
    expect(app.fake.state.captures.find((one) => one.request_id === 'cap_waiting')?.status).toBe('queued');
    await page.getByRole('button', { name: cancelOf }).click();
    await dialog.getByRole('button', { name: 'Cancel the capture' }).click();
    expect(await isShown(page.getByText('Cancelled by Chen Wei (member).').first())).toBe(true);
    expect(await isGone(page.getByRole('button', { name: cancelOf }))).toBe(true);
  });

  test('an admin cancels in the list what others asked for', async () => {
    const app = await startApp();
    const page = await app.signIn('admin', '/profiling');
    await page.getByRole('button', { name: 'Cancel the capture of checkout-api 2.14.0…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the capture' }).click();
    expect(await isShown(page.getByText('Cancelled by Bruno Sá (admin).'))).toBe(true);
  });

  test('a member sees no button on what somebody else asked for, nor on what has ended', async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling');
    await settle(page);
    const buttons = page.getByRole('button', { name: /^Cancel the capture of/u });
    expect(await buttons.count()).toBe(1);
    expect(await buttons.getAttribute('aria-label')).toBe(cancelOf);
  });

  test('a refusal is shown in the dialog', async () => {
    const app = await startApp();
    const page = await app.signIn('owner', '/profiling/captures/cap_running');
    await page.getByRole('button', { name: 'Cancel the capture of checkout-api 2.14.0…' }).click();
    const ended = app.fake.state.captures.find((one) => one.request_id === 'cap_running');
    // It ends while the request is on its way, and the page reads that before the refusal comes.
    await page.route('**/cancel', async (route) => {
      if (ended !== undefined) Object.assign(ended, { status: 'pushed', outcome: 'pushed' });
      announce(app.fake.state, { type: 'capture', request_id: 'cap_running' });
      await page.getByRole('link', { name: 'Download the bundle' }).waitFor({ state: 'attached' });
      await route.continue();
    });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel the capture' }).click();
    expect(await isShown(dialog.getByText('its outcome is pushed'))).toBe(true);
    await dialog.getByRole('button', { name: 'Keep the capture' }).click();
    expect(await isGone(page.getByRole('button', { name: 'Cancel the capture of checkout-api 2.14.0…' }))).toBe(true);
  });
});

describe('what retention removed', () => {
  test.each([
    ['en-GB', 'Removed by retention', /removed on Nov 23, 2026: it was older than 400 days \(FAROL_RETENTION_DAYS\)/u],
    [
      'pt-BR',
      'Removida pela retenção',
      /removida em 23 de nov\. de 2026: tinha mais de 400 dias \(FAROL_RETENTION_DAYS\)/u,
    ],
  ])('is said on its page, in %s', async (locale, title, text) => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling/captures/cap_removed', { locale });
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(await page.locator('main').innerText()).toMatch(text);
  });

  test('is said where a comparison names it', async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling/diff?workload=checkout-api&env=production&from=1.41.0');
    expect(await isShown(page.getByText('The capture of checkout-api 1.41.0 was removed on Nov 23, 2026'))).toBe(true);
  });

  test('below the log says the limits of retention and up to when captures were removed', async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling');
    await page.getByText('stored for 400 days (FAROL_RETENTION_DAYS) and up to 20 GB (FAROL_RETENTION_GB)').waitFor();
    expect(await page.locator('main').innerText()).toContain('Requests made up to Oct 19, 2025 were removed');
  });
});
