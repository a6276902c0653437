/**
 * @module-tag deep
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { announce } from '../dev-server/fake-state.ts';
import type { Scenario } from '../dev-server/seed-verdicts.ts';
import { findAccessibilityFaults, isShown, type OpenApp, settle, useApp } from './open-app.ts';
import {
  axis,
  comparisonAddress as address,
  openAxis,
  openComparison,
  openFlame,
  openFold,
} from './open-comparison.ts';

const startApp = useApp();
const pricing = 'checkout::price_basket (checkout-api)';
describe('the order of the page', () => {
  test('is what it says first, what to do, and folded what it rests on, flame graph and tables', async () => {
    const page = await openComparison(await startApp());
    const titles = await page.locator('main :is(h1, h2)').allInnerTexts();
    expect(titles.filter((one) => one !== '')).toEqual([
      'checkout-api: 2.13.4 → 2.14.0',
      'What changed',
      'What to do',
      'Differences',
      'Compared: 2.13.4 (3 captures) with 2.14.0 (1 capture)',
      'What could not be judged',
      'Flame graph',
      'All tables',
    ]);
  });

  test('folds the captures, the baseline and the chooser to a line', async () => {
    const page = await openComparison(await startApp());
    const basis = page.locator('.basis');
    expect(await basis.innerText()).toBe('Compared: 2.13.4 (3 captures) with 2.14.0 (1 capture)');
    await basis.locator('summary').first().click();
    const main = await basis.innerText();
    expect(main).toContain('2.13.4 is the latest version captured before 2.14.0');
    expect(main).toContain('2 replicates');
    expect(main).toContain('no replicates');
    await page.getByText('Skipped').click();
    await page.getByText('its outcome is failed').waitFor();
    expect(await page.getByLabel('Before').isVisible()).toBe(true);
  });
});

/** Their findings are what the page says first. */
function openEarlier(app: OpenApp, scenario: Scenario): Promise<Page> {
  app.fake.state.isEarlier = true;
  return openComparison(app, scenario);
}

