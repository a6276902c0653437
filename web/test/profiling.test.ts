import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { writeTargets } from '../src/reading/first-commands.ts';
import { announce } from '../dev-server/fake-state.ts';
import { sentinels } from '../dev-server/routes.ts';
import { seedHeadlines } from '../dev-server/seed-headlines.ts';
import { findAccessibilityFaults, isGone, isShown, settle, useApp } from './open-app.ts';

const startApp = useApp();

function requestForm(page: Page) {
  const form = page.getByRole('region', { name: 'Request a capture' });
  return {
    process: form.getByLabel('Process'),
    version: form.getByLabel('Version'),
    environment: form.getByLabel('Environment'),
    submit: form.getByRole('button', { name: 'Request capture' }),
    all: form,
  };
}

describe('the form', () => {
  test('has process, version and environment and nothing else [P-FORM-1]', async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling');
    const { all, submit } = requestForm(page);
    await submit.waitFor();
    expect(
      await all
        .locator('input, select, textarea')
        .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('name'))),
    ).toEqual(['workload', 'version', 'env']);
  });

  test('queues what a member asks for, and the log below shows it with the requester [P-FORM-2]', async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling');
    const form = requestForm(page);
    await form.process.fill('  payments ');
    await form.version.fill('4.0.0');
    await form.environment.fill('staging');
    await form.submit.click();
    await page.getByText('Queued. The outcome appears in the log below.').waitFor();
    const row = page.getByRole('row', { name: /payments 4\.0\.0/u });
    await row.waitFor();
    const text = await row.textContent();
    expect(text).toContain('Chen Wei');
    expect(text).toContain('waiting');
    expect(app.fake.state.captures[0]).toMatchObject({
      workload: 'payments',
      version: '4.0.0',
      env: 'staging',
      kind: 'head',
    });
  });

  test('is answered in the log below, with the outcome and the requester [P-FORM-3]', async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling');
    const form = requestForm(page);
    await form.process.fill('payments');
    await form.version.fill('4.0.0');
    await form.submit.click();
    const row = page.getByRole('row', { name: /payments 4\.0\.0/u });
    await row.getByText('waiting').waitFor();
    const { state } = app.fake;
    const [queued, ...rest] = state.captures;
    const reason = { code: 'not_in_target_list', text: 'payments is in no target list of the live Profilers.' };
    state.captures = [{ ...queued!, progress: undefined, status: 'failed', outcome: 'failed', reason }, ...rest];
    announce(state, { type: 'capture', request_id: queued!.request_id });
    await row.getByText('failed').waitFor();
    const text = await row.textContent();
    expect(text).toContain(reason.text);
    expect(text).toContain('Chen Wei');
  });

  test('can be filled and sent with the keyboard alone', { tags: ['deep'] }, async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling');
    await requestForm(page).process.focus();
    await page.keyboard.type('payments');
    await page.keyboard.press('Tab');
    await page.keyboard.type('4.0.0');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Request capture');
    await page.keyboard.press('Enter');
    await page.getByText('Queued.').waitFor();
    expect(app.fake.state.captures[0]?.env).toBe('');
  });

  test('names an empty field, moves the focus there and sends nothing', { tags: ['deep'] }, async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling');
    const before = app.fake.state.captures.length;
    const form = requestForm(page);
    await form.process.fill('payments');
    await form.submit.click();
    await page.getByText('Enter a version.').waitFor();
    expect(await page.locator(':focus').getAttribute('name')).toBe('version');
    expect(await form.version.getAttribute('aria-invalid')).toBe('true');
    expect(app.fake.state.captures.length).toBe(before);
  });

  test('shows a refusal of the control plane at the field it names', { tags: ['deep'] }, async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling');
    const form = requestForm(page);
    await form.process.fill('payments');
    await form.version.fill('v'.repeat(129));
    await form.submit.click();
    await page.getByText('version must have 1 to 128 characters.').waitFor();
    expect(await page.locator(':focus').getAttribute('name')).toBe('version');
    const described = await form.version.getAttribute('aria-describedby');
    expect(described?.split(' ')).toHaveLength(2);
  });

  test('says when the same request is already in progress', { tags: ['deep'] }, async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling');
    const form = requestForm(page);
    await form.process.fill('ledger');
    await form.version.fill('3.0.1');
    await form.environment.fill('staging');
    await form.submit.click();
    expect(await isShown(page.getByText('already in progress'))).toBe(true);
    await page.getByRole('link', { name: 'See the request' }).click();
    await page.waitForURL('**/profiling/captures/cap_waiting');
  });

  test.each([
    [sentinels.limit, ['Your organization has used all capture requests of this hour.', 'Try again at']],
    [sentinels.disabled, ['The Profiler is not enabled for this organization.', 'Request id']],
    [sentinels.garbled, ['does not match what this page expects', 'Reload the page']],
    [sentinels.down, ['The control plane is not responding.', 'Check that farol-control is running']],
  ])('words the failure of %s with what to do', { tags: ['deep'] }, async (workload, texts) => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling');
    const form = requestForm(page);
    await form.process.fill(workload);
    await form.version.fill('1');
    await form.submit.click();
    const alert = form.all.getByRole('alert');
    await alert.waitFor();
    const shown = await alert.textContent();
    expect(texts.filter((text) => shown?.includes(text) !== true)).toEqual([]);
  });

  test('offers the pipeline command with what was typed, quoted for the shell', { tags: ['deep'] }, async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling');
    const form = requestForm(page);
    await form.process.fill("it's $(id)");
    await form.all.getByText('Request from a pipeline').click();
    const command = await form.all.getByRole('region', { name: 'farol command' }).textContent();
    expect(command).toContain(String.raw`--workload 'it'\''s $(id)'`);
    expect(command).toContain('--kind head');
    expect(command).toContain('FAROL_CA_FILE=ca.pem');
    expect(command).not.toContain('rpcap_');
    const curl = await form.all.getByRole('region', { name: 'curl' }).textContent();
    expect(curl).toContain('--cacert ca.pem');
    expect(curl).toContain('"kind":"head"');
  });
});

