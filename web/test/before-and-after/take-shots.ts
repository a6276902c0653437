/** The first screen of every page of one version, whose folder need not be this one. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type * as Build from '../../build.ts';
import type * as Fake from '../../dev-server/fake-control-plane.ts';
import type * as Seed from '../../dev-server/seed-release.ts';
import type * as Addresses from '../page-addresses.ts';
import { openRunningApp, settle } from '../running-app.ts';
import { signInAddress } from './pages.ts';

export const columns = [
  { title: '1280 × 800, English', locale: 'en-GB', viewport: { width: 1280, height: 800 } },
  { title: '1280 × 800, Portuguese', locale: 'pt-BR', viewport: { width: 1280, height: 800 } },
  { title: '390 × 844, English', locale: 'en-GB', viewport: { width: 390, height: 844 }, hasTouch: true },
  { title: '390 × 844, Portuguese', locale: 'pt-BR', viewport: { width: 390, height: 844 }, hasTouch: true },
] as const satisfies readonly (BrowserContextOptions & { readonly title: string })[];

/** PNGs, one for each column. */
export type Shots = readonly Buffer[];

/**
 * By address: the pages that this version has. Builds the app of `checkout`, whose dependencies are installed, into
 * `webDir`, and serves it over the control plane of its own tests, filled by its own seeds. Rejects when a page reports
 * an error or breaks the contract of its interface.
 */
export async function takeShots(browser: Browser, checkout: string, webDir: string): Promise<Map<string, Shots>> {
  const of = (file: string): string => path.resolve(checkout, 'web', file);
  const { buildWeb } = (await import(of('build.ts'))) as typeof Build;
  const { startFakeControlPlane } = (await import(of('dev-server/fake-control-plane.ts'))) as typeof Fake;
  const { pageAddresses } = (await import(of('test/page-addresses.ts'))) as typeof Addresses;
  const releases = of('dev-server/seed-release.ts');
  const { seedRelease: seed } = existsSync(releases) ? ((await import(releases)) as typeof Seed) : {};
  await buildWeb(webDir);
  const shots = new Map<string, Buffer[]>();
  const problems: string[] = [];
  for (const { title: _title, ...options } of columns) {
    // Each has links that sign in once.
    const fake = await startFakeControlPlane({ webDir });
    fake.state.scenario = 'confirmed';
    seed?.(fake.state, ['latency', 'errors']);
    const app = openRunningApp(browser, fake, problems);
    const shoot = async (page: Page, address: string): Promise<void> => {
      await page.goto(`${fake.origin}${address}`);
      await settle(page);
      await page.waitForLoadState('networkidle');
      const taken = shots.get(address) ?? [];
      shots.set(address, [...taken, await page.screenshot({ animations: 'disabled', caret: 'hide' })]);
    };
    try {
      await shoot(await app.open(signInAddress, options), signInAddress);
      const owner = await app.signIn('owner', '/profiling', options);
      for (const address of pageAddresses) await shoot(owner, address);
    } finally {
      for (const context of browser.contexts()) await context.close();
      await fake.close();
    }
    problems.push(...fake.state.violations);
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return shots;
}
