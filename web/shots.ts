import { chromium } from 'playwright-core';
import { buildWeb } from './build.ts';
import { startFakeControlPlane } from './dev-server/fake-control-plane.ts';
import { links } from './dev-server/fake-state.ts';
import { chromiumArgs, chromiumPath } from './test/launch-browser.ts';
await buildWeb('/tmp/page-shots/app');
const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArgs });
const q = encodeURIComponent(JSON.stringify({ query: { dialect: 'promql', text: 'sum by (job) (rate(http_requests[5m]))' }, window: { from: 'now-1h' } }));
const w = encodeURIComponent(JSON.stringify({ channel: 'C0123456789', text: 'Deploy done' }));
for (const [tag, opts] of [['light', { colorScheme: 'light' }], ['dark', { colorScheme: 'dark' }], ['m', { viewport: { width: 390, height: 844 } }], ['pt', { locale: 'pt-BR' }]] as const) {
  const fake = await startFakeControlPlane({ webDir: '/tmp/page-shots/app' });
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', ...opts });
  const page = await context.newPage();
  await page.goto(`${fake.origin}/welcome#${links.owner}`); await page.waitForURL(`${fake.origin}/profiling`);
  const shot = async (name: string, path: string, act?: () => Promise<void>) => { try { await page.goto(fake.origin + path); await page.locator('h1').waitFor(); await page.waitForTimeout(500); await act?.(); await page.waitForTimeout(400); await page.screenshot({ path: `/tmp/page-shots/${name}-${tag}.png`, fullPage: true }); } catch (error) { console.log(name, tag, String(error).slice(0, 200)); } };
  await shot('catalog', '/ask');
  await shot('search', '/ask?q=zones');
  await shot('query', `/ask/metrics.query?args=${q}`, () => page.locator('form.panel button[type=submit]').click());
  await shot('list', '/ask/metrics.list', () => page.locator('form.panel button[type=submit]').click());
  await shot('refused', '/ask/dns.listZones', () => page.locator('form.panel button[type=submit]').click());
  await shot('write', `/ask/chat.postMessage?args=${w}`, () => page.locator('form.panel button[type=submit]').click());
  await shot('cloudwatch', `/ask/metrics.query?args=${encodeURIComponent(JSON.stringify({ query: { dialect: 'cloudwatch', queries: [{ id: 'm', metric: { namespace: 'AWS/EC2', name: 'CPU', statistic: 'p99', dimensions: { Id: 'i-1' } } }] }, window: { from: 'now-1h' } }))}`);
  await shot('questions', '/ask/questions');
  await context.close(); await fake.close();
}
await browser.close(); process.exit(0);