describe('the log', () => {
  test('says of each request who asked, what came of it and why [P-OUT-2]', async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling');
    const row = page.getByRole('row', { name: /search-indexer 8\.2\.0/u });
    const text = await row.textContent();
    expect(text).toContain('failed');
    expect(text).toContain('collector (ptop) was killed by SIGKILL — OOM kill recorded in the container cgroup');
    expect(text).toContain('deploy pipeline');
  });

  test('marks an incomplete instrumentation and a recorded capture', { tags: ['deep'] }, async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling');
    const log = page.getByRole('region', { name: /^Capture requests/u });
    expect(await log.getByRole('row', { name: /search-indexer 8\.1\.4/u }).textContent()).toContain('20 of 22 probes');
    expect(await log.getByRole('row', { name: /demo-workload 1\.0\.0/u }).textContent()).toContain('recorded');
  });

  test('follows a capture without a reload', { tags: ['deep'] }, async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling');
    const row = page.getByRole('row', { name: /ledger 3\.0\.1/u });
    await row.getByText('waiting').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    const { state } = app.fake;
    state.captures = state.captures.map((one) =>
      one.request_id === 'cap_waiting'
        ? {
            ...one,
            progress: {
              step: 'running',
              taken_by: ['profiler-node-a'],
              since: new Date().toISOString(),
              phase: 'warming up',
            },
          }
        : one,
    );
    announce(state, { type: 'capture', request_id: 'cap_waiting' });
    await row.getByText('running').waitFor();
    expect(await isShown(row.getByText('warming up'))).toBe(true);
  });

  test('reports that live updates are unavailable, and still refreshes', { tags: ['deep'] }, async () => {
    const app = await startApp();
    app.fake.state.isStreaming = false;
    const page = await app.signIn('member', '/profiling');
    await page.getByText('Live updates unavailable; refreshing every 5 s').waitFor();
    app.fake.state.captures = app.fake.state.captures.filter(({ request_id: id }) => id !== 'cap_waiting');
    expect(await isGone(page.getByRole('row', { name: /ledger 3\.0\.1/u }))).toBe(true);
  });

  test(
    'shows the last known state, and says so, while the control plane is not responding',
    { tags: ['deep'] },
    async () => {
      const app = await startApp();
      const page = await app.signIn('member', '/profiling');
      await page.getByRole('row', { name: /ledger 3\.0\.1/u }).waitFor();
      await page.route('**/api/profiling/captures?*', (route) => route.abort());
      announce(app.fake.state, { type: 'capture', request_id: 'cap_waiting' });
      await page.getByText('This page shows the last known state.').first().waitFor();
      expect(await page.getByRole('row', { name: /ledger 3\.0\.1/u }).count()).toBe(1);
    },
  );

  test('filters and pages by the address, so that a view can be shared', { tags: ['deep'] }, async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling');
    await page.getByRole('link', { name: 'Older' }).click();
    await page.getByRole('link', { name: 'Newest' }).waitFor();
    expect(new URL(page.url()).searchParams.get('cursor')).toBe('25');
    const filter = page.getByRole('search', { name: 'Filter the log' });
    await filter.getByLabel('Outcome').selectOption('failed');
    await filter.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL('**/profiling?status=failed');
    await page.getByRole('row', { name: /postgres/u }).waitFor();
    expect(
      await page
        .getByRole('region', { name: /^Capture requests/u })
        .locator('tbody tr')
        .count(),
    ).toBe(2);
    await page.goBack();
    await page.getByRole('link', { name: 'Newest' }).waitFor();
  });

  test('shows the first steps to an empty organization', { tags: ['deep'] }, async () => {
    const app = await startApp({ isEmpty: true });
    app.fake.state.profilerChanges = [
      { enabled: true, changed_by: 'Ana Lima', changed_at: '2026-01-02T03:04:05.000Z' },
    ];
    const page = await app.signIn('owner', '/profiling');
    await page.getByText('No capture has been requested yet.').waitFor();
    await page.locator('.steps').waitFor();
    expect(await page.locator('.steps a').evaluateAll((links) => links.map((one) => one.getAttribute('href')))).toEqual(
      ['/settings/enrolment', '/settings/tokens'],
    );
    expect(await page.locator('.steps h3').allInnerTexts()).toEqual([
      'List the process to measure',
      'Start a Profiler there',
      'Request the first capture',
    ]);
    const commands = await page.locator('.steps pre').allInnerTexts();
    expect(commands.map((text) => text.trim())).toEqual([
      writeTargets,
      expect.stringContaining(`farol capture request --url ${app.fake.origin}`),
    ]);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await findAccessibilityFaults(page)]).toEqual([width, []]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    }
  });
});