describe('a finding', () => {
  test('has both amounts for each request, ratio, interval, level, share and place', async () => {
    const page = await openEarlier(await startApp(), 'confirmed');
    const card = page.locator('.finding', { hasText: pricing });
    const text = await card.innerText();
    for (const fact of [
      'CPU by function',
      'changed',
      'confirmed',
      '114 µs CPU → 322 µs CPU for each request',
      '× 2.83, 95 % interval 2.53 to 3.17',
      '83\u00a0% of what differs in this table',
      'src/pricing/basket.rs:41',
    ]) {
      expect(text).toContain(fact);
    }
    const peer = page.locator('.finding', { hasText: 'connect tcp 10.4.0.0/16 port 8443' });
    const seen = (await peer.innerText()).replaceAll('\u00a0', ' ');
    expect(seen).toContain('not seen in 3 captures (≤ 0.0167/s) → 1.40 events/s');
    expect(seen).toContain('first at +0.8 s, in 1 of 1 capture');
    expect(await peer.getByRole('link').allInnerTexts()).toEqual(['Row in the table']);
  });

  test('of a function that no capture of the older version has says so, with how much there is and no ratio', async () => {
    const page = await openEarlier(await startApp(), 'confirmed');
    const key = 'checkout::tax::rate_for_region';
    const text = await page.locator('.finding', { hasText: key }).innerText();
    expect(text).toContain('none before');
    expect(text.replaceAll('\u00a0', ' ')).toMatch(/not seen in 3 captures .* → 8\.55 µs CPU for each request/u);
    await openAxis(page, 'cpu_stacks');
    const row = await axis(page, 'cpu_stacks').locator('tr', { hasText: key }).innerText();
    expect(row).toContain('none before · confirmed');
    expect(`${text}${row}`).not.toContain('×');
  });

  test('lists what it brings with it, each with a link to its row', async () => {
    const page = await openEarlier(await startApp(), 'confirmed');
    const card = page.locator('.finding', { hasText: '/etc/checkout/tax-rules-{n}.json read' });
    expect(await card.innerText()).toContain('With it: read /etc/checkout/tax-rules-{n}.json');
    await card.getByRole('link', { name: 'Bytes read and written: read /etc/checkout' }).click();
    await page.waitForURL(/row=file_io/u);
    await page.locator('a:focus', { hasText: 'read /etc/checkout/tax-rules-{n}.json' }).waitFor();
  });

  test('leads to its row and its frame, which are one selection; going back undoes it', async () => {
    const page = await openEarlier(await startApp(), 'confirmed');
    await page.waitForURL(/from=2\.13\.4&to=2\.14\.0/u);
    const before = page.url();
    await openAxis(page, 'cpu_stacks');
    await page.getByRole('link', { name: `Frame in the flame graph: ${pricing}` }).click();
    await page.waitForURL(/frame=/u);
    expect(new URL(page.url()).searchParams.get('frame')).toBe(pricing);
    expect(await page.locator(':focus').innerText()).toBe('Flame graph');
    expect(await page.getByRole('treeitem').first().textContent()).toContain(pricing);
    const selected = axis(page, 'cpu_stacks').locator('tr.row-selected');
    expect(await selected.innerText()).toContain(pricing);
    expect(await selected.getByRole('link').getAttribute('aria-current')).toBe('true');

    await page.getByRole('link', { name: 'Row in the table: connect tcp 10.4.0.0/16 port 8443' }).click();
    await page.waitForURL(/row=network/u);
    await page.locator('a:focus', { hasText: 'connect tcp 10.4.0.0/16 port 8443' }).waitFor();
    expect(await page.locator('tr.row-selected').count()).toBe(1);
    await page.waitForTimeout(300);
    expect(new URL(page.url()).searchParams.get('frame')).toBeNull();

    await page.goBack();
    expect(new URL(page.url()).searchParams.get('frame')).toBe(pricing);
    expect(await isShown(selected)).toBe(true);
    await page.goBack();
    expect(page.url()).toBe(before);
    await page.locator('tr.row-selected').waitFor({ state: 'detached' });
  });

  test('is found again by a copied link, also far down a folded axis', async () => {
    const app = await startApp();
    const key = 'checkout::handlers::step_36 (checkout-api)';
    const page = await app.signIn('member', `${address}&frame=${encodeURIComponent(key)}`);
    await settle(page);
    expect(await axis(page, 'cpu_stacks').locator('tr.row-selected').innerText()).toContain(key);
    await page.goto(
      `${app.fake.origin}${address}&row=${encodeURIComponent('network_round_trips:connect tcp 10.4.7.31 port 6379')}`,
    );
    const row = axis(page, 'network_round_trips').locator('tr.row-selected');
    await row.waitFor();
    await page.locator('a:focus', { hasText: 'connect tcp 10.4.7.31 port 6379' }).waitFor();
  });

  test('stays with its versions in a copied link, and selecting it reads its table and its frame alone', async () => {
    const app = await startApp();
    const page = await openEarlier(app, 'confirmed');
    await page.waitForURL(/from=2\.13\.4&to=2\.14\.0/u);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole('link', { name: `Row in the table: ${pricing}` }).click();
    await page.locator('tr.row-selected').waitFor();
    await page.locator('.flame canvas').waitFor();
    await page.goBack();
    await page.locator('tr.row-selected').waitFor({ state: 'detached' });
    const read = new Set(asked.filter((path) => path.startsWith('/api/profiling/diff')));
    expect([...read].toSorted()).toEqual(['/api/profiling/diff/flame', '/api/profiling/diff/table']);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ from: '2.13.4', to: '2.14.0' });
  });

  test('selected in the flame graph is selected in the table', async () => {
    const page = await openEarlier(await startApp(), 'confirmed');
    await openAxis(page, 'cpu_stacks');
    await openFlame(page);
    await page.getByRole('button', { name: 'std::sys::alloc::realloc', exact: true }).click();
    const selected = axis(page, 'cpu_stacks').locator('tr.row-selected');
    await selected.waitFor();
    expect(await selected.innerText()).toContain('std::sys::alloc::realloc (checkout-api)');
  });
});

