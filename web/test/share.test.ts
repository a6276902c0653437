/**
 * @module-tag deep
 */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { renderMarkdown } from '../../profiler/witness/say/text/render-markdown.ts';
import { makeFlame } from '../dev-server/make-flame.ts';
import { FaultAnswer } from '../dev-server/refusal.ts';
import { compareSeeded } from '../dev-server/routes.ts';
import { findAccessibilityFaults, isGone, isShown, type OpenApp, settle, useApp } from './open-app.ts';
import { comparisonAddress, openFlame } from './open-comparison.ts';

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
    expect(await isShown(page.getByText(/^Posted to C0123456789, /u))).toBe(true);
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

/** What the browser saved, and under which name. */
async function download(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const waited = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).press('Enter');
  const saved = await waited;
  return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) };
}

/** What a parser of XML makes of it; the frames as their title and their text. */
function readSvg(page: Page, svg: string) {
  return page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
    const textOf = (element: Element, name: string): string => element.querySelector(name)?.textContent ?? '';
    return {
      error: parsed.querySelector('parsererror')?.textContent,
      root: parsed.documentElement.tagName,
      title: textOf(parsed.documentElement, 'title'),
      texts: Array.from(parsed.querySelectorAll('text'), (one) => one.textContent),
      frames: Array.from(parsed.querySelectorAll('.frame'), (frame) => ({
        title: textOf(frame, 'title'),
        text: textOf(frame, 'text'),
        width: Number(frame.querySelector('rect')?.getAttribute('width')),
      })),
    };
  }, svg);
}

describe('a picture of the flame graph', () => {
  test('as SVG is XML with each frame as text, whatever functions are called', async () => {
    const app = await startApp();
    const name = 'Vec<T> as "x"&&]]\u0007\u{1F525}';
    app.fake.state.flame = makeFlame(
      [
        [`main>${name.replace('>', '')}@lib<'&'.so`, 5, 20],
        ['main>tiny', 0, 0.0001],
      ],
      {
        before: { version: '2.13.4', captures: 1 },
        after: { version: '2.14.0', captures: 1 },
      },
    );
    const page = await app.signIn('member', comparisonAddress);
    await settle(page);
    await openFlame(page);
    const { name: file, bytes } = await download(page, 'Download SVG');
    expect(file).toBe('checkout-api-2.13.4-2.14.0-flame.svg');
    const read = await readSvg(page, bytes.toString());
    expect([read.error, read.root, read.title]).toEqual([
      undefined,
      'svg',
      'checkout-api (production): 2.13.4 → 2.14.0',
    ]);
    expect(read.frames).toHaveLength(3);
    expect(read.frames[2]?.text).toContain('Vec<T as "x"&&]]');
    expect(read.frames[2]?.title).toContain("lib<'&'");
    expect(read.frames.every(({ width }) => width >= 1)).toBe(true);
  });

  test('shows the zoom and the search of the page, and as PNG the same in the light colours', async () => {
    const app = await startApp();
    app.fake.state.scenario = 'confirmed';
    const address = `${comparisonAddress}&find=alloc&frame=checkout%3A%3Aprice_basket%20(checkout-api)`;
    const page = await app.signIn('member', address, { colorScheme: 'dark' });
    await settle(page);
    await page.locator('.flame canvas').waitFor();
    await page.getByRole('tree').press('Enter');
    const { bytes: svg } = await download(page, 'Download SVG');
    const read = await readSvg(page, svg.toString());
    expect(read.error).toBe(undefined);
    const facts = read.texts.join('\n');
    expect(facts).toContain('Zoomed in on checkout::price_basket (checkout-api)');
    expect(facts).toContain('Find a function: “alloc”. 1 function matches');
    expect(facts).toContain('▲ more CPU time');
    const { name, bytes } = await download(page, 'Download PNG');
    expect(name).toBe('checkout-api-2.13.4-2.14.0-flame.png');
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    expect([width, height]).toEqual([2400, 2 * Number(/ height="(\d+)"/u.exec(svg.toString())?.[1])]);
    const corner = await page.evaluate(async (base64) => {
      const given = new Blob([Uint8Array.from(atob(base64), (one) => one.codePointAt(0) ?? 0)]);
      const bitmap = await createImageBitmap(given);
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      return Array.from(context?.getImageData(2, 2, 1, 1).data ?? []);
    }, bytes.toString('base64'));
    expect(corner).toEqual([255, 255, 255, 255]);
  });
});

describe('at 390 px', () => {
  test.each(['en-GB', 'pt-BR'])(
    'in %s nothing scrolls sideways, and the answer is on the first screen',
    async (locale) => {
      const app = await startApp();
      app.fake.state.scenario = 'confirmed';
      const viewport = { width: 390, height: 844 };
      const page = await app.signIn('owner', comparisonAddress, { locale, viewport });
      await settle(page);
      const isWide = (): Promise<boolean> => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      const answer = await page.locator('.lead-text').boundingBox();
      expect((answer?.y ?? 844) + (answer?.height ?? 0)).toBeLessThan(500);
      await page.locator('.share-button').click();
      const menu = await page.locator('#share-menu').boundingBox();
      expect([(menu?.x ?? -1) >= 0, (menu?.x ?? 0) + (menu?.width ?? 390) <= 390, await isWide()]).toEqual([
        true,
        true,
        false,
      ]);
      await page.locator('#share-menu button').nth(2).click();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      expect(await dialog.evaluate((own) => own.scrollWidth > own.clientWidth)).toBe(false);
      expect(await findAccessibilityFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.locator('.flame > summary').click();
      await page.locator('.flame canvas').waitFor();
      expect(await isWide()).toBe(false);
    },
  );
});
