/**
 * @module-tag deep
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { renderMarkdown } from '../../profiler/witness/say/text/render-markdown.ts';
import { FaultAnswer } from '../dev-server/refusal.ts';
import { compareSeeded } from '../dev-server/routes.ts';
import { findAccessibilityFaults, isGone, isShown, type OpenApp, settle, useApp } from './open-app.ts';
import { comparisonAddress } from './open-comparison.ts';

const startApp = useApp();
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };
const fixed = '?workload=checkout-api&env=production&from=2.13.4&to=2.14.0';

type Role = Parameters<OpenApp['signIn']>[0];

async function openMenu(app: OpenApp, role: Role = 'member', options = {}): Promise<Page> {
  const page = await app.signIn(role, comparisonAddress, options);
  await settle(page);
  await page.getByRole('button', { name: 'Share', exact: true }).press('Enter');
  return page;
}

const copied = (page: Page) => page.evaluate('navigator.clipboard.readText()');
const post = (page: Page) => page.getByRole('button', { name: 'Post to a channel…' });
const form = (page: Page) => page.getByRole('dialog', { name: 'Post to a channel' });
const message = (page: Page) => form(page).getByRole('region', { name: 'Message' });

/** Types the channel, and confirms, by the keyboard alone. */
async function postTo(page: Page, channel: string): Promise<void> {
  await post(page).press('Enter');
  await form(page).getByLabel('Channel').pressSequentially(channel);
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog', { name: 'Run chat.postMessage?' })
    .getByRole('button', { name: 'Write' })
    .press('Enter');
}