describe('while the Profiler is not enabled', () => {
  test('the page is one panel that enables it, with what that grants', async () => {
    const app = await startApp({ isEmpty: true });
    const page = await app.signIn('admin', '/profiling');
    const panel = page.getByRole('region', { name: 'The Profiler is not enabled for acme' });
    await panel.getByRole('button', { name: 'Enable the Profiler…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Enable the Profiler?' });
    await dialog.getByText('five kernel capabilities').waitFor();
    expect(await page.getByRole('region', { name: 'Request a capture' }).count()).toBe(0);
    expect(await page.getByRole('heading', { level: 2 }).count()).toBe(2);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    expect(app.fake.state.profilerChanges).toEqual([]);
    await dialog.getByRole('button', { name: 'Enable', exact: true }).click();
    await requestForm(page).submit.waitFor();
    // The button that had the focus is gone.
    expect(await page.locator(':focus').getAttribute('name')).toBe('workload');
    expect(app.fake.state.profilerChanges[0]).toMatchObject({ enabled: true, changed_by: 'Bruno Sá' });
  });

  test('a member reads who can enable it', { tags: ['deep'] }, async () => {
    const app = await startApp({ isEmpty: true });
    const page = await app.signIn('member', '/profiling');
    await page.getByText('It can be enabled by: Ana Lima, Bruno Sá.').waitFor();
    expect(await page.locator('main').getByRole('button').count()).toBe(0);
  });

  test('earlier captures are still read, and none is requested', { tags: ['deep'] }, async () => {
    const app = await startApp();
    const { state } = app.fake;
    state.profilerChanges = [{ enabled: false, changed_by: 'Ana Lima', changed_at: '2026-01-02T03:04:05.000Z' }];
    const page = await app.signIn('owner', '/profiling');
    await page.getByRole('row', { name: /ledger 3\.0\.1/u }).waitFor();
    await page.getByText('checkout-api 2.14.0 uses 37 % more CPU').waitFor();
    expect(await page.getByRole('button', { name: /^Request/u }).count()).toBe(0);
    await page.goto(`${app.fake.origin}/profiling/captures/cap_head`);
    await settle(page);
    expect(await page.getByRole('button', { name: /^Request/u }).count()).toBe(0);
  });
});

