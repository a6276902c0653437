/**
 * An exported file opened in the real speedscope, in a browser, with what a person reads there.
 *
 * @module-tag deep
 */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeBundle } from '../../profiler/witness/bundle/encode.ts';
import { writeSpeedscope } from '../../profiler/witness/say/export/speedscope.ts';
import { profileStacks } from '../../profiler/witness/say/export/stack-profile.ts';
import { chromiumArgs, chromiumPath } from './launch-browser.ts';

const release = path.dirname(createRequire(import.meta.url).resolve('speedscope/dist/release/file-format-schema.json'));
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const sides = [1, 4].map((name) =>
  profileStacks([decodeBundle(readFileSync(`test/captures-v1/${name}.json.gz`)).bundle]),
);
const exported = writeSpeedscope(sides);

let server: Server;
let browser: Browser;
let origin = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    const name = path.basename(URL.parse(request.url ?? '', 'http://localhost')?.pathname ?? '');
    response.setHeader('content-type', types[path.extname(name)] ?? 'application/octet-stream');
    response.end(name === 'exported.json' ? exported : readFileSync(path.join(release, name)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The app draws with WebGL: without a graphics card that is computed.
  browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [
      ...chromiumArgs.filter((one) => one !== '--disable-gpu'),
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
    ],
  });
});
afterAll(async () => {
  await browser.close();
  await new Promise((resolve) => server.close(resolve));
});

test('speedscope opens the export with both sides and shows the CPU time of the dominant function', async () => {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  page.setDefaultTimeout(20_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  const isOurs = (url: string): boolean => /^(?:blob|data):/u.test(url) || url.startsWith(`${origin}/`);
  page.on('request', (request) => {
    if (!isOurs(request.url())) problems.push(request.url());
  });
  await page.goto(`${origin}/index.html#profileURL=${encodeURIComponent(`${origin}/exported.json`)}`);
  await page.getByText('Sandwich').click();
  await page.getByText('price_quote.constprop.0').first().waitFor();
  const text = await page.locator('body').innerText();
  // The first side: 152 of 162 samples at 64.15 Hz.
  expect(text).toContain('lantern 1.0.0, CPU time of 1 capture');
  expect(text).toMatch(/2\.37s \(94%\)/u);
  expect(text).toContain('price_quote.constprop.0');
  await page.keyboard.press('n');
  await page.getByText('lantern 2.0.0, CPU time of 1 capture').first().waitFor();
  // 375 of 405 samples at 63.75 Hz.
  expect(await page.locator('body').innerText()).toMatch(/5\.88s \(93%\)/u);
  expect(problems).toEqual([]);
}, 60_000);