describe('functions that were judged together', () => {
  const pool = '(other functions of libc.so.6)';
  const ofPool = 'memchr (libc.so.6)';

  /** One of the functions of the comparison is that of several others. */
  async function openPooled(address: string): Promise<Page> {
    const app = await startApp();
    app.fake.state.scenario = 'confirmed';
    const page = await app.signIn('member', '/fleet');
    await page.route(/\/api\/profiling\/diff\/(?:summary|table)\?/u, async (route) => {
      const served = await (await route.fetch()).text();
      await route.fulfill({ body: served.replaceAll('std::sys::alloc::realloc (checkout-api)', pool) });
    });
    await page.goto(`${app.fake.origin}${address}`);
    await settle(page);
    await openAxis(page, 'cpu_stacks');
    await openFlame(page);
    return page;
  }
  const selectedRow = (page: Page) => axis(page, 'cpu_stacks').locator('tr.row-selected');
  const selectedFunctions = (page: Page) => page.locator('.flame tr.flame-selected th').allInnerTexts();

  test('have one row, which a frame of each of them selects', async () => {
    const page = await openPooled(address);
    await page.getByLabel('Find a function').fill('memchr');
    await page.getByRole('button', { name: 'memchr', exact: true }).click();
    await selectedRow(page).waitFor();
    expect(await selectedRow(page).innerText()).toContain(pool);
    expect(new URL(page.url()).searchParams.get('frame')).toBe(ofPool);
    await page.reload();
    await selectedRow(page).waitFor();
    expect(await selectedRow(page).innerText()).toContain(pool);
  });

  test('are all selected in the graph by their row, and by its address', async () => {
    const page = await openPooled(address);
    await axis(page, 'cpu_stacks').getByRole('link', { name: pool }).click();
    await page.waitForURL(/frame=/u);
    expect(new URL(page.url()).searchParams.get('frame')).toBe(pool);
    // Not epoll_wait of the same module: it was judged by itself.
    const all = ['memchr', 'write'];
    expect((await selectedFunctions(page)).toSorted()).toEqual(all);
    // Of all its places the widest is the one that the keyboard goes on from.
    expect(await page.getByRole('treeitem').first().textContent()).toContain(ofPool);
    await page.reload();
    await page.locator('.flame tr.flame-selected').first().waitFor();
    expect((await selectedFunctions(page)).toSorted()).toEqual(all);
    expect(await selectedRow(page).innerText()).toContain(pool);
  });
});

describe('what to do', () => {
  test('names the missing replicates, until when they count, the command and the button', async () => {
    const app = await startApp();
    // A replicate that is measured now would answer for another one.
    const image = `checkout@sha256:${'0'.repeat(64)}`;
    app.fake.state.captures = app.fake.state.captures
      .filter(({ request_id: id }) => id !== 'cap_running')
      .map((one) => (one.request_id === 'cap_head' ? { ...one, image } : one));
    const page = await openComparison(app);
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'What to do' }) });
    await openFold(page, 'next');
    const text = await section.innerText();
    expect(text).toMatch(/Confirmation window of 2\.14\.0: 1 of 3 captures taken, open until .* UTC\./u);
    expect(text).toContain('1 replicate of 2.14.0 missing for a verdict, 2 for a confirmed one');
    expect(text).toContain('Captures of one version less than 15 min apart count as one.');
    await section.getByText('As a command').click();
    const command = await section.locator('pre').innerText();
    expect(command).toMatch(/--workload checkout-api --version 2\.14\.0 --env production/u);
    expect(command).toContain(`--kind replicate --duration 60 --warmup 5 --image ${image}`);
    await section.getByRole('button', { name: 'Request a replicate of checkout-api 2.14.0' }).click();
    expect(await isShown(section.getByText('Queued. The outcome'))).toBe(true);
    const asked = app.fake.state.captures.find(
      ({ kind, requested_by: { type } }) => kind === 'replicate' && type === 'person',
    );
    expect(asked).toMatchObject({
      version: '2.14.0',
      duration_sec: 60,
      warmup_sec: 5,
      requested_by: { name: 'Chen Wei' },
    });
  });

  test('is read again when a capture of one of its versions has ended', async () => {
    const app = await startApp();
    const page = await openComparison(app);
    const { state } = app.fake;
    const head = state.captures.find(({ request_id: id }) => id === 'cap_head');
    if (head === undefined) throw new Error('no head');
    state.scenario = 'provisional';
    state.captures = [...state.captures, { ...head, request_id: 'cap_again', kind: 'replicate' }];
    announce(state, { type: 'capture', request_id: 'cap_again' });
    expect(await isShown(page.getByText('Compared: 2.13.4 (3 captures) with 2.14.0 (2 captures)'))).toBe(true);
    expect(
      await isShown(
        page.locator('.next > .fold > summary', { hasText: '1 replicate of 2.14.0 missing for a confirmed' }),
      ),
    ).toBe(true);
  });

  test('is no replicate once the window has closed, because it would come too late', async () => {
    const page = await openComparison(await startApp(), 'late');
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'What to do' }) });
    await openFold(page, 'next');
    const text = await section.innerText();
    expect(text).toContain('Confirmation window of 2.14.0: closed by the first capture of the next version, on');
    expect(text).toContain('The next version opens a new window.');
    expect(await section.getByRole('button').count()).toBe(0);
  });

  test('is nothing once the planned captures were taken, and the page says so', async () => {
    const page = await openComparison(await startApp(), 'confirmed');
    expect(await page.getByRole('heading', { name: 'What to do' }).count()).toBe(0);
    await openFold(page, 'limits');
    expect(await isShown(page.getByText('Confirmation window of 2.14.0: complete since'))).toBe(true);
  });
});

