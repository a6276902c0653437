/** The comparison page under a fault of an instrument: what it shows of an affected axis has no direction in any language. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Diff } from '../../profiler/witness/diff/diff.ts';
import { directionWords } from '../../test/direction-words.ts';
import { compareUnder, noFault } from '../../test/profiler/faulty-comparison.ts';
import { instrumentFaults } from '../../test/profiler/instrument-faults.ts';
import { translateSentence } from '../src/words/sentences-pt-br.ts';
import { settle, useApp } from './open-app.ts';
import { openAxis, openFold, serveComparison } from './open-comparison.ts';

const startApp = useApp();
const address = '/profiling/diff?workload=app&env=production';

/** Opens the page; the function that it returns shows a comparison there. */
async function openPage(locale: string): Promise<(diff: Diff) => Promise<Page>> {
  const app = await startApp();
  const page = await app.signIn('member', '/profiling', { locale });
  let shown: Diff | undefined;
  await serveComparison(page, () => {
    if (shown === undefined) throw new Error('nothing to show yet');
    return shown;
  });
  return async (diff) => {
    shown = diff;
    await page.goto(new URL(address, page.url()).href);
    await page.locator('.axes').waitFor({ state: 'attached' });
    await settle(page);
    return page;
  };
}

/** Whatever its layout: the whole of what the page says about the axis. */
function axisOf(page: Page, axis: string) {
  return page
    .locator(`#axis-${axis}`)
    .locator('xpath=ancestor-or-self::*[contains(concat(" ", @class, " "), " axis ")][1]');
}

const faults = instrumentFaults.filter(({ states, outcome }) => outcome === 'pushed' && Object.keys(states).length > 0);

test.each(['en-GB', 'pt-BR'])(
  'in %s an affected axis has both facts and no direction, colour or table [P-SVC-7]',
  async (locale) => {
    expect(faults.length).toBeGreaterThan(4);
    const show = await openPage(locale);
    for (const fault of faults) {
      const { diff } = await compareUnder(fault);
      const affected = diff!.axes.filter(({ state }) => state === 'not_comparable');
      expect(affected.length).toBeGreaterThan(0);
      const page = await show(diff!);
      await openFold(page, 'axes');
      for (const { axis, reason = '' } of affected) {
        const said = locale === 'pt-BR' ? (translateSentence(reason) ?? reason) : reason;
        const text = await axisOf(page, axis).innerText();
        expect([fault.fault, axis, text]).toEqual([fault.fault, axis, expect.stringContaining(said) as string]);
        expect(text).not.toMatch(directionWords);
        expect(await axisOf(page, axis).getByRole('table').count()).toBe(0);
      }
    }
  },
);

test.each(['en-GB', 'pt-BR'])(
  'in %s the words that are searched for are those of a sound comparison',
  { tags: ['deep'] },
  async (locale) => {
    const { diff } = await compareUnder(noFault);
    const page = await (await openPage(locale))(diff!);
    expect(await openAxis(page, 'files')).toMatch(directionWords);
  },
);
