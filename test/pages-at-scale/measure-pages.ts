/**
 * `node test/pages-at-scale/measure-pages.ts [--rounds N]`: a real control plane with what a large company has after a
 * year, in a real browser. Prints, for each page, milliseconds until its first rows are painted with an empty cache, the
 * longest task of the page's own thread, and how long it takes to lay out and paint the same page without any program.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext } from 'playwright-core';
import { openStore } from '../../src/control/store/database.ts';
import { systemClock } from '../../src/core/clock.ts';
import { buildWeb } from '../../web/build.ts';
import { launchBrowser } from '../../web/test/launch-browser.ts';
import { ControlProcess } from '../control-process.ts';
import { plantScale } from './plant-scale.ts';

/** Each page, and what a person came for. */
const pages = [
  ['/profiling', '.workloads tbody tr, main tbody tr'],
  ['/fleet', 'main tbody tr'],
  ['/fleet?state=needs', 'main tbody tr'],
  ['/settings/acts', 'main tbody tr'],
  ['/settings/acts?outcome=permission_missing', 'main tbody tr'],
  ['/ask', 'main li a'],
  ['/permissions', 'main tbody tr, main li'],
] as const;

interface Seen {
  readonly rowsMs: number;
  readonly longestTaskMs: number;
  readonly bareMs: number;
}

/** Runs in the page before its own program. */
const watch = (selector: string): string => `
  window.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
  }).observe({ type: 'longtask', buffered: true });
  window.rowsPainted = new Promise((resolve) => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector(${JSON.stringify(selector)}) === null) return;
      observer.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
    }).observe(document, { childList: true, subtree: true });
  });
`;

/** Takes the document as it is out of the page and puts it back: only layout and paint are left to do. */
const drawBare = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const bare = document.body.cloneNode(true);
  await frame();
  const begun = performance.now();
  document.body.replaceWith(bare);
  await frame();
  await frame();
  return performance.now() - begun;
})()`;

async function look(context: BrowserContext, url: string, selector: string): Promise<Seen> {
  const page = await context.newPage();
  try {
    await page.addInitScript(watch(selector));
    await page.goto(url);
    const rowsMs = await page.evaluate<number>('window.rowsPainted');
    await page.waitForLoadState('networkidle');
    const longestTaskMs = await page.evaluate<number>('window.longest');
    return { rowsMs, longestTaskMs, bareMs: await page.evaluate<number>(drawBare) };
  } finally {
    await page.close();
  }
}

async function measure(browser: Browser, control: ControlProcess, link: string, rounds: number): Promise<void> {
  const signedIn = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-GB' });
  const first = await signedIn.newPage();
  await first.goto(link);
  await first.waitForURL(({ pathname }) => pathname !== '/welcome');
  const store = await openStore(`sqlite:${path.join(control.folder, 'farol.db')}`, { clock: systemClock });
  const owner = await store.db.selectFrom('people').selectAll().executeTakeFirstOrThrow();
  await plantScale(store, owner.organization_id, owner.id);
  await store.close();
  const state = await signedIn.storageState();
  for (const [address, selector] of pages) {
    const seen: Seen[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-GB', storageState: state });
      seen.push(await look(context, `${control.app}${address}`, selector));
      await context.close();
    }
    const median = (of: keyof Seen): string =>
      (seen.map((one) => one[of]).toSorted((a, b) => a - b)[Math.trunc(rounds / 2)] ?? 0).toFixed(0);
    process.stdout.write(
      `${address}: rows after ${median('rowsMs')} ms, longest task ${median('longestTaskMs')} ms, drawing alone ${median('bareMs')} ms\n`,
    );
  }
}

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const folder = await mkdtemp(path.join(tmpdir(), 'farol-scale-'));
const web = path.join(folder, 'web');
await buildWeb(web);
const control = await ControlProcess.prepare(folder, { FAROL_WEB_DIR: web });
const browser = await launchBrowser();
try {
  await measure(browser, control, await control.start(), Number(values.rounds));
} finally {
  await browser.close();
  await control.kill();
  await rm(folder, { recursive: true, force: true });
}