test.each([
  // One line, where three fields have room beside each other.
  [1280, 800, 40],
  [390, 844, 140],
])(
  'at %d × %d the newest verdict is on the first screen, below the form',
  { tags: ['deep'] },
  async (width, height, maxForm) => {
    const app = await startApp();
    for (const locale of ['en-GB', 'pt-BR']) {
      const page = await app.signIn('member', '/profiling', { viewport: { width, height }, locale });
      const sentence = page.locator('.row-sentence').first();
      await sentence.waitFor();
      const form = (await page.locator('form').first().boundingBox())!;
      const box = (await sentence.boundingBox())!;
      expect(box.y).toBeGreaterThan(form.y + form.height);
      expect(box.y + box.height).toBeLessThan(height);
      expect(form.height).toBeLessThan(maxForm);
      await page.context().close();
      app.fake.state.links.set('link-member', { role: 'member', state: 'fresh' });
    }
  },
);

describe('the processes', () => {
  function rowOf(page: Page, name: RegExp) {
    return page.getByRole('region', { name: /^Processes and their versions/u }).getByRole('row', { name });
  }

  test(
    'have one row for each environment, with their versions in order and what can be compared',
    { tags: ['deep'] },
    async () => {
      const app = await startApp();
      const page = await app.signIn('member', '/profiling');
      const row = rowOf(page, /checkout-api/u);
      await row.getByText('checkout-api 2.14.0 uses 37 % more CPU').waitFor();
      const text = await row.innerText();
      expect(text.replaceAll(/\s+/gu, ' ')).toMatch(/8 earlier 2\.12\.1 2\.12\.2 2\.13\.4 2\.14\.0/u);
      expect(text).toMatch(/1 provisional\s+2 observed/u);
      await rowOf(page, /search-indexer/u)
        .getByText('8.1.4 is the first version measured.')
        .waitFor();
      await rowOf(page, /demo-workload/u)
        .getByText('Only recorded captures')
        .waitFor();
      await row.getByRole('link', { name: '2.13.4 → 2.14.0' }).click();
      await page.getByRole('heading', { level: 1, name: 'checkout-api: 2.13.4 → 2.14.0' }).waitFor();
    },
  );

  test('show the last verdict in the language of the reader', { tags: ['deep'] }, async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling', { locale: 'pt-BR' });
    const row = page.getByRole('row', { name: /checkout-api/u }).first();
    await row.getByText('checkout-api 2.14.0 usa 37 % mais CPU').waitFor();
    const text = await row.innerText();
    expect(text).toMatch(/1 provisório\s+2 observados/u);
    expect(text).toMatch(/2,79 ms 2\.14\.0\s+por requisição/u);
    // Of an earlier version, which had no other sentence.
    app.fake.state.verdicts = seedHeadlines(app.fake.state.captures).map(({ headline, ...one }) => ({
      ...one,
      ...(headline && { headline: { ...headline, lead: undefined } }),
    }));
    await page.reload();
    await row.getByText('2.14.0 acrescenta um par (payments.internal:8443)').waitFor();
  });

  test(
    'draw the CPU time of the last versions, with every figure in its name and in a table',
    { tags: ['deep'] },
    async () => {
      const app = await startApp();
      const page = await app.signIn('member', '/profiling');
      const row = rowOf(page, /checkout-api/u);
      const line = row.getByRole('img', { name: /^CPU time for each request: / });
      const name = await line.getAttribute('aria-label');
      expect(name).toMatch(/2\.12\.0 not measured, .*2\.13\.4 2\.18 ms, 2\.14\.0 2\.79 ms$/u);
      // The version without a figure interrupts the line.
      expect(await line.locator('polyline').count()).toBe(2);
      await row.getByText('Figures').click();
      const figures = row.getByRole('table', { name: /CPU time for each request/u }).getByRole('row');
      await figures.last().waitFor();
      expect(await figures.count()).toBe(9);
      expect(await figures.last().innerText()).toMatch(/2\.14\.0\s+2\.79 ms/u);
      const single = rowOf(page, /search-indexer/u);
      await single.getByText('Figures').click();
      await single.getByRole('table').waitFor();
      expect(await single.innerText()).toContain('(not every capture counted requests)');
    },
  );

  test('are there before their verdicts, which follow without a reload', { tags: ['deep'] }, async () => {
    const app = await startApp();
    const { state } = app.fake;
    const target = { workload: 'checkout-api', env: 'production' };
    state.verdicts = [{ ...target, state: 'pending' }];
    const page = await app.signIn('member', '/profiling');
    const row = rowOf(page, /checkout-api/u);
    await row.getByText('Comparing…').waitFor();
    expect(await row.getByRole('link', { name: '2.13.4 → 2.14.0' }).count()).toBe(1);
    state.verdicts = [{ ...target, state: 'failed' }];
    await row.getByText('The comparison failed. Open it to see why.').waitFor();
    state.verdicts = undefined;
    announce(state, { type: 'capture', request_id: 'cap_head' });
    await row.getByText('checkout-api 2.14.0 uses 37 % more CPU').waitFor();
    expect(await row.getByText('Comparing…').count()).toBe(0);
  });

  test('ask for no replicate that would no longer count', { tags: ['deep'] }, async () => {
    const app = await startApp();
    const { state } = app.fake;
    const longAgo = new Date(Date.now() - 30 * 3_600_000).toISOString();
    state.captures = state.captures.map((one) =>
      one.request_id === 'cap_head' ? { ...one, requested_at: longAgo } : one,
    );
    const page = await app.signIn('member', '/profiling');
    const row = rowOf(page, /checkout-api/u);
    await row.getByText('Not enough captures of 2.14.0 for a confirmed verdict').waitFor();
    expect(await row.getByRole('button').count()).toBe(0);
  });

  test(
    'offer the command for a replicate, with the window, warm-up and image of the head, and request none by themselves',
    { tags: ['deep'] },
    async () => {
      const image = `checkout@sha256:${'0'.repeat(64)}`;
      const app = await startApp();
      const { state } = app.fake;
      state.captures = state.captures.map((one) =>
        one.request_id === 'cap_head' ? { ...one, duration_sec: 30, warmup_sec: 11, image } : one,
      );
      const page = await app.signIn('member', '/profiling');
      const row = rowOf(page, /checkout-api/u);
      await row.getByText('1 replicate of 2.14.0 missing for a verdict, 2 for a confirmed one').waitFor();
      expect(await row.innerText()).toMatch(
        /Before \d\d:\d\d it counts together with the last capture\. Counts until /u,
      );
      expect(await rowOf(page, /search-indexer/u).innerText()).not.toContain('it counts together');
      await row.getByText('As a command').click();
      const command = await row.getByRole('region', { name: /replicate of checkout-api 2\.14\.0/u }).textContent();
      expect(command).toContain(`--kind replicate --duration 30 --warmup 11 --image ${image}`);
      expect(state.captures.filter(({ kind, version }) => kind === 'replicate' && version === '2.14.0')).toHaveLength(
        1,
      );
    },
  );

  test('a button requests the replicate as the person who is signed in', { tags: ['deep'] }, async () => {
    const app = await startApp();
    const { state } = app.fake;
    state.captures = state.captures
      .filter(({ request_id: id }) => id !== 'cap_running')
      .map((one) => (one.request_id === 'cap_head' ? { ...one, duration_sec: 30, warmup_sec: 11 } : one));
    const page = await app.signIn('member', '/profiling');
    const row = rowOf(page, /checkout-api/u);
    await row.getByRole('button', { name: 'Request a replicate of checkout-api 2.14.0' }).click();
    await row.getByText('Queued.').waitFor();
    expect(state.captures[0]).toMatchObject({
      workload: 'checkout-api',
      version: '2.14.0',
      env: 'production',
      kind: 'replicate',
      duration_sec: 30,
      warmup_sec: 11,
      requested_by: { type: 'person', name: 'Chen Wei' },
    });
  });
});

