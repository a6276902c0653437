/**
 * @module-tag deep
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { settle, useApp } from '../open-app.ts';
import { pageAddresses } from '../page-addresses.ts';
import { describePage, signInAddress } from './pages.ts';
import { columns } from './take-shots.ts';

const startApp = useApp();

/** Pixels of what the page answers first that are below the first screen; Infinity where it is not shown. */
async function hiddenPixels(page: Page, address: string, height: number): Promise<number> {
  const box = await page.locator(describePage(address).first).filter({ visible: true }).first().boundingBox();
  return box === null ? Infinity : Math.max(0, Math.ceil(box.y + box.height - height));
}

test.each(columns)('what a page answers first is on the first screen: $title', { timeout: 60_000 }, async (column) => {
  const app = await startApp();
  app.fake.state.scenario = 'confirmed';
  const { title: _title, ...options } = column;
  const stranger = await app.open(signInAddress, options);
  await settle(stranger);
  const hidden: (readonly [string, number])[] = [
    [signInAddress, await hiddenPixels(stranger, signInAddress, column.viewport.height)],
  ];
  const page = await app.signIn('owner', '/profiling', options);
  for (const address of pageAddresses) {
    await page.goto(`${app.fake.origin}${address}`);
    await settle(page);
    await page.locator(describePage(address).first).first().waitFor();
    hidden.push([address, await hiddenPixels(page, address, column.viewport.height)]);
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([address, excess]).toEqual([address, 0]);
  }
  expect(hidden.filter(([, pixels]) => pixels > 0)).toEqual([]);
});
