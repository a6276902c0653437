/**
 * A read of several sources on the page.
 * @module-tag deep
 */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { FaultAnswer } from '../dev-server/refusal.ts';
import { findAccessibilityFaults, isShown, settle, useApp } from './open-app.ts';

const startApp = useApp();
let app: Awaited<ReturnType<typeof startApp>>;
let page: Page;

const instances = (source: string): object => ({
  instances: Array.from({ length: source === 'aws-prod' ? 3 : 1 }, (_, at) => ({ id: `i-${source}-${at}` })),
});

/** `aws-old` refuses, `aws-dev` has further rows. */
beforeEach(async () => {
  app = await startApp();
  app.fake.state.configured = new Map([['aws', ['agent-a', 'agent-b']]]);
  app.fake.state.named.set('aws', [
    { source: 'aws-dev', about: 'Development', agents: ['agent-a'] },
    { source: 'aws-old', agents: ['agent-b'] },
    { source: 'aws-prod', about: 'Production', agents: ['agent-a', 'agent-b'] },
  ]);
  app.fake.state.answer = ({ source = '', args }) => {
    if (source === 'aws-old') {
      throw new FaultAnswer(502, {
        code: 'credential_rejected',
        actor: 'operator',
        data: { source },
        summary: 'The credential was rejected.',
        remedy: 'Mend it.',
      });
    }
    const { cursor } = args as { cursor?: string };
    const hasMore = source === 'aws-dev' && cursor === undefined;
    const more = hasMore ? { truncated: true, nextCursor: 'aws-dev~2' } : { truncated: false };
    return { complete: true, ...more, source, upstreamCalls: 1, data: instances(source) };
  };
  page = await app.signIn('member', '/ask/compute.listInstances?args=%7B%7D');
  await settle(page);
});

const source = () => page.locator('form.panel').getByLabel('Source', { exact: true });
const overview = () => page.getByRole('table', { name: 'Answers by source' }).getByRole('row');
const askedSources = () => app.fake.state.asked.map((one) => `${one.source}@${one.instance ?? ''}`);

async function ask(): Promise<void> {
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByRole('button', { name: 'Ask again' }).first().waitFor();
}

test('all sources answer side by side, at each Agent that has them, and what is missing is in sight', async () => {
  await source().selectOption({ label: 'all sources, side by side' });
  await ask();
  expect(askedSources().toSorted()).toEqual([
    'aws-dev@agent-a',
    'aws-old@agent-b',
    'aws-prod@agent-a',
    'aws-prod@agent-b',
  ]);
  const rows = (await overview().allInnerTexts()).map((row) => row.replaceAll(/\s+/gu, ' ').replace(/ [\d,]+ ms/u, ''));
  expect(rows.slice(1)).toEqual([
    'aws-dev agent-a complete there is more 1',
    'aws-old agent-b no answer credential_rejected',
    'aws-prod agent-a complete 3',
    'aws-prod agent-b complete 3',
  ]);
  expect(await page.locator('.ask-answer').first().getByRole('status').first().innerText()).toBe('not complete');
  expect(await isShown(page.getByText('Mend it.'))).toBe(true);
  expect(await isShown(page.getByText('i-aws-prod-2').first())).toBe(true);
  expect(new URL(page.url()).searchParams.get('source')).toBe('all');
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

test('a source is read on by itself', async () => {
  await source().selectOption('all');
  await ask();
  await page.locator('details.ask-side').first().getByRole('button', { name: 'Next page' }).click();
  await expect
    .poll(() => app.fake.state.asked.at(-1))
    .toMatchObject({ source: 'aws-dev', args: { cursor: 'aws-dev~2' } });
  expect(await isShown(page.getByText('Page 2'))).toBe(true);
});

test('several sources are chosen by their names, and are complete where each is', async () => {
  await source().selectOption({ label: 'several sources…' });
  const names = page.getByRole('group', { name: 'several sources…' });
  await names.getByLabel(/^aws-prod/u).check();
  await names.getByLabel(/^aws-dev/u).uncheck();
  await names.getByLabel(/^aws-dev/u).check();
  await names.getByLabel(/^aws-old/u).uncheck();
  await ask();
  expect(new URL(page.url()).searchParams.get('source')).toBe('aws-prod,aws-dev');
  expect(askedSources()).toEqual(['aws-prod@', 'aws-dev@']);
  await page.getByText('Copy as').click();
  const copies = await page.locator('.ask-copies').innerText();
  expect(copies).toContain('/api/operations/compute.listInstances/sources');
  expect(copies).toContain('"sources":["aws-prod","aws-dev"]');
  expect(copies).toContain('catalog_read_sources');
  expect(copies).toContain('--source aws-prod --source aws-dev');
});

test('an Agent whose sources are not known is named, and then nothing is called complete', async () => {
  app.fake.state.unreported = ['agent-c'];
  app.fake.state.named.set('aws', [
    { source: 'aws-prod', agents: ['agent-a'] },
    { source: 'aws-test', agents: ['agent-a'] },
  ]);
  await page.reload();
  await settle(page);
  await source().selectOption('all');
  await ask();
  expect(await isShown(page.getByText('The sources of agent-c are not known yet'))).toBe(true);
  expect(await page.locator('.ask-answer').first().getByRole('status').first().innerText()).toBe('not complete');
});

test('of more sources than fit, the table is read first, and a name opens its answer', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `aws-${at + 10}`);
  app.fake.state.named.set(
    'aws',
    names.map((one) => ({ source: one, agents: ['agent-a'] })),
  );
  await page.reload();
  await settle(page);
  await source().selectOption('all');
  await ask();
  expect(await page.locator('details.ask-side[open]').count()).toBe(0);
  await overview().getByRole('link', { name: 'aws-15' }).click();
  expect(await page.locator('details.ask-side[open]').count()).toBe(1);
  expect(await isShown(page.getByText('i-aws-15-0'))).toBe(true);
});