test('the notice of a request follows it: nothing says queued once it has failed', { tags: ['deep'] }, async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/profiling');
  const form = requestForm(page);
  await form.process.fill('payments');
  await form.version.fill('4.0.0');
  await form.submit.click();
  await form.all.getByText('Queued.').waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  const { state } = app.fake;
  const [queued, ...rest] = state.captures;
  const reason = { code: 'not_in_target_list', text: 'payments is in no target list of the live Profilers.' };
  state.captures = [{ ...queued!, progress: undefined, status: 'failed', outcome: 'failed', reason }, ...rest];
  announce(state, { type: 'capture', request_id: queued!.request_id });
  await form.all.getByText('The capture failed.').waitFor();
  const notice = form.all.locator('.notice');
  expect(await notice.textContent()).toContain(reason.text);
  expect(await notice.getAttribute('class')).toContain('notice-bad');
  expect(await form.all.getByText('Queued.').count()).toBe(0);
});

test(
  'the form suggests what was captured before and says how many requests the hour has left',
  { tags: ['deep'] },
  async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling');
    const { all, process } = requestForm(page);
    await page.getByRole('row', { name: /ledger 3\.0\.1/u }).waitFor();
    const listed = (name: string) =>
      all
        .locator(`input[name=${name}] + datalist option`)
        .evaluateAll((options) => options.map((one) => one.getAttribute('value')));
    expect(await listed('workload')).toEqual(['checkout-api', 'search-indexer', 'demo-workload']);
    await process.fill('search-indexer');
    expect(await listed('version')).toEqual(['8.1.4']);
    expect(await listed('env')).toEqual(['production']);
    expect(await isShown(all.getByText('17 of 20 capture requests left in this hour.'))).toBe(true);
  },
);