describe('what could not be judged', () => {
  test('says both facts of an axis that cannot be compared, and no direction, rank or number', async () => {
    const page = await openComparison(await startApp());
    await openFold(page, 'limits');
    await openFold(page, 'axes');
    const text = await page.locator('.incomparable').innerText();
    for (const fact of ['complete', 'missing', 'tracefs is not mounted', 'Not comparable: 1 table']) {
      expect(text).toContain(fact);
    }
    const line = await axis(page, 'syscalls').innerText();
    expect(line).toBe(
      'System calls not comparable: 2.13.4: measured; 2.14.0: not measured (syscalls.sys_enter: tracefs is not mounted at /sys/kernel/tracing.)',
    );
    for (const part of [text.replace(/Both values.*/u, ''), line]) {
      expect(part).not.toMatch(/changed|not seen|\bnew\b|→|[+−]\d|×|increase|decrease|faster|slower|more|less/iu);
    }
  });

  test('says one reason once for all its axes, and offers nothing to open', async () => {
    const page = await openComparison(await startApp(), 'not_comparable');
    expect(await page.locator('.incomparable li').count()).toBe(3);
    expect(await page.locator('.incomparable').getByText('ran different executables').count()).toBe(1);
    expect(await page.locator('.axis table, details.axis').count()).toBe(0);
    expect(await page.locator('.finding').count()).toBe(0);
  });

  test('counts what is undecided or too rare by axis, and what was not confirmed', async () => {
    const page = await openComparison(await startApp(), 'confirmed');
    await openFold(page, 'limits');
    expect(await isShown(page.getByText('25 rows judged, 8 of them not decided.'))).toBe(true);
    expect(await isShown(page.getByText('was not confirmed by the third capture'))).toBe(true);
    await page.getByText('Not decided or too rare: 27 rows in 2 tables').click();
    expect(await isShown(page.getByText('CPU by function: 7 not decided, 19 too rare'))).toBe(true);
  });
});

test('the keyboard alone reaches every card, fold and row', async () => {
  const page = await openComparison(await startApp(), 'confirmed');
  await openAxis(page, 'cpu_stacks');
  await openFlame(page);
  await page.locator('main').focus();
  const reached = new Set<string>();
  for (let stops = 0; stops < 120; stops++) {
    await page.keyboard.press('Tab');
    if ((await page.locator(':focus').count()) === 0) break;
    const focused = page.locator(':focus');
    reached.add(((await focused.getAttribute('aria-label')) ?? (await focused.textContent()) ?? '').trim());
  }
  const wanted = await page
    .locator('main :is(.finding, .cause, .fresh) a, main summary, main .axis th a')
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility())
        .map((one) => (one.getAttribute('aria-label') ?? one.textContent).trim()),
    );
  expect(wanted.length).toBeGreaterThan(20);
  expect(wanted.filter((one) => !reached.has(one))).toEqual([]);
});

