/**
 * `node web/test/measure-flame.ts [--nodes N] [--rounds N]`: how long a flame graph of that many nodes takes in a real
 * browser, without a GPU. First paint: from opening the folded graph to pixels, with its program loaded, the answer
 * parsed and checked, the tree laid out and the table made. Redraw: from the event to pixels. Beside the time that passes
 * it prints the time that the main thread was on a CPU, which a busy machine does not change.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { CDPSession, Page } from 'playwright-core';
import { buildWeb } from '../build.ts';
import { links } from '../dev-server/fake-state.ts';
import { startFakeControlPlane } from '../dev-server/fake-control-plane.ts';
import { makeLargeFlame } from '../dev-server/make-flame.ts';
import { launchBrowser } from './launch-browser.ts';

interface Taken {
  readonly passedMs: number;
  readonly cpuMs: number;
}

const { values } = parseArgs({ options: { nodes: { type: 'string' }, rounds: { type: 'string' } } });
const nodes = Number(values.nodes ?? 100_000);
const rounds = Number(values.rounds ?? 10);

/** In the page: when a drawing ended. Reading a pixel waits for all that was drawn. */
const watchDrawing = `
  const { setTransform, getImageData } = CanvasRenderingContext2D.prototype;
  globalThis.drawn = { heard: () => {} };
  CanvasRenderingContext2D.prototype.setTransform = function (...given) {
    queueMicrotask(() => { getImageData.call(this, 0, 0, 1, 1); drawn.heard(performance.now()); });
    return setTransform.apply(this, given);
  };
  globalThis.timed = (act) => new Promise((done) => {
    const begun = performance.now();
    drawn.heard = (ended) => done(ended - begun);
    // Over the same node nothing is drawn.
    setTimeout(() => done(0), 5000);
    act();
  });
`;

const folder = await mkdtemp(path.join(tmpdir(), 'farol-flame-'));
await buildWeb(path.join(folder, 'app'));
const fake = await startFakeControlPlane({ webDir: path.join(folder, 'app') });
const browser = await launchBrowser();
try {
  fake.state.flame = makeLargeFlame(nodes);
  // What is measured with is not the page's own.
  const page = await browser.newPage({ viewport: { width: 1280, height: 1000 }, bypassCSP: true });
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(`${fake.origin}/welcome#${links.owner}`);
  await page.waitForURL(`${fake.origin}/profiling`);
  await page.addInitScript(watchDrawing);
  const first: Taken[] = [];
  for (let round = 0; round < rounds; round++) first.push(await measureFirstPaint(page, client));
  process.stdout.write(`${fake.state.flame.nodes.frame.length} nodes, ${fake.state.flame.frames.length} functions\n`);
  report('first paint', first, 100);
  report('redraw, pointer', await measureHover(page, client), 16);
  report('redraw, arrow key', await measureKeys(page, client, ['ArrowRight', 'ArrowDown']), 16);
  report('redraw, zoom', await measureKeys(page, client, ['Enter', 'Escape', 'ArrowDown']), 16);
} finally {
  await browser.close();
  await fake.close();
  await rm(folder, { recursive: true, force: true });
}

async function measureFirstPaint(page: Page, client: CDPSession): Promise<Taken> {
  await page.goto(`${fake.origin}/profiling/diff?workload=checkout-api&env=production`);
  await page.locator('.axis').first().waitFor();
  await page.waitForLoadState('networkidle');
  return measure(page, client, `document.querySelector('.flame > summary').click()`);
}

async function measureHover(page: Page, client: CDPSession): Promise<Taken[]> {
  const taken: Taken[] = [];
  for (let at = 0; at < 60; at++) {
    const place = `{ bubbles: true, clientX: box.x + ${20 + at * 19}, clientY: box.y + ${at % 2 === 0 ? 10 : 50} }`;
    const act = `const canvas = document.querySelector('canvas');
      const box = canvas.getBoundingClientRect();
      canvas.dispatchEvent(new PointerEvent('pointermove', ${place}))`;
    taken.push(await measure(page, client, act));
  }
  return taken;
}

async function measureKeys(page: Page, client: CDPSession, keys: readonly string[]): Promise<Taken[]> {
  const taken: Taken[] = [];
  for (let at = 0; at < 60; at++) {
    const key = JSON.stringify(keys[at % keys.length]);
    const event = `new KeyboardEvent('keydown', { key: ${key}, bubbles: true, cancelable: true })`;
    taken.push(await measure(page, client, `document.querySelector('.flame-tree').dispatchEvent(${event})`));
  }
  return taken;
}

/** Nothing passed where nothing was drawn. */
async function measure(page: Page, client: CDPSession, act: string): Promise<Taken> {
  const before = await readCpu(client);
  const passedMs = await page.evaluate<number>(`timed(() => { ${act} })`);
  return { passedMs, cpuMs: (await readCpu(client)) - before };
}

async function readCpu(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}

function report(what: string, taken: readonly Taken[], limit: number): void {
  const drawn = taken.filter(({ passedMs }) => passedMs > 0);
  const say = (read: (one: Taken) => number): string => {
    const sorted = drawn.map(read).toSorted((a, b) => a - b);
    const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
    return `median ${at(0.5)}, 90 % ${at(0.9)}, most ${at(1)}`;
  };
  const figures = `on a CPU ${say(({ cpuMs }) => cpuMs)}; passed ${say(({ passedMs }) => passedMs)}`;
  process.stdout.write(`${what} (goal ${limit} ms), ${drawn.length} times, ms: ${figures}\n`);
}
