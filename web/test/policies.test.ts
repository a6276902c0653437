/**
 * @module-tag deep
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { earlier } from '../dev-server/serve-policy.ts';
import type { FleetInstance } from '../../src/control/api/api.ts';
import { findAccessibilityFaults, isShown, settle, useApp } from './open-app.ts';

const startApp = useApp();
const served = readFileSync('policies/aws/edge-read-only.json', 'utf8');

test('shows the policy byte for byte as it is served, with its size and digest', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/permissions');
  await settle(page);
  expect(await page.getByRole('region', { name: 'the AWS policy' }).textContent()).toBe(served);
  expect(await isShown(page.getByText('234 actions allowed, wildcards expanded.'))).toBe(true);
  const row = page.getByRole('row', { name: /^aws\/edge-read-only\.json / });
  const digest = await row.getByRole('cell').last().textContent();
  expect(await isShown(page.locator('#policies-aws ~ p code', { hasText: digest ?? 'none' }))).toBe(true);
});

test('a statement that is switched off leaves the policy, names what stops working, and is in the address', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/permissions');
  await settle(page);
  await page.getByRole('checkbox', { name: /^Rede / }).press('Space');
  const lost = page.getByRole('region', { name: 'What stops working, scrollable table' });
  expect(await isShown(lost.getByRole('row', { name: /^dns\.getZone / }))).toBe(true);
  const { searchParams } = new URL(page.url());
  expect(searchParams.get('without')).toBe('Rede');
  const text = await page.getByRole('region', { name: 'the AWS policy' }).textContent();
  const left = (JSON.parse(served) as { Statement: { Sid: string }[] }).Statement.filter(({ Sid }) => Sid !== 'Rede');
  expect((JSON.parse(text ?? '') as { Statement: unknown }).Statement).toEqual(left);
  expect(await page.getByText('234 actions allowed').count()).toBe(0);
  await page.reload();
  await settle(page);
  expect(await page.getByRole('checkbox', { name: /^Rede / }).isChecked()).toBe(false);
  await page.getByRole('link', { name: 'Restore all statements' }).click();
  expect(await isShown(page.getByText('234 actions allowed, wildcards expanded.'))).toBe(true);
});

test('the variant without wildcards names every action and says what each is for', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/permissions?strict=1');
  await settle(page);
  const text = await page.getByRole('region', { name: 'the AWS policy' }).textContent();
  expect(text).toBe(readFileSync('policies/aws/edge-read-only-strict.json', 'utf8'));
  const row = page.getByRole('row', { name: /^quicksight:ListUsers / });
  expect(await row.innerText()).toContain('bi.listUsers');
  expect(await row.innerText()).not.toContain('bi.listDashboards');
});

test('highlights actions classed Write, with their justification', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/permissions');
  await settle(page);
  const table = page.getByRole('region', { name: 'Every action, and why, scrollable table' });
  const writing = await table.getByRole('row').filter({ hasText: 'Write' }).allInnerTexts();
  expect(writing).toHaveLength(3);
  for (const one of writing) expect(one).toContain('AWS classes it Write');
});

test('a grant of the address is selected and in view; of one that is nowhere the page says so', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/permissions?grant=iam:ListUsers,%20metrics:read');
  await settle(page);
  const header = page.getByRole('rowheader', { name: /^iam:ListUsers/u });
  expect(await header.getAttribute('aria-current')).toBe('true');
  const isInView = (): Promise<boolean> =>
    header.evaluate((cell) => {
      const { top, bottom } = cell.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  await expect.poll(isInView).toBe(true);
  const note = page.getByRole('status').filter({ hasText: 'is not in the AWS policy' });
  expect(await note.innerText()).toMatch(/^metrics:read is not/u);
  expect(await page.locator('th[aria-current]').count()).toBe(1);
});

test('a grant whose statement is left out is brought back by one link', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/permissions?without=Rede&grant=route53:ListHostedZones');
  await settle(page);
  const note = page.getByRole('status').filter({ hasText: 'left out below' });
  await note.getByRole('link', { name: 'Restore all statements' }).click();
  const header = page.getByRole('rowheader', { name: /^route53:/u }).and(page.locator('[aria-current]'));
  expect(await isShown(header.first())).toBe(true);
  expect(await note.count()).toBe(0);
});

test('without any statement there is no policy to apply', async () => {
  const app = await startApp();
  const sids = (JSON.parse(served) as { Statement: { Sid: string }[] }).Statement.map(({ Sid }) => Sid);
  const page = await app.signIn('member', `/permissions?without=${sids.join(',')}`);
  await settle(page);
  expect(await isShown(page.getByText('there is no policy to apply'))).toBe(true);
  expect(await page.getByRole('region', { name: 'the AWS policy' }).count()).toBe(0);
});

test('two versions are compared, also where only the vendor changed something', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/permissions');
  await settle(page);
  await page.getByLabel('Before').selectOption(earlier.version);
  await page.getByRole('button', { name: 'Compare' }).press('Enter');
  const table = page.getByRole('region', { name: 'Compare versions, scrollable table' });
  await table.waitFor();
  const added = await table.getByRole('row').filter({ hasText: 'added' }).allInnerTexts();
  expect(added.map((one) => /iam:\w+/u.exec(one)?.[0])).toEqual([
    'iam:ListUsers',
    'iam:ListAccessKeys',
    'iam:GetAccessKeyLastUsed',
  ]);
  for (const one of added) expect(one).toContain('security.auditAccessKeys');
  const grown = await table.getByRole('row').filter({ hasText: 'same text' }).innerText();
  for (const action of ['quicksight:List*', 'matches 2 more actions', ...earlier.unknownThen]) {
    expect(grown).toContain(action);
  }
  expect(await isShown(page.getByText('229 actions allowed before, 234 after.'))).toBe(true);
  await page.goto(page.url().replace('from=0.0.9', 'from=build'));
  expect(await isShown(page.getByText('No differences.'))).toBe(true);
});

test('a version that is not kept is said so', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/permissions?from=9.9.9&to=build');
  await page.locator('h1').waitFor();
  expect(await isShown(page.getByText('There is no such document').first())).toBe(true);
});

describe('the search', () => {
  test('lists the connectors, and says of an operation what it needs and of a permission what needs it', async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/permissions');
    await settle(page);
    const search = page.getByRole('search', { name: 'Find a permission' });
    expect(await isShown(page.getByRole('heading', { name: 'Connectors' }))).toBe(true);
    await search.getByLabel('Operation, permission or connector').fill('metrics.query');
    const needs = page.getByRole('region', { name: 'Which permissions an operation needs, scrollable table' });
    const row = needs.getByRole('row', { name: /^metrics\.query aws /iu });
    expect(await row.innerText()).toContain('cloudwatch:GetMetricData');
    expect(new URL(page.url()).searchParams.get('q')).toBe('metrics.query');
    await row.getByRole('link', { name: 'cloudwatch:GetMetricData' }).press('Enter');
    const uses = page.getByRole('region', { name: 'Which operations need a permission, scrollable table' });
    const used = await uses.getByRole('row', { name: /^cloudwatch:GetMetricData aws /iu }).innerText();
    expect(used).toContain('metrics.query');
    await page.getByRole('link', { name: 'Clear search' }).click();
    expect(await isShown(page.getByRole('heading', { name: 'Connectors' }))).toBe(true);
    await page.getByRole('link', { name: 'Grafana Cloud' }).click();
    expect(await isShown(needs.getByRole('row', { name: /^metrics\.query Grafana Cloud / }))).toBe(true);
    expect(await needs.getByRole('row', { name: / aws /iu }).count()).toBe(0);
  });

  test('is opened by a link, keeps what else is chosen, and says when nothing matches', async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/permissions?q=no-such-thing&without=Rede');
    await settle(page);
    expect(await isShown(page.getByText('No operation, permission or connector matches.'))).toBe(true);
    await page.getByLabel('Operation, permission or connector').fill('iam:');
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('q'), searchParams.get('without')]).toEqual(['iam:', 'Rede']);
    expect(await page.getByRole('checkbox', { name: /^Rede / }).isChecked()).toBe(false);
  });

  test('speaks Portuguese', async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/permissions?q=metrics.query', { locale: 'pt-BR' });
    await settle(page);
    expect(await isShown(page.getByRole('heading', { name: 'De quais permissões uma operação precisa' }))).toBe(true);
  });
});

test('no table of the page is cut at 1280 px, so that every "Needed by" is in sight', async () => {
  const app = await startApp();
  for (const address of ['/permissions', '/permissions?strict=1', '/permissions?q=aws']) {
    const page = await app.signIn('member', address, { viewport: { width: 1280, height: 800 } });
    await settle(page);
    await page.getByRole('region', { name: 'Every action, and why, scrollable table' }).waitFor();
    const cut = await page.evaluate(
      `[...document.querySelectorAll('.table-region')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.getAttribute('aria-label') + one.scrollWidth)`,
    );
    expect([address, cut]).toEqual([address, []]);
    await page.context().close();
    // Its link works once.
    for (const link of app.fake.state.links.values()) link.state = 'fresh';
  }
});

test('says what each source may do, and where the sources of one connector differ', async () => {
  const app = await startApp();
  const [agent, ...others] = app.fake.state.fleet.filter((one) => one.class === 'agent');
  for (const other of others) Object.assign(other, { checks: [] });
  const ofSource = (source: string, missing: string[], excess: string[] = []): FleetInstance['checks'][number] => ({
    connector: 'aws',
    source,
    check: 'Rede',
    status: missing.length === 0 ? 'ok' : 'failed',
    summary: '',
    affects: [],
    needed: ['ec2:DescribeVpcs', 'route53:ListHostedZones'],
    held: missing.length === 0 ? [] : ['ec2:DescribeVpcs'],
    missing,
    excess,
    evidence: {},
    remedy: '',
  });
  const names = Array.from({ length: 12 }, (_, at) => `aws-${at + 10}`);
  Object.assign(agent ?? {}, {
    about: { 'aws-10': 'Production' },
    checks: [
      ...names.map((name) => ofSource(name, [])),
      ofSource('aws-old', ['route53:ListHostedZones'], ['iam:CreateUser']),
    ],
  });
  const page = await app.signIn('member', '/permissions');
  await settle(page);
  const overview = page.getByRole('table', { name: 'Sources', exact: true });
  expect((await overview.getByRole('row', { name: /^aws-10/u }).innerText()).replaceAll(/\s+/gu, ' ')).toContain(
    'aws-10 Production AWS agent-primary 2 0 0 0',
  );
  const differing = page.getByRole('table', { name: 'Where sources of AWS differ' }).getByRole('row');
  expect(await differing.count()).toBe(2);
  expect((await differing.last().innerText()).replaceAll(/\s+/gu, ' ')).toBe(
    'route53:ListHostedZones aws-old – aws-10, aws-11, aws-12, aws-13, aws-14, aws-15, aws-16, aws-17 and 4 more',
  );
  expect(
    await isShown(page.getByRole('table', { name: 'Rights at AWS that no operation needs' }).getByText('aws-old')),
  ).toBe(true);
  expect(await findAccessibilityFaults(page)).toEqual([]);
});
