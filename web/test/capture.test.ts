import { expect, test } from 'vitest';
import { sentinels } from '../dev-server/routes.ts';
import { isShown, settle, useApp } from './open-app.ts';

const startApp = useApp();

test('declares a complete capture fully instrumented in its title [P-INST-1]', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/profiling/captures/cap_head');
  await settle(page);
  const first = page.locator('main > *').first();
  expect(await first.getByRole('heading', { level: 1 }).textContent()).toBe('checkout-api 2.14.0');
  expect(await first.textContent()).toContain('fully instrumented 22 of 22 probes measured.');
  expect(await page.getByRole('region', { name: 'Instrumentation' }).count()).toBe(0);
});

test('declares an incomplete one N of M probes and names each that did not attach and why, above everything else [P-INST-1] [P-INST-2] [P-ERR-10]', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/profiling/captures/cap_partly');
  await settle(page);
  const text = await page.locator('main > *').first().textContent();
  expect(text).toContain('20 of 22 probes');
  expect(text).toContain('files.openat');
  expect(text).toContain('tracefs is not mounted at /sys/kernel/tracing');
  expect(text).toContain('process.exe');
  expect(text).toContain('permission denied reading /proc/4211/ns/pid');
  expect(text).not.toContain('fully instrumented');
});

test('claims nothing about the probes of a capture that did not report them', { tags: ['deep'] }, async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/profiling/captures/cap_oom');
  await settle(page);
  expect(await page.locator('main > *').first().textContent()).toContain('instrumentation not reported');
  await page.goto(`${app.fake.origin}/profiling/captures/cap_waiting`);
  await settle(page);
  expect(await page.locator('main > *').first().textContent()).toContain('not instrumented yet');
});

test(
  'shows the request, who asked, the outcome, the reason and what each instance answered',
  { tags: ['deep'] },
  async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling/captures/cap_partly');
    await settle(page);
    const main = await page.locator('main').innerText();
    for (const fact of [
      'deploy pipeline (capture token)',
      '60 s after 5 s of warm-up',
      'production',
      'main capture',
      'cap_partly',
      'peak 12.3 MiB',
    ]) {
      expect(main).toContain(fact);
    }
    const results = page.getByRole('region', { name: /^Result on each instance/u }).getByRole('row');
    expect(await results.count()).toBe(3);
    expect(await results.nth(2).textContent()).toContain('No process named search-indexer runs on this node.');
  },
);

test(
  'shows each axis with its number, the builds with their processes, and how much was measured',
  { tags: ['deep'] },
  async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling/captures/cap_partly');
    const overview = page.getByRole('region', { name: 'What was measured', exact: true });
    await overview.getByText('8 of 10 measurements are complete. The window was 59.6 s of 60 s.').waitFor();
    const coverage = await overview.innerText();
    expect(coverage).toContain('20 probes took them, and a comparison shows them in 16 tables.');
    expect(coverage).toContain('No request was counted, so amounts are per second only.');
    expect(coverage).toContain(
      '64 processes of the same program ran beside and were not measured: 4213, 4214, 4215 (+61).',
    );
    const tile = (name: string) => overview.getByRole('listitem').filter({ hasText: name });
    expect(await tile('System calls').innerText()).toContain('15,303 calls/s');
    expect(await tile('Network peers').innerText()).toContain('1 seen');
    await tile('CPU by function').getByText('Measure it more exactly').click();
    expect(await tile('CPU by function').innerText()).toContain(
      'Start Java with -XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints',
    );
    expect(await tile('Files').innerText()).toContain('tracefs is not mounted at /sys/kernel/tracing');
    const built = page.getByRole('region', { name: 'Builds measured', exact: true });
    const builds = built.getByRole('row');
    expect(await builds.nth(1).innerText()).toMatch(/search-indexer\s+4be14be14be14be1\s+build id 9f4d2c11a07be3\s+2/u);
    expect(await built.innerText()).toContain('1,204 further processes are not listed; their builds are not known.');
  },
);

