/**
 * `node web/test/measure-headings.ts [--rounds N]`: milliseconds from the start of the navigation until the heading of
 * each page is painted, over loopback and with an empty cache. Prints the median and the slowest of the rounds.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { buildWeb } from '../build.ts';
import { startFakeControlPlane } from '../dev-server/fake-control-plane.ts';
import { links } from '../dev-server/fake-state.ts';
import { chromiumArgs, chromiumPath } from './launch-browser.ts';
import { pageAddresses } from './page-addresses.ts';

/** Runs in the page: two frames after the heading is in the document it is on the screen. */
const watchHeading = `
  window.headingPainted = new Promise((resolve) => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector('h1') === null) return;
      observer.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
    }).observe(document, { childList: true, subtree: true });
  });
`;

async function measure(browser: Browser, origin: string, address: string, cookies: Cookies): Promise<number> {
  const context = await browser.newContext({ locale: 'en-GB' });
  try {
    await context.addCookies(cookies);
    await context.addInitScript(watchHeading);
    const page = await context.newPage();
    await page.goto(`${origin}${address}`);
    return await page.evaluate<number>('window.headingPainted');
  } finally {
    await context.close();
  }
}

type Cookies = Parameters<Awaited<ReturnType<Browser['newContext']>>['addCookies']>[0];

async function signIn(browser: Browser, origin: string): Promise<Cookies> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/welcome#${links.owner}`);
  await page.waitForURL(`${origin}/profiling`);
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } });
const folder = await mkdtemp(path.join(tmpdir(), 'farol-headings-'));
await buildWeb(folder);
const fake = await startFakeControlPlane({ webDir: folder });
const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArgs });
try {
  const signedIn = await signIn(browser, fake.origin);
  for (const [address, cookies] of [['/', []] as const, ...pageAddresses.map((one) => [one, signedIn] as const)]) {
    const times: number[] = [];
    for (let round = 0; round < Number(values.rounds); round += 1) {
      times.push(await measure(browser, fake.origin, address, [...cookies]));
    }
    const sorted = times.toSorted((a, b) => a - b);
    const [median, slowest] = [sorted[Math.trunc(sorted.length / 2)], sorted.at(-1)].map((ms) => ms?.toFixed(0));
    process.stdout.write(
      `${address}${cookies.length === 0 ? ' (signed out)' : ''}: median ${median} ms, slowest ${slowest} ms\n`,
    );
  }
} finally {
  await browser.close();
  await fake.close();
  await rm(folder, { recursive: true, force: true });
}