test.each(['light', 'dark'] as const)(
  'has no accessibility fault in %s, in every state, wide and narrow',
  async (colorScheme) => {
    const app = await startApp();
    const page = await openComparison(app, 'confirmed', { colorScheme });
    for (const scenario of ['provisional', 'confirmed', 'unchanged', 'not_comparable'] as const) {
      app.fake.state.scenario = scenario;
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.reload();
        await settle(page);
        for (const fold of await page.locator('.fold > summary').all()) await fold.click();
        expect([scenario, width, await findAccessibilityFaults(page)]).toEqual([scenario, width, []]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      }
    }
  },
  60_000,
);

test('speaks Portuguese', async () => {
  const page = await openComparison(await startApp(), 'confirmed', { locale: 'pt-BR' });
  for (const fold of await page.locator('.fold > summary').all()) await fold.click();
  const text = await page.locator('main').innerText();
  for (const part of [
    'Gasta CPU em checkout::price_basket (basket.rs:41): 322 µs em vez de 114 µs por requisição (2,8 ×).',
    'Novo em 2.14.0, pergunte se é intencional',
    'intervalo de 95 % de 3,57 a 4,48',
    'O que não pôde ser julgado',
    '41 linhas, nenhuma nova, nenhuma ausente',
    'eventos/s',
    '2.13.4: medido; 2.14.0: não medido (syscalls.sys_enter: tracefs is not mounted',
  ]) {
    expect(text).toContain(part);
  }
});

test('offers every version that was captured, however long ago', async () => {
  const app = await startApp();
  const { state } = app.fake;
  const [head] = state.captures.filter(({ request_id: id }) => id === 'cap_head');
  const many = Array.from({ length: 130 }, (_, index) => ({
    ...head!,
    request_id: `cap_old_${index}`,
    version: `1.${130 - index}.0`,
    requested_at: new Date(Date.UTC(2026, 0, 1) - index * 3_600_000).toISOString(),
  }));
  state.captures = [...state.captures, ...many];
  const page = await app.signIn('member', '/profiling/diff');
  const options = page.getByLabel('Before').locator('option');
  await page.getByLabel('Before').waitFor();
  expect(await options.allTextContents()).toEqual(expect.arrayContaining(['2.13.4', '1.130.0', '1.1.0']));
});

test.each([
  [1280, 800],
  [390, 844],
])('without a choice shows the newest comparison below it, on the first screen at %d × %d', async (width, height) => {
  const app = await startApp();
  const page = await app.signIn('member', '/profiling', { viewport: { width, height } });
  await page.getByRole('link', { name: 'Compare two versions' }).click();
  await page.getByRole('heading', { level: 1, name: 'checkout-api: 2.13.4 → 2.14.0' }).waitFor();
  const chosen = (name: string) => page.getByLabel(name).locator('option:checked').textContent();
  expect([await chosen('Before'), await chosen('After')]).toEqual(['previous version', 'newest version']);
  const box = (await page.locator('.verdict h2').boundingBox())!;
  expect(box.y).toBeLessThan(height);
  expect(await page.getByRole('button', { name: 'Show difference' }).count()).toBe(1);
});

test('lets the reader choose both versions by keyboard and shares the choice in the address', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/profiling/diff');
  await page.getByLabel('Process').selectOption('checkout-api');
  await page.getByLabel('Before').selectOption('2.12.2');
  await page.getByLabel('After').selectOption('2.13.4');
  await page.getByRole('button', { name: 'Show difference' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'checkout-api: 2.12.2 → 2.13.4' }).waitFor();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    workload: 'checkout-api',
    env: 'production',
    from: '2.12.2',
    to: '2.13.4',
  });
});

test('says why there is nothing to compare with', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/profiling/diff?workload=search-indexer&env=production');
  expect(await isShown(page.getByText('there is nothing to compare it with'))).toBe(true);
});

test('labels a difference that uses a recorded capture', async () => {
  const app = await startApp();
  const { state } = app.fake;
  state.captures = state.captures.map((one) => (one.request_id === 'cap_base' ? { ...one, recorded: true } : one));
  const page = await app.signIn('member', address);
  const line = page.getByText('Read with care: a recorded capture, not a measurement of this machine');
  await line.click();
  expect(await isShown(page.getByText('A replay of a recorded capture'))).toBe(true);
  await page.locator('.basis summary').first().click();
  const versions = await page.getByLabel('Before').locator('option').allTextContents();
  expect(versions).toContain('2.13.4 (recorded)');
  expect(versions).toContain('2.14.0');
});
