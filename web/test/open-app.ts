/**
 * The built app in a real Chromium over the fake control plane. Whatever goes wrong without a page
 * saying so is a problem that fails the test: console errors, uncaught exceptions, violations of the
 * content security policy, requests to anywhere else, requests or answers outside the contract.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, errors, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { buildWeb } from '../build.ts';
import { buildDocs } from '../docs/build-docs.ts';
import { type FakeControlPlane, startFakeControlPlane } from '../dev-server/fake-control-plane.ts';
import { links } from '../dev-server/fake-state.ts';
import { launchBrowser } from './launch-browser.ts';

export interface OpenApp {
  readonly fake: FakeControlPlane;
  /** A fresh browser context that is not signed in. */
  open(address: string, options?: BrowserContextOptions): Promise<Page>;
  /** A fresh browser context, signed in through the welcome page, then at `address`. */
  signIn(role: 'owner' | 'admin' | 'member', address: string, options?: BrowserContextOptions): Promise<Page>;
}

/** Registers the hooks of the file that calls it; `hasDocs` builds the documents too. The returned function starts a fresh fake for one test. */
export function useApp({ hasDocs = false } = {}): (options?: { isEmpty?: boolean }) => Promise<OpenApp> {
  let folder = '';
  let browser: Browser | undefined;
  let fake: FakeControlPlane | undefined;
  const problems: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'farol-web-'));
    await buildWeb(path.join(folder, 'app'));
    if (hasDocs) buildDocs(path.join(folder, 'app/docs'));
    browser = await launchBrowser();
  });

  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
    await fake?.close();
    const found = [...problems.splice(0), ...(fake?.state.violations ?? [])];
    fake = undefined;
    expect(found).toEqual([]);
  });

  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  return async ({ isEmpty = false } = {}) => {
    const running = await startFakeControlPlane({ webDir: path.join(folder, 'app'), isEmpty });
    fake = running;
    const open: OpenApp['open'] = async (address, options = {}) => {
      if (browser === undefined) throw new Error('the browser runs only inside tests');
      const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      watch(page, running.origin, problems);
      await page.goto(`${running.origin}${address}`);
      return page;
    };
    const signIn: OpenApp['signIn'] = async (role, address, options) => {
      const page = await open(`/welcome#${links[role]}`, options);
      await page.waitForURL(`${running.origin}/profiling`);
      if (address !== '/profiling') await page.goto(`${running.origin}${address}`);
      return page;
    };
    return { fake: running, open, signIn };
  };
}

function watch(page: Page, origin: string, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    // A refused request is reported here too; whether the page words the refusal is what the tests look at.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      problems.push(message.text());
    }
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) problems.push(`request to ${request.url()}`);
  });
}

/** Returns when the page has its title and everything it reads has come. */
export async function settle(page: Page): Promise<void> {
  await page.locator('h1').waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
}

/** Waits until it can be seen; false when that does not happen in time. */
export function isShown(locator: Locator): Promise<boolean> {
  return becomes(locator, 'visible');
}

/** Waits until it is no longer in the page; false when that does not happen in time. */
export function isGone(locator: Locator): Promise<boolean> {
  return becomes(locator, 'detached');
}

async function becomes(locator: Locator, state: 'visible' | 'detached'): Promise<boolean> {
  try {
    await locator.waitFor({ state });
    return true;
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false;
    throw error;
  }
}

/** Rules of WCAG 2.2 A and AA and of good practice that a page breaks, each with the elements at fault. */
export async function findAccessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })`,
  );
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
  );
}