test(
  'shows amounts for each request too, where one was counted, and the flame graph before the builds',
  { tags: ['deep'] },
  async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling/captures/cap_head');
    const overview = page.getByRole('region', { name: 'What was measured', exact: true });
    await overview.getByText('A request is a message received or a connection accepted').waitFor();
    const tile = (name: string) => overview.getByRole('listitem').filter({ hasText: name });
    expect(await tile('CPU time').innerText()).toMatch(/1,342 CPU ms\/s\s+2\.79 CPU ms for each request/u);
    expect(await tile('Bytes read and written').innerText()).toContain('9.78 KiB for each request');
    expect(await tile('Files').innerText()).not.toContain('for each request');
    expect((await overview.locator('.tile > .small:first-child').allInnerTexts()).slice(0, 4)).toEqual([
      'CPU time',
      'CPU by function',
      'Memory',
      'Bytes read and written',
    ]);
    expect(
      await isShown(overview.getByText('Nothing seen: Capabilities checked, Memory made executable, Signals received')),
    ).toBe(true);
    const headings = await page.getByRole('heading', { level: 2 }).allInnerTexts();
    const [tiles, flame, builds] = ['What was measured', 'Flame graph', 'Builds measured'].map((one) =>
      headings.indexOf(one),
    );
    expect([tiles !== -1, flame! > tiles!, builds! > flame!]).toEqual([true, true, true]);
  },
);

test('shows how far a running capture is and how long it still takes', { tags: ['deep'] }, async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/profiling/captures/cap_running');
  const bar = page.getByRole('progressbar', { name: 'Progress of the measurement' });
  await bar.waitFor();
  expect(Number(await bar.getAttribute('value'))).toBeGreaterThan(0.5);
  expect(await isShown(page.getByText(/about \d+ s left/u))).toBe(true);
  await page.goto(`${app.fake.origin}/profiling/captures/cap_head`);
  await settle(page);
  expect(await bar.count()).toBe(0);
});

test('shows each moment in the zone of the reader and in UTC', { tags: ['deep'] }, async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/profiling/captures/cap_partly', { timezoneId: 'America/Sao_Paulo' });
  await settle(page);
  const requested = await page.locator('.facts time').first().textContent();
  expect(requested).toMatch(/\d\d:\d\d:\d\d \S*-3 \(.*\d\d:\d\d:\d\d UTC\)$/u);
});

test(
  'lists the processes of the target with what each used and how often each probe saw it',
  { tags: ['deep'] },
  async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling/captures/cap_head');
    const rows = page.getByRole('region', { name: /^Processes/u }).getByRole('row');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(6);
    const [, busiest, , child, , uncounted] = await rows.all();
    expect(await busiest?.innerText()).toMatch(/checkout-api\s+\S*\/checkout-api\s+4211\s+41\.6 s\s+4,120\s+4 probes/u);
    await busiest?.getByText('4 probes').click();
    expect(await busiest?.innerText()).toMatch(/syscalls\s+918,204\s+net_bytes\s+402,113/u);
    expect(await child?.innerText()).toContain('started inside the window · ended inside the window');
    expect(await uncounted?.innerText()).toMatch(/9122\s+not measured\s+not measured\s+not counted separately/u);
    await page.getByText('1,204 further processes are not listed.').waitFor();
  },
);

test('of a capture without a bundle no processes are asked for', { tags: ['deep'] }, async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/profiling/captures/cap_oom');
  await settle(page);
  expect(await page.getByRole('heading', { name: 'Processes' }).count()).toBe(0);
});

test('leads to the difference with the previous version and to the bundle', { tags: ['deep'] }, async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/profiling/captures/cap_head');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the bundle' }).click();
  expect((await download).suggestedFilename()).toBe('cap_head.json.gz');
  await page.getByRole('link', { name: 'Compare with the previous version' }).click();
  await page.getByRole('heading', { level: 1, name: 'checkout-api: 2.13.4 → 2.14.0' }).waitFor();
});

test('labels a recorded capture as no measurement of this machine', { tags: ['deep'] }, async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/profiling/captures/cap_recorded');
  await settle(page);
  expect(await page.locator('main > .notice').first().textContent()).toContain('A replay of a recorded capture');
});

test('shows an answer of the wrong shape as an error, not as a blank page', { tags: ['deep'] }, async () => {
  const app = await startApp();
  const page = await app.signIn('member', `/profiling/captures/${sentinels.garbled}`);
  const alert = page.getByRole('alert');
  await alert.waitFor();
  expect(await alert.textContent()).toContain('Unexpected value: request_id');
});
