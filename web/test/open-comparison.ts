/** The comparison of the fake control plane, judged as a test needs it. */
import type { Page } from 'playwright-core';
import { summaryOf, tableOf } from '../dev-server/diff-parts.ts';
import type { Scenario } from '../dev-server/seed-verdicts.ts';
import { type OpenApp, settle } from './open-app.ts';

export const comparisonAddress = '/profiling/diff?workload=checkout-api&env=production';

export const axis = (page: Page, id: string) => page.locator(`#axis-${id}`);
export const isOpen = (page: Page, id: string) => axis(page, id).evaluate((one) => one.hasAttribute('open'));

export async function openComparison(app: OpenApp, scenario: Scenario = 'bare', options = {}): Promise<Page> {
  app.fake.state.scenario = scenario;
  const page = await app.signIn('member', comparisonAddress, options);
  await settle(page);
  return page;
}

export async function openFlame(page: Page): Promise<void> {
  await page.locator('.flame > summary').click();
  await page.locator('.flame canvas').waitFor();
}

/** The page then shows what `read` says in place of what the fake control plane compares. */
export async function serveComparison(page: Page, read: () => Parameters<typeof summaryOf>[0]): Promise<void> {
  await page.route(/\/api\/profiling\/diff\/summary\?/u, (route) => route.fulfill({ json: summaryOf(read()) }));
  await page.route(/\/api\/profiling\/diff\/table\?/u, (route) =>
    route.fulfill({ json: tableOf(read(), new URL(route.request().url()).searchParams.get('axis')) }),
  );
}

/** A section of the page that is folded to a line; stays open. */
export async function openFold(page: Page, id: string): Promise<void> {
  const fold = page.locator(`.${id} > .fold`);
  if ((await fold.getAttribute('open')) === null) await fold.locator('summary').first().click();
}

export async function openAxis(page: Page, id: string): Promise<string> {
  await openFold(page, 'axes');
  await axis(page, id).locator('summary').first().click();
  await axis(page, id).locator('.axis-body').waitFor();
  await axis(page, id).locator('.loading').waitFor({ state: 'detached' });
  return (await axis(page, id).innerText()).replaceAll('\u00a0', ' ');
}