test(
  'at 390 px each process is a block with its verdict in sight, and nothing scrolls sideways',
  { tags: ['deep'] },
  async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling', { viewport: { width: 390, height: 844 } });
    const sentence = page.getByText('checkout-api 2.14.0 uses 37 % more CPU');
    await sentence.waitFor();
    const box = (await sentence.boundingBox())!;
    expect([box.x >= 0, box.x + box.width <= 390]).toEqual([true, true]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(await page.getByRole('row', { name: /checkout-api 2\.14\.0/u }).count()).toBeGreaterThan(0);
  },
);

test('an unknown address and an unknown capture say so', { tags: ['deep'] }, async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/no/such/page');
  await page.getByText('There is no page at this address.').waitFor();
  await page.goto(`${app.fake.origin}/profiling/captures/nothing`);
  expect(await isShown(page.getByText('Your organization has no capture with this id.'))).toBe(true);
});

test('speaks Portuguese to a Brazilian browser and remembers another choice', { tags: ['deep'] }, async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/profiling', { locale: 'pt-BR' });
  await page.getByRole('heading', { name: 'Pedir uma captura' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
  await page.getByLabel('Idioma', { exact: true }).selectOption('en');
  await page.getByRole('heading', { name: 'Request a capture' }).waitFor();
  await page.reload();
  await settle(page);
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
});

test('a theme other than the system one can be chosen and is remembered', { tags: ['deep'] }, async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/profiling', { colorScheme: 'light' });
  const ground = 'getComputedStyle(document.documentElement).backgroundColor';
  const light = await page.evaluate(ground);
  await page.getByLabel('Theme', { exact: true }).selectOption('dark');
  const dark = await page.evaluate(ground);
  expect(dark).not.toBe(light);
  await page.reload();
  await settle(page);
  expect(await page.evaluate(ground)).toBe(dark);
});
