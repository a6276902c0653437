/**
 * The audit page in a real browser: filter, links, older records, many of them, export, keyboard, both languages.
 *
 * @module-tag deep
 */
import { expect, test } from 'vitest';
import type { AuditEntry } from '../../src/control/api/api.ts';
import { findAccessibilityFaults, isGone, isShown, settle, useApp } from './open-app.ts';
import { isSmooth, scrollSteps } from './scroll-steps.ts';

const startApp = useApp();
const address = '/settings/acts';

const many = (count: number): AuditEntry[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `many-${at}`,
    at: new Date(Date.UTC(2026, 0, 2) - at * 1000).toISOString(),
    kind: 'token_created',
    by: { type: 'person', id: 'person-ana', name: 'Ana Lima' },
    subject: { id: `token-${at}`, name: `token ${at}` },
    outcome: 'ok',
    way: 'page',
    address: '192.0.2.7',
    detail: { token: 'capture' },
  }));

test('shows owners who did what, asked what, with what outcome and from where', async () => {
  const app = await startApp();
  const page = await app.signIn('owner', address);
  await settle(page);
  const row = (text: RegExp) => page.getByRole('row', { name: text }).first();
  expect(await isShown(row(/Ana Lima asked metrics\.query ok page, 192\.0\.2\.7/u))).toBe(true);
  expect(await isShown(row(/status bot \(token\) asked tickets\.create scope missing token, 2001:db8::7/u))).toBe(true);
  expect(await isShown(row(/Bruno Sá revoked the capture token “old pipeline” ok page/u))).toBe(true);
  expect(await isShown(row(/operator of the machine invited Owner as owner ok machine of the control plane/u))).toBe(
    true,
  );
  expect(await isShown(page.getByText('older than 400 days (FAROL_RETENTION_DAYS)'))).toBe(true);
  expect(await isShown(page.getByText('from before Oct 1, 2025: acts, 1,200.'))).toBe(true);
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

test('filters by the keyboard alone; the address carries the filter, and the export too', async () => {
  const app = await startApp();
  const page = await app.signIn('owner', address);
  await settle(page);
  await page.getByRole('combobox', { name: 'What' }).focus();
  await page.keyboard.type('questions');
  await page.keyboard.press('Tab');
  await page.keyboard.type('r');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(/kind=question&outcome=refused$/u);
  expect(await isShown(page.getByText('Records shown: 1', { exact: true }))).toBe(true);
  expect(await isGone(page.getByText('asked metrics.query'))).toBe(true);
  for (const [name, format] of [
    ['Export as CSV', 'csv'],
    ['Export as JSON Lines', 'jsonl'],
  ] as const) {
    const href = await page.getByRole('link', { name }).getAttribute('href');
    expect(href).toBe(`/api/audit/export?kind=question&outcome=refused&format=${format}`);
  }
  await page.goto(page.url());
  expect(await page.getByRole('combobox', { name: 'Outcome' }).inputValue()).toBe('refused');
  expect(await isShown(page.getByText('asked tickets.create'))).toBe(true);
  await page.getByRole('link', { name: 'Clear' }).click();
  expect(await isShown(page.getByText('asked metrics.query'))).toBe(true);
  await page.getByText('More filters').click();
  await page.getByRole('textbox', { name: 'Subject' }).fill('nothing of this name');
  await page.keyboard.press('Enter');
  expect(await isShown(page.getByText('No record matches.'))).toBe(true);
});

test('is reached from a person, a token and an instance, by owners only', async () => {
  const app = await startApp();
  const page = await app.signIn('owner', '/settings/people');
  await page.getByRole('link', { name: 'Audit of Ana Lima' }).click();
  await page.waitForURL(/\/settings\/acts\?about=/u);
  expect(await isShown(page.getByText(/^Only what .+ did or what was done to it\.$/u))).toBe(true);
  for (const from of ['/settings/tokens', '/fleet/agent-primary']) {
    await page.goto(new URL(from, page.url()).href);
    await page
      .getByRole('link', { name: /^Audit of / })
      .first()
      .click();
    await page.waitForURL(/\/settings\/acts\?about=/u);
  }
  const admin = await app.signIn('admin', '/settings/people');
  await settle(admin);
  expect(await admin.getByRole('link', { name: /^Audit of / }).count()).toBe(0);
  await admin.goto(new URL(address, admin.url()).href);
  expect(await isShown(admin.getByText('Only an owner can see this.'))).toBe(true);
  expect(await admin.getByRole('row').count()).toBe(0);
});

test('of 10,000 records scrolls without a stall, reads older ones at the end, and holds only rows in sight', async () => {
  const app = await startApp();
  app.fake.state.audit = many(10_000);
  const page = await app.signIn('owner', address);
  await settle(page);
  const table = page.getByRole('region', { name: 'Audit, scrollable table' });
  await table.getByText('created the capture token “token 0”').waitFor();
  await page.getByRole('button', { name: 'Show older records' }).click();
  expect(await isShown(page.getByText('Records shown: 600'))).toBe(true);
  await page.evaluate(`(async () => {
    const region = document.querySelector('.ask-windowed');
    for (let left = 600; left > 0 && region.querySelector('[aria-rowcount="-1"]') !== null; left -= 1) {
      region.scrollTop = region.scrollHeight;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })()`);
  expect(await isShown(page.getByText('Records shown: 10,000'))).toBe(true);
  const steps = await scrollSteps(page, '.ask-windowed');
  const last = table.getByRole('row', { name: /“token 9999”/u });
  expect(await last.getAttribute('aria-rowindex')).toBe('10001');
  expect(await table.getByRole('row').count()).toBeLessThan(120);
  expect(steps).toSatisfy(isSmooth);
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

test('speaks Portuguese, and shows local time and UTC', async () => {
  const app = await startApp();
  app.fake.state.audit = many(3);
  const page = await app.signIn('owner', address, { locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
  await settle(page);
  expect(await isShown(page.getByRole('heading', { level: 1, name: 'Auditoria' }))).toBe(true);
  const row = page.getByRole('row', { name: /Ana Lima criou o token de captura “token 0” ok página, 192\.0\.2\.7/u });
  expect(await row.innerText()).toMatch(/21:00:00.*00:00:00.*UTC/su);
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

test('a time is a span up to now, or two moments picked in local time with UTC beside them', async () => {
  const app = await startApp();
  const page = await app.signIn('owner', address, { timezoneId: 'America/Sao_Paulo' });
  await settle(page);
  const asked: URL[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/audit?')) asked.push(new URL(request.url()));
  });
  await page.getByLabel('Time').selectOption('last 24 hours');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL(/\?last=24h$/u);
  await expect.poll(() => asked.length).toBe(1);
  const age = Date.now() - Date.parse(asked[0]?.searchParams.get('from') ?? '');
  expect(age).toBeGreaterThanOrEqual(86_400_000);
  expect(age).toBeLessThan(86_400_000 + 60_000);
  await page.reload();
  expect(await page.getByLabel('Time').locator('option:checked').textContent()).toBe('last 24 hours');
  await page.getByLabel('Time').selectOption('between two times…');
  await page.getByLabel('From').first().fill('2026-01-31T09:00:00');
  expect(await isShown(page.getByText('2026-01-31T12:00:00Z'))).toBe(true);
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL(/\?from=2026-01-31T12%3A00%3A00Z$/u);
  expect(await page.getByLabel('From').first().inputValue()).toMatch(/^2026-01-31T09:00/u);
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

test('shows every record of a short list, and no list within the page scrolls', async () => {
  const app = await startApp();
  app.fake.state.audit = many(30);
  const page = await app.signIn('owner', address);
  await settle(page);
  const region = page.getByRole('region', { name: 'Audit, scrollable table' });
  expect(await region.getByRole('row').count()).toBe(31);
  expect(await region.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
});

test.each([12, 300])('at 390 px each of %d records is a card that says who, what and when', async (count) => {
  const app = await startApp();
  app.fake.state.audit = many(count);
  const page = await app.signIn('owner', address, { viewport: { width: 390, height: 844 } });
  await settle(page);
  const region = page.getByRole('region', { name: 'Audit, scrollable table' });
  await region.getByText('“token 0”').waitFor();
  const card = region.locator('tbody tr:not(.row-room)').first();
  const edges = await card
    .locator('th, td')
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect()).map(({ left, right }) => [left, right]));
  expect(edges).toHaveLength(5);
  expect(edges.filter(([left = 0, right = 0]) => left < 0 || right > 390)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

test('of 1,100 records on a narrow page holds the cards in sight, and reaches the last', async () => {
  const app = await startApp();
  app.fake.state.audit = many(1100);
  const page = await app.signIn('owner', address, { viewport: { width: 390, height: 844 } });
  await settle(page);
  const region = page.getByRole('region', { name: 'Audit, scrollable table' });
  await region.getByText('“token 0”').waitFor();
  await page.evaluate(`(async () => {
    const region = document.querySelector('.audit-region');
    for (let left = 600; left > 0 && !region.textContent.includes('“token 1099”'); left -= 1) {
      region.scrollTop = region.scrollHeight;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })()`);
  expect(await isShown(region.getByText('“token 1099”'))).toBe(true);
  expect(await region.locator('tbody tr').count()).toBeLessThan(120);
});

test('fits a narrow page', async () => {
  const app = await startApp();
  const page = await app.signIn('owner', address, { viewport: { width: 390, height: 800 } });
  await settle(page);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expect(await findAccessibilityFaults(page)).toEqual([]);
});
