/** The comparison of the fake control plane, judged as a test needs it. */
import type { Page } from 'playwright-core';
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

export async function openAxis(page: Page, id: string): Promise<string> {
  await axis(page, id).locator('summary').first().click();
  await axis(page, id).locator('.axis-body').waitFor();
  return (await axis(page, id).innerText()).replaceAll('\u00a0', ' ');
}
