/**
 * @module-tag deep
 */
import { expect, test } from 'vitest';
import { announce } from '../dev-server/fake-state.ts';
import { findAccessibilityFaults, isShown, type OpenApp, useApp } from './open-app.ts';

const startApp = useApp();

async function createToken(app: OpenApp, options?: Parameters<OpenApp['signIn']>[2]) {
  const page = await app.signIn('admin', '/settings/enrolment', options);
  await page.clock.install();
  await page.getByLabel('Name').fill('edge');
  await page.getByRole('button', { name: 'Create a bootstrap token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Token “edge”' });
  await dialog.waitFor();
  return { page, dialog };
}

test('the ways to install are tabs that the keyboard moves between, and the browser remembers', async () => {
  const app = await startApp();
  const { page, dialog } = await createToken(app);
  const tabs = dialog.getByRole('tab');
  expect(await tabs.allInnerTexts()).toEqual(['Docker', 'Kubernetes', 'systemd or host', 'By hand']);
  const command = dialog.getByRole('tabpanel').getByRole('region', { name: 'Command to run' });
  await tabs.first().focus();
  const seen: string[] = [];
  for (const key of ['ArrowRight', 'End', 'ArrowRight', 'ArrowLeft', 'Home', 'ArrowRight']) {
    await page.keyboard.press(key);
    const chosen = await dialog.getByRole('tab', { selected: true }).innerText();
    expect(await page.locator(':focus').innerText()).toBe(chosen);
    expect(await command.textContent()).toContain('BEGIN CERTIFICATE');
    seen.push(chosen);
  }
  expect(seen).toEqual(['Kubernetes', 'By hand', 'Docker', 'By hand', 'Docker', 'Kubernetes']);
  expect(await command.textContent()).toContain('helm upgrade');
  expect(await dialog.getByRole('tab', { selected: false }).first().getAttribute('tabindex')).toBe('-1');
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByLabel('Name').fill('another');
  await page.getByRole('button', { name: 'Create a bootstrap token' }).click();
  expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Kubernetes');
});

test('waits for the first connection, and names it when it comes', async () => {
  const app = await startApp();
  const { dialog } = await createToken(app);
  const status = dialog.getByRole('status').filter({ hasText: /Waiting|Connected|Enrolled/u });
  await status.getByText('Waiting for the first connection…').waitFor();
  const { state } = app.fake;
  const [seeded] = state.fleet;
  state.enrolledWith.set('edge-1', state.tokens[0]?.id ?? '');
  state.fleet = [...state.fleet, { ...seeded!, instance: 'edge-1', state: 'offline' }];
  announce(state, { type: 'fleet' });
  await status.getByText('Enrolled, not connected yet: edge-1.').waitFor();
  state.fleet = state.fleet.map((one) => (one.instance === 'edge-1' ? { ...one, state: 'live' } : one));
  announce(state, { type: 'fleet' });
  await status.getByText('Connected:').waitFor();
  expect(await status.getByRole('link').getAttribute('href')).toBe('/fleet/edge-1');
});

test('says after a minute where to look, with the command of the way that was chosen', async () => {
  const app = await startApp();
  const { page, dialog } = await createToken(app);
  await dialog.getByText('Waiting for the first connection…').waitFor();
  await page.clock.fastForward(59_000);
  expect(await dialog.getByText('Nothing has connected for a minute.').count()).toBe(0);
  await page.clock.fastForward(2000);
  await dialog.getByText('Nothing has connected for a minute.').waitFor();
  const log = dialog.getByRole('region', { name: 'Command that shows its log' });
  expect(await log.textContent()).toContain('docker logs');
  await dialog.getByRole('tab', { name: 'systemd or host' }).click();
  expect(await log.textContent()).toContain('journalctl --unit farol-agent');
  await dialog.getByRole('tab', { name: 'By hand' }).click();
  expect(await log.count()).toBe(0);
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

test('goes on waiting on the page after the token was closed, without its value', async () => {
  const app = await startApp();
  const { page, dialog } = await createToken(app);
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  expect(await isShown(page.getByText('Waiting for the first connection…'))).toBe(true);
  expect(await page.content()).not.toMatch(/rboot_/u);
});

test('the certificate authority is a file to download', async () => {
  const app = await startApp();
  const page = await app.signIn('admin', '/settings/enrolment');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download ca.pem' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('ca.pem');
});

test.each([
  ['/fleet', 'Test the connection', 'Teste a conexão'],
  ['/ask', 'Enrol an Agent', 'Registre um Agent'],
  ['/permissions', 'Read and download a document', 'Leia e baixe um documento'],
  ['/profiling', 'List the process to measure', 'Liste o processo a medir'],
])(
  'on the first run %s shows three steps, each with its command, in both languages',
  async (address, en, pt) => {
    const app = await startApp({ isEmpty: true });
    app.fake.state.profilerChanges = [
      { enabled: true, changed_by: 'Ana Lima', changed_at: '2026-01-02T03:04:05.000Z' },
    ];
    for (const [locale, first] of [
      ['en-GB', en],
      ['pt-BR', pt],
    ] as const) {
      const role = locale === 'en-GB' ? 'owner' : 'admin';
      const page = await app.signIn(role, address, { locale, viewport: { width: 390, height: 800 } });
      const steps = page.locator('ol.steps');
      await steps.getByRole('heading', { name: first }).waitFor();
      expect(await steps.getByRole('heading').count()).toBe(3);
      // Where a command reads the file of the authority, a link gives it.
      const needsFile = (await steps.innerText()).includes('--cacert ca.pem');
      expect(await steps.getByRole('link', { name: /ca\.pem$/u }).count()).toBe(needsFile ? 1 : 0);
      expect(await steps.locator('pre').count()).toBeGreaterThanOrEqual(address === '/profiling' ? 2 : 3);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      expect(await findAccessibilityFaults(page)).toEqual([]);
    }
  },
  30_000,
);

test('the steps go away with the first Agent', async () => {
  const app = await startApp();
  for (const address of ['/fleet', '/ask', '/permissions']) {
    const page = await app.signIn('owner', address);
    await page.locator('h1').waitFor();
    await page.locator('.loading').first().waitFor({ state: 'detached' });
    expect(await page.locator('ol.steps').count()).toBe(0);
    app.fake.state.links.get('link-owner')!.state = 'fresh';
  }
});
