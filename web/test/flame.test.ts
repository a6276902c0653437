/**
 * @module-tag deep
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { makeFlame } from '../dev-server/make-flame.ts';
import { findAccessibilityFaults, isShown, type OpenApp, settle, useApp } from './open-app.ts';
import { openFlame } from './open-comparison.ts';

const startApp = useApp();
const comparison = '/profiling/diff?workload=checkout-api&env=production';
const capture = '/profiling/captures/cap_head';
const pricing = 'checkout::price_basket (checkout-api)';

async function openComparison(app: OpenApp, options = {}): Promise<Page> {
  const page = await app.signIn('member', comparison, options);
  await settle(page);
  await openFlame(page);
  return page;
}

const active = (page: Page) => page.getByRole('treeitem').first();
const row = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The colour at a share of the width in the middle of a row, as `r,g,b`. */
function colourAt(page: Page, share: number, level: number): Promise<string> {
  return page.locator('canvas').evaluate(
    (canvas: HTMLCanvasElement, [at = 0, row = 0]) => {
      const ratio = canvas.width / canvas.clientWidth;
      const y = (row * 20 + 3) * ratio;
      // The most frequent of nine: one may be the edge of a frame.
      const data = canvas.getContext('2d')?.getImageData(Math.round(canvas.width * at) - 4, Math.round(y), 9, 1).data;
      const colours = Array.from({ length: 9 }, (_, place) => (data ?? []).slice(place * 4, place * 4 + 3).join());
      const times = Map.groupBy(colours, (one) => one);
      return [...times].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? '';
    },
    [share, level],
  );
}

/**
 * Requests of the graph from here on: its answer, and its program without the hash in its name. The folded section
 * belongs to the page, wherever its script is.
 */
function hearFlame(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.includes('flame') || pathname.startsWith('/assets/flame-section-')) return;
    asked.push(pathname.replace(/-[\w-]{8}\.js$/u, ''));
  });
  return asked;
}

const program = '/assets/flame-panel';
const answer = '/api/profiling/diff/flame';

test('of a capture is open, and of a comparison is read when it is opened', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/profiling');
  const asked = hearFlame(page);
  await page.goto(`${app.fake.origin}${comparison}`);
  await settle(page);
  await expect.poll(() => asked).toEqual([program]);
  expect(await page.locator('canvas').count()).toBe(0);
  await page.getByRole('heading', { name: 'Flame graph' }).click();
  await page.locator('canvas').waitFor();
  expect(asked).toEqual([program, answer]);
  await page.goto(`${app.fake.origin}${capture}`);
  expect(await isShown(page.locator('canvas'))).toBe(true);
  const main = await page.locator('main').innerText();
  expect(main).toContain('2.14.0: 62.7 CPU ms/s, 376 samples in 1 capture.');
  expect(main).toContain('5 of 376 samples of 2.14.0 do not reach their root');
});

test.each([
  ['a pointer that rests on it', (page: Page) => page.locator('.flame > summary').hover()],
  ['the focus of the keyboard', (page: Page) => page.locator('.flame > summary').focus()],
])('of a comparison is read once for %s, and opening draws it without asking again', async (_what, approach) => {
  const app = await startApp();
  const page = await app.signIn('member', comparison);
  await settle(page);
  const asked = hearFlame(page);
  const read = page.waitForResponse((response) => response.url().includes(answer));
  await approach(page);
  await (await read).finished();
  expect(await page.locator('canvas').count()).toBe(0);
  await page.locator('.flame > summary').press('Enter');
  await page.locator('canvas').waitFor();
  expect(await page.getByRole('treeitem').count()).toBe(1);
  expect(asked.filter((path) => path === answer)).toEqual([answer]);
  // Folded and opened again, it is read again.
  await page.locator('.flame > summary').press('Enter');
  await page.locator('canvas').waitFor({ state: 'detached' });
  await page.locator('.flame > summary').press('Enter');
  await page.locator('canvas').waitFor();
  expect(asked.filter((path) => path === answer)).toEqual([answer, answer]);
});

