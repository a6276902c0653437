/**
 * `node web/test/measure-flame.ts [--nodes N] [--rounds N]`: how long a flame graph of that many nodes takes in a real
 * browser, without a GPU. First paint: from opening the folded graph to pixels, with its program loaded; the answer is
 * there, and is fetched, parsed and checked, the tree laid out and drawn. A reader who points at what they open gains
 * the time for which the pointer rests: that is a line of its own, and so is what this browser cannot be quicker than.
 * Redraw: from the event to pixels. Beside the time that passes it prints the time that the main thread was on a CPU,
 * which a busy machine changes less.
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
import { paintFloor, watchDrawing } from './watch-drawing.ts';

interface Taken {
  readonly passedMs: number;
  readonly cpuMs: number;
}

const { values } = parseArgs({ options: { nodes: { type: 'string' }, rounds: { type: 'string' } } });
const nodes = Number(values.nodes ?? 100_000);
const rounds = Number(values.rounds ?? 10);
/** Between pointing at something and pressing the button. */
const restMs = 300;
const open = `document.querySelector('.flame > summary').click()`;

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
  process.stdout.write(`${fake.state.flame.nodes.frame.length} nodes, ${fake.state.flame.frames.length} functions\n`);
  report('first paint', await measureFirstPaint(page, client, 0), 100);
  report(`first paint, ${restMs} ms after pointing`, await measureFirstPaint(page, client, restMs), 100);
  report('redraw, pointer', await measureHover(page, client), 16);
  report('redraw, arrow key', await measureKeys(page, client, ['ArrowRight', 'ArrowDown']), 16);
  report('redraw, zoom', await measureKeys(page, client, ['Enter', 'Escape', 'ArrowDown']), 16);
  await measureFloor(page, client);
} finally {
  await browser.close();
  await fake.close();
  await rm(folder, { recursive: true, force: true });
}

/** The first opening, in which the control plane writes the answer, is none of those. */
async function measureFirstPaint(page: Page, client: CDPSession, pointedMs: number): Promise<Taken[]> {
  const taken: Taken[] = [];
  for (let round = 0; round <= rounds; round++) {
    await openComparison(page);
    if (pointedMs > 0) {
      await page.locator('.flame > summary').hover();
      await page.waitForTimeout(pointedMs);
    }
    const one = await measure(page, client, open);
    if (round > 0) taken.push(one);
    await page.mouse.move(0, 0);
  }
  return taken;
}

async function openComparison(page: Page): Promise<void> {
  await page.goto(`${fake.origin}/profiling/diff?workload=checkout-api&env=production`);
  await page.locator('.folds').waitFor();
  await page.waitForLoadState('networkidle');
}

/** The same click in the same page, which then draws what is known already, or nothing. */
async function measureFloor(page: Page, client: CDPSession): Promise<void> {
  const drawing = await page.evaluate<unknown>(`recorded(() => document.querySelector('canvas').dispatchEvent(
    new PointerEvent('pointerleave', { bubbles: true })))`);
  for (const [what, drawn] of [
    ['an empty canvas', undefined],
    ['the same rectangles and labels', drawing],
  ] as const) {
    const taken: Taken[] = [];
    for (let round = 0; round < rounds; round++) {
      await openComparison(page);
      await page.evaluate(`(${paintFloor})(${JSON.stringify(drawn)})`);
      taken.push(await measure(page, client, open));
    }
    report(`floor of first paint, ${what}`, taken);
  }
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

function report(what: string, taken: readonly Taken[], limit?: number): void {
  const drawn = taken.filter(({ passedMs }) => passedMs > 0);
  const say = (read: (one: Taken) => number): string => {
    const sorted = drawn.map(read).toSorted((a, b) => a - b);
    const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
    return `least ${at(0)}, median ${at(0.5)}, 90 % ${at(0.9)}, most ${at(1)}`;
  };
  const figures = `on a CPU ${say(({ cpuMs }) => cpuMs)}; passed ${say(({ passedMs }) => passedMs)}`;
  const goal = limit === undefined ? '' : ` (goal ${limit} ms)`;
  process.stdout.write(`${what}${goal}, ${drawn.length} times, ms: ${figures}\n`);
}
