/**
 * The built app in a real Chromium over the fake control plane. Whatever goes wrong without a page
 * saying so is a problem that fails the test: console errors, uncaught exceptions, violations of the
 * content security policy, requests to anywhere else, requests or answers outside the contract.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import axe from 'axe-core';
import { type Browser, errors, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { buildWeb } from '../build.ts';
import { buildDocs } from '../docs/build-docs.ts';
import { type FakeControlPlane, startFakeControlPlane } from '../dev-server/fake-control-plane.ts';
import { launchBrowser } from './launch-browser.ts';
import { type OpenApp, openRunningApp, settle } from './running-app.ts';

export { type OpenApp, settle };

/** Registers the hooks of the file that calls it; `hasDocs` builds the documents too. The returned function starts a fresh fake for one test. */
export function useApp({ hasDocs = false } = {}): (options?: { isEmpty?: boolean }) => Promise<OpenApp> {
  let folder = '';
  let browser: Browser | undefined;
  let fake: FakeControlPlane | undefined;
  const problems: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'farol-web-'));
    await buildWeb(path.join(folder, 'app'));
    if (hasDocs) await buildDocs(path.join(folder, 'app/docs'));
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
    if (browser === undefined) throw new Error('the browser runs only inside tests');
    const running = await startFakeControlPlane({ webDir: path.join(folder, 'app'), isEmpty });
    fake = running;
    return openRunningApp(browser, running, problems);
  };
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