test('says what failed when it was opened, however early it was asked for', async () => {
  const app = await startApp();
  const page = await app.signIn('member', comparison);
  await settle(page);
  await page.route(`**${answer}*`, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.locator('.flame > summary').hover();
  await failed;
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.locator('.flame > summary').click();
  await page.locator('.flame').getByRole('alert').waitFor();
  await page.unroute(`**${answer}*`);
  await page.locator('.flame').getByRole('button', { name: 'Try again' }).click();
  expect(await isShown(page.locator('canvas'))).toBe(true);
});

test('every frame is reached by the keyboard alone, and only once each', async () => {
  const app = await startApp();
  app.fake.state.flame = makeFlame([
    ['main>serve>parse', 0, 10],
    ['main>serve>zip>deflate', 0, 20],
    ['main>idle', 0, 1],
    // Far narrower than a pixel.
    ['main>serve>rare>rarer', 0, 0.001],
    ['start>walk>walk>walk', 0, 9],
  ]);
  const page = await app.signIn('member', capture);
  await page.locator('canvas').waitFor();
  await page.locator('.flame input').focus();
  for (let stops = 0; stops < 9; stops++) {
    if ((await page.locator(':focus').getAttribute('role')) === 'tree') break;
    await page.keyboard.press('Tab');
  }
  const here = async (): Promise<string> => (await page.locator(':focus').getAttribute('aria-activedescendant')) ?? '';
  const press = async (key: string): Promise<boolean> => {
    const before = await here();
    await page.keyboard.press(key);
    return (await here()) !== before;
  };
  const said: string[] = [];
  const walk = async (): Promise<void> => {
    said.push(`${await active(page).getAttribute('aria-level')} ${(await active(page).textContent())?.split(' ')[0]}`);
    if (await press('ArrowDown')) {
      await walk();
      while (await press('ArrowRight')) await walk();
      await press('ArrowUp');
    }
  };
  await walk();
  expect(said).toEqual([
    '1 2.0.0:',
    '2 main',
    '3 idle',
    '3 serve',
    '4 parse',
    '4 rare',
    '5 rarer',
    '4 zip',
    '5 deflate',
    '2 start',
    '3 walk',
    '4 walk',
    '5 walk',
  ]);
}, 60_000);

test('Enter zooms in, Escape goes back, the slash searches, and a move out of sight zooms out', async () => {
  const app = await startApp();
  const page = await app.signIn('member', capture);
  const tree = page.getByRole('tree');
  await tree.focus();
  for (let level = 0; level < 5; level++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const zoomed = await active(page).textContent();
  const everything = page.getByRole('button', { name: 'Show everything' });
  expect(await everything.isEnabled()).toBe(true);
  await page.keyboard.press('Home');
  expect(await active(page).textContent()).toMatch(/^2\.14\.0: /u);
  await page.keyboard.press('Escape');
  expect(await everything.isEnabled()).toBe(false);
  expect(zoomed).toContain('checkout::handlers::basket');
  await page.keyboard.press('/');
  await page.keyboard.type('REGEX');
  expect(await isShown(page.getByText('1 function matches: 15.6\u00a0% of 2.14.0.'))).toBe(true);
  expect(await page.locator('.flame tbody tr').count()).toBe(1);
});

test('one selection is shared by graph, table, list of what was not seen, and the address', async () => {
  const app = await startApp();
  const page = await openComparison(app);
  await row(page, 'checkout::price_basket').click();
  expect(await active(page).textContent()).toContain(pricing);
  await page.waitForURL(/frame=checkout/u);
  // The widest place of the drawing: the root, which fills its row.
  await page.locator('canvas').click({ position: { x: 300, y: 30 } });
  expect(await row(page, '_start').getAttribute('aria-pressed')).toBe('true');
  expect(await row(page, 'checkout::price_basket').getAttribute('aria-pressed')).toBe('false');
  await page.getByText('2 functions sampled in 2.13.4 and not in 2.14.0').click();
  await page.getByRole('button', { name: 'checkout::tax::flat_rate (checkout-api)' }).click();
  expect(await row(page, 'checkout::tax::flat_rate').getAttribute('aria-pressed')).toBe('true');
  await page.getByText('checkout::tax::flat_rate (checkout-api) was not sampled in 2.14.0').waitFor();
  await page.getByLabel('Widths by').selectOption('2.13.4');
  expect(await active(page).textContent()).toContain('checkout::tax::flat_rate (checkout-api): 1.70 CPU ms/s');
});

test('a link keeps selection, zoom, search and side', async () => {
  const app = await startApp();
  const page = await openComparison(app);
  await page.getByLabel('Widths by').selectOption('2.13.4');
  await page.getByLabel('Find a function').fill('audit');
  await row(page, 'checkout::audit::write').click();
  await page.getByRole('tree').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.getByLabel('Find a function').fill('write');
  const said = await active(page).textContent();
  await page.waitForURL(/find=write/u);
  const link = page.url();
  expect([...new URL(link).searchParams.keys()].toSorted()).toEqual([
    'at',
    'env',
    'find',
    'frame',
    'from',
    'side',
    'to',
    'workload',
    'zoom',
  ]);
  await page.goto(`${app.fake.origin}/fleet`);
  await settle(page);
  await page.goto(link);
  await page.locator('canvas').waitFor();
  expect(await active(page).textContent()).toBe(said);
  expect(await page.getByLabel('Find a function').inputValue()).toBe('write');
  expect(await page.getByLabel('Widths by').inputValue()).toBe('before');
  await page.getByRole('tree').focus();
  await page.keyboard.press('ArrowUp');
  expect(await active(page).textContent()).toContain('checkout::audit::write');
  expect(await page.getByRole('button', { name: 'Show everything' }).isEnabled()).toBe(true);
  expect(page.url().startsWith(`${app.fake.origin}${comparison.slice(0, 14)}`)).toBe(true);
});

test('callers and callees of one function are shown above and below it, and any of them takes its place', async () => {
  const app = await startApp();
  const page = await openComparison(app);
  await row(page, 'std::sys::alloc::realloc').click();
  await page.getByRole('button', { name: 'Callers and callees' }).click();
  const callers = page.getByRole('tree', { name: 'Callers of std::sys::alloc::realloc' });
  await callers.focus();
  // Its callers are above it.
  await page.keyboard.press('ArrowUp');
  const caller = callers.getByRole('treeitem');
  expect(await caller.textContent()).toContain('checkout::price_basket (checkout-api): 5.20 CPU ms/s');
  await page.keyboard.press('Enter');
  expect(await isShown(page.getByRole('tree', { name: 'Callees of checkout::price_basket' }))).toBe(true);
  await page.waitForURL(/view=sandwich/u);
  await page.getByRole('tree', { name: 'Callees of checkout::price_basket' }).focus();
  await page.keyboard.press('Escape');
  expect(await isShown(page.getByRole('tree', { name: 'Flame graph of 2.14.0' }))).toBe(true);
});

describe('colours', () => {
  test('stay grey without a verdict, and then say more and less of what has one', async () => {
    const app = await startApp();
    const grey = '221,227,225';
    const quiet = await openComparison(app, { colorScheme: 'light' });
    expect(await isShown(quiet.getByText('No verdict: frames stay grey'))).toBe(true);
    expect(await quiet.locator('.flame-legend li').allInnerTexts()).toEqual(['no verdict: replicates missing']);
    const levels = [1, 2, 3, 4, 5, 6, 7];
    const places = levels.flatMap((level) => [0.1, 0.3, 0.5, 0.7, 0.9].map((share) => [share, level] as const));
    const ground = '255,255,255';
    for (const [share, level] of places) expect([grey, ground]).toContain(await colourAt(quiet, share, level));

    app.fake.state.scenario = 'confirmed';
    await quiet.reload();
    await openFlame(quiet);
    expect(await quiet.getByText('No verdict: frames stay grey').count()).toBe(0);
    expect((await quiet.locator('.flame-legend li').allInnerTexts())[0]).toBe('not beyond noise');
    const seen = new Set<string>();
    for (const [share, level] of places) seen.add(await colourAt(quiet, share, level));
    // The strongest more, and grey for what did not change.
    expect([...seen]).toEqual(expect.arrayContaining(['238,145,66', grey]));
    await row(quiet, 'checkout::price_basket').click();
    const said = 'checkout::price_basket (checkout-api): 40.0 CPU ms/s, 63.8\u00a0% of 2.14.0';
    expect(await active(quiet).textContent()).toBe(`${said} · 13.4 → 40.0 CPU ms/s · +199\u00a0% · ▲ more`);
    const cells = await quiet.locator('.flame tr.flame-selected td').allInnerTexts();
    expect(cells).toContain('▲ +199\u00a0%');
    // As much more, and without a verdict of its own.
    const callee = quiet.locator('.flame tbody tr', { has: row(quiet, 'checkout::rules::apply') });
    expect(await callee.locator('td').allInnerTexts()).toContain('+204\u00a0%');
  });

  test('and words of direction are absent where the versions are not comparable', async () => {
    const app = await startApp();
    app.fake.state.flame = {
      ...makeFlame([['main>a', 10, 30]], {
        before: { version: '1', captures: 3 },
        after: { version: '2', captures: 3 },
      }),
      not_comparable: 'measured on different architectures: x86_64 and aarch64',
    };
    const page = await openComparison(app);
    const text = await page.locator('section', { has: page.locator('canvas') }).innerText();
    expect(text).toContain('measured on different architectures: x86_64 and aarch64');
    expect(text).not.toMatch(/[▲▼]|\bmore\b|\bless\b|increase|decrease|faster|slower|[+−]\d|not in/iu);
  });
});

test('says why a side has no stacks, and that a capture without samples has none', async () => {
  const app = await startApp();
  app.fake.state.flame = { state: 'missing', why: ['2.14.0: cpu_samples: perf_event_open is not permitted.'] };
  const page = await app.signIn('member', capture);
  expect(await isShown(page.getByText('2.14.0: cpu_samples: perf_event_open is not permitted.'))).toBe(true);
  app.fake.state.flame = makeFlame([]);
  await page.reload();
  expect(await isShown(page.getByText('No CPU sample was taken in the window.'))).toBe(true);
});

test('speaks Portuguese', async () => {
  const app = await startApp();
  const page = await app.signIn('member', `${comparison}&frame=${encodeURIComponent(pricing)}`, { locale: 'pt-BR' });
  await page.getByRole('tree', { name: 'Gráfico de chamas de 2.14.0' }).waitFor();
  const text = await page.locator('.flame').innerText();
  for (const part of ['Buscar uma função', 'Quem chama e quem é chamado', 'Própria, 2.14.0', '63,8\u00a0% de 2.14.0']) {
    expect(text).toContain(part);
  }
});

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test('has no accessibility fault, wide and 390 px narrow, and does not scroll the page sideways', async () => {
    const app = await startApp();
    app.fake.state.scenario = 'confirmed';
    const page = await openComparison(app, { colorScheme });
    await row(page, 'checkout::price_basket').click();
    await page.getByText('2 functions sampled in 2.13.4').click();
    await page.getByLabel('Find a function').fill('basket');
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('button', { name: 'Callers and callees' }).click();
    await page.getByRole('tree').first().waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await page.goto(`${app.fake.origin}${capture}`);
    await page.locator('canvas').waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  }, 60_000);
});
