import { describe, expect, test } from 'vitest';
import { findAccessibilityFaults, settle, useApp } from './open-app.ts';

const startApp = useApp();

const addresses = [
  '/profiling',
  '/profiling?status=failed',
  '/profiling/captures/cap_head',
  '/profiling/captures/cap_partly',
  '/profiling/captures/cap_recorded',
  '/profiling/captures/cap_waiting',
  '/profiling/captures/none',
  '/profiling/captures/cap_removed',
  '/profiling/diff',
  '/profiling/diff?workload=checkout-api&env=production',
  '/profiling/diff?workload=ledger&env=staging',
  '/profiling/diff?workload=checkout-api&env=production&from=1.41.0',
  '/releases/checkout-api?env=production&version=2.14.0',
  '/releases/search-indexer?env=production&version=0.1.0',
  '/releases/none',
  '/fleet',
  '/fleet?state=needs',
  '/fleet/agent-primary',
  '/fleet/profiler-node-d',
  '/fleet/none',
  '/permissions',
  '/permissions?q=metrics',
  '/permissions?without=Compute,Rede&strict=1&from=0.0.9&to=build',
  '/ask',
  '/ask?q=metrics',
  '/ask/metrics.query',
  '/ask/tickets.create',
  '/ask/questions',
  '/settings/profiler',
  '/settings/tokens',
  '/settings/enrolment',
  '/settings/people',
  '/settings/acts',
  '/settings/sign-in',
  '/nothing-here',
];

const schemes = [
  { colorScheme: 'light', tags: [] },
  { colorScheme: 'dark', tags: ['deep'] },
] as const;

describe.each(schemes)('in $colorScheme', ({ colorScheme, tags }) => {
  test('every page of a signed-in owner has no accessibility fault', { tags: [...tags], timeout: 90_000 }, async () => {
    const app = await startApp();
    const page = await app.signIn('owner', '/profiling', { colorScheme });
    for (const address of addresses) {
      await page.goto(`${app.fake.origin}${address}`);
      await settle(page);
      expect([address, await findAccessibilityFaults(page)]).toEqual([address, []]);
    }
  });

  test(
    'what an empty organization, a member, a stranger and a dead link see has no accessibility fault',
    { tags: ['deep'], timeout: 60_000 },
    async () => {
      const app = await startApp({ isEmpty: true });
      const member = await app.signIn('member', '/profiling', { colorScheme });
      for (const address of [
        '/profiling',
        '/profiling/diff',
        '/fleet',
        '/ask',
        '/ask/questions',
        '/settings/profiler',
        '/settings/tokens',
        '/settings/people',
      ]) {
        await member.goto(`${app.fake.origin}${address}`);
        await settle(member);
        expect([address, await findAccessibilityFaults(member)]).toEqual([address, []]);
      }
      const owner = await app.signIn('owner', '/fleet', { colorScheme });
      await settle(owner);
      expect(['/fleet', await findAccessibilityFaults(owner)]).toEqual(['/fleet', []]);
      for (const address of ['/fleet', '/welcome', '/welcome#link-used']) {
        const stranger = await app.open(address, { colorScheme });
        await settle(stranger);
        expect([address, await findAccessibilityFaults(stranger)]).toEqual([address, []]);
      }
    },
  );

  test('dialogs and errors have no accessibility fault', { tags: ['deep'], timeout: 60_000 }, async () => {
    const app = await startApp();
    const page = await app.signIn('owner', '/fleet/profiler-node-b', { colorScheme });
    await page.getByRole('button', { name: 'Revoke…' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.goto(`${app.fake.origin}/settings/enrolment`);
    await page.getByLabel('Name').fill('node-z');
    await page.getByRole('button', { name: 'Create a bootstrap token' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.goto(`${app.fake.origin}/settings/people`);
    await page.getByRole('button', { name: 'Remove Bruno Sá' }).click();
    await page.getByLabel('Revoke these tokens').waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.goto(`${app.fake.origin}/profiling`);
    await page.getByRole('button', { name: 'Request capture' }).click();
    await page.getByText('Enter a process.').waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
  });
});

describe('on a page 320 px wide', () => {
  test('nothing but tables scrolls sideways', { tags: ['deep'], timeout: 60_000 }, async () => {
    const app = await startApp();
    const page = await app.signIn('owner', '/profiling', { viewport: { width: 320, height: 640 } });
    for (const address of addresses) {
      await page.goto(`${app.fake.origin}${address}`);
      await settle(page);
      // A part that is loaded later may still move the rest.
      const surplus = (): Promise<unknown> => page.evaluate('document.documentElement.scrollWidth - innerWidth');
      await expect.poll(surplus, { message: address }).toBe(0);
    }
  });
});

test('the skip link is the first stop of the keyboard and leads to the content', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/fleet');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Tab');
  expect(await page.locator(':focus').textContent()).toBe('Skip to content');
  await page.keyboard.press('Enter');
  expect(await page.locator(':focus').getAttribute('id')).toBe('main');
});

test('nothing moves for who asked for reduced motion', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/fleet', { reducedMotion: 'reduce' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.evaluate('document.getAnimations().length')).toBe(0);
  expect(await page.evaluate('getComputedStyle(document.documentElement).scrollBehavior')).toBe('auto');
});
