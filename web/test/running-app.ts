/** Pages of the built app over a running fake control plane, for tests and for what is measured beside them. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { FakeControlPlane } from '../dev-server/fake-control-plane.ts';
import { links } from '../dev-server/fake-state.ts';

export interface OpenApp {
  readonly fake: FakeControlPlane;
  /** A fresh browser context that is not signed in. */
  open(address: string, options?: BrowserContextOptions): Promise<Page>;
  /** A fresh browser context, signed in through the welcome page, then at `address`. */
  signIn(role: 'owner' | 'admin' | 'member', address: string, options?: BrowserContextOptions): Promise<Page>;
}

/** Adds to `problems` whatever goes wrong on a page without the page saying so. */
export function openRunningApp(browser: Browser, running: FakeControlPlane, problems: string[]): OpenApp {
  const open: OpenApp['open'] = async (address, options = {}) => {
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