describe('copying', () => {
  test('the link names the versions that the page chose itself', async () => {
    const app = await startApp();
    const page = await openMenu(app, 'member', clipboard);
    await page.getByRole('button', { name: 'Copy link' }).press('Enter');
    expect(await isShown(page.getByText('Link copied.'))).toBe(true);
    expect(await copied(page)).toBe(`${app.fake.origin}/profiling/diff${fixed}`);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Share');
    await page.goto(`${app.fake.origin}/profiling/diff`);
    await settle(page);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied.').waitFor();
    expect(await copied(page)).toBe(`${app.fake.origin}/profiling/diff${fixed}`);
  });

  test('the Markdown is that of the control plane, with the link', async () => {
    const app = await startApp();
    const page = await openMenu(app, 'member', clipboard);
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    expect(await isShown(page.getByText('Markdown copied.'))).toBe(true);
    const rendered = renderMarkdown(compareSeeded({ state: app.fake.state, query: new URLSearchParams(fixed) }));
    expect(await copied(page)).toBe(`${rendered.trimEnd()}\n\n<${app.fake.origin}/profiling/diff${fixed}>\n`);
  });

  test('the text is shown and selected where the browser refuses its clipboard', async () => {
    const app = await startApp();
    const page = await openMenu(app);
    await page.evaluate(() => {
      navigator.clipboard.write = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    });
    await page.getByRole('button', { name: 'Copy as Markdown' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Copy the text' });
    await dialog.waitFor();
    const selected = (): Promise<string> => page.evaluate(() => String(getSelection()));
    await expect.poll(selected).toContain('### checkout-api in production');
    expect(await selected()).toContain(`<${app.fake.origin}/profiling/diff`);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await isGone(dialog);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Share');
  });

  test('a refusal of the control plane is said in the menu', async () => {
    const app = await startApp();
    const page = await openMenu(app, 'member', clipboard);
    await page.route(/\/api\/profiling\/diff\?/u, (route) => route.abort());
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    expect(await isShown(page.getByText('The control plane is not responding.'))).toBe(true);
  });
});

describe('posting to a channel', () => {
  test('sends exactly the text that is shown, once it is confirmed, and says where it went', async () => {
    const app = await startApp();
    app.fake.state.scenario = 'confirmed';
    const page = await openMenu(app, 'admin');
    await post(page).press('Enter');
    const text = await message(page).innerText();
    expect(text).toMatch(/^checkout-api \(production\): 2\.13\.4 → 2\.14\.0\n/u);
    for (const part of ['Where to start:', 'How sure: confirmed (', ' captures)']) expect(text).toContain(part);
    expect(text.split('\n').at(-1)).toBe(`${app.fake.origin}/profiling/diff${fixed}`);
    expect(text.length).toBeLessThanOrEqual(1500);
    await form(page).getByRole('button', { name: 'Post…' }).press('Enter');
    expect(await isShown(form(page).getByText('Enter the id of the channel.'))).toBe(true);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await form(page).getByLabel('Channel').fill('C0123456789');
    await form(page).getByRole('button', { name: 'Post…' }).press('Enter');
    const confirm = page.getByRole('dialog', { name: 'Run chat.postMessage?' });
    expect(await confirm.innerText()).toContain(text);
    for (const fact of ['in Slack', 'It is recorded with your name', 'C0123456789']) {
      expect(await confirm.innerText()).toContain(fact);
    }
    expect(app.fake.state.asked).toEqual([]);
    await confirm.getByRole('button', { name: 'Write' }).press('Enter');
    expect(await isShown(page.getByText(/^Posted to C0123456789 at /u))).toBe(true);
    const [first, ...others] = app.fake.state.asked;
    expect(others).toEqual([]);
    expect(first?.operation).toBe('chat.postMessage');
    expect(first?.args).toEqual({ channel: 'C0123456789', text, idempotencyKey: first?.key });
    expect(await findAccessibilityFaults(page)).toEqual([]);
  });

  test('a refusal says what to do and who must act', async () => {
    const app = await startApp();
    app.fake.state.answer = () => {
      throw new FaultAnswer(403, {
        code: 'not_enabled',
        actor: 'operator',
        data: { operation: 'chat.postMessage' },
        summary: 'This operation is not enabled on this agent.',
        remedy: 'Add chat.postMessage to writes in the file in RUNNER_ALLOW_FILE and restart the Agent.',
      });
    };
    const page = await openMenu(app, 'owner');
    await postTo(page, 'C0123456789');
    expect(
      await isShown(
        form(page).getByText('Add chat.postMessage to writes in the file in RUNNER_ALLOW_FILE and restart the Agent.'),
      ),
    ).toBe(true);
    expect((await form(page).innerText()).replaceAll(/\s+/gu, ' ')).toContain('Who must act the operator of the Agent');
    expect(await page.getByText(/^Posted to/u).count()).toBe(0);
  });

  test('an answer that was lost keeps its key', async () => {
    const app = await startApp();
    const page = await openMenu(app, 'owner');
    await page.route('**/api/operations/*', (route) => route.abort(), { times: 1 });
    await postTo(page, 'C0123456789');
    expect(await isShown(form(page).getByText('The write may have been done.', { exact: false }))).toBe(true);
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => keys.push(request.headers()['idempotency-key']));
    await form(page).getByRole('button', { name: 'Ask again' }).click();
    await page.getByRole('button', { name: 'Write', exact: true }).click();
    await page.getByText(/^Posted to/u).waitFor();
    expect(app.fake.state.asked).toHaveLength(1);
    expect(keys.filter((key) => key !== undefined)).toEqual([app.fake.state.asked[0]?.key]);
  });

  test('is not offered to a member, nor where no Agent can, and the button says who can', async () => {
    const app = await startApp();
    const page = await openMenu(app);
    expect(await isShown(page.getByText('Only an owner or admin can send a write.'))).toBe(true);
    expect(await post(page).getAttribute('aria-disabled')).toBe('true');
    await post(page).press('Enter');
    expect(await page.getByRole('dialog').count()).toBe(0);
    app.fake.state.configured = new Map();
    const owner = await openMenu(app, 'owner');
    expect(
      await isShown(owner.getByText('An operator configures one of these on an Agent: Slack.', { exact: false })),
    ).toBe(true);
    expect(await post(owner).getAttribute('aria-disabled')).toBe('true');
  });
});
