/**
 * @module-tag deep
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { settle, useApp } from './open-app.ts';
import { pageAddresses } from './page-addresses.ts';

const startApp = useApp();

/** Words of English sentences that are no Portuguese words. */
const english =
  'the and of is are was were with that not for this which from it has have will can your you by been when where what who';

/**
 * What a page says: its texts, and the names that only assistive technology reads. Not what is marked as English, as
 * code or as another language, and nothing that people and systems have named.
 */
async function sentencesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    for (const fold of document.querySelectorAll('details')) fold.open = true;
    const isOwn = (element: Element): boolean =>
      element.closest('[lang=en], code, pre, .mono, script, noscript, style') === null;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [document.title];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement !== null && isOwn(node.parentElement)) texts.push(node.textContent ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      if (!isOwn(element)) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(element.getAttribute(name) ?? '');
    }
    return texts.map((text) => text.trim()).filter((text) => text !== '');
  });
}

function isEnglish(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}']+/gu) ?? [];
  return words.filter((word) => english.split(' ').includes(word)).length >= 2;
}

test('tells English from Portuguese', () => {
  expect(isEnglish('Which of the operations is not answered?')).toBe(true);
  expect(isEnglish('Quais operações podem ser respondidas, e por quem?')).toBe(false);
});

/** Names of a vendor or a language. */
const names = new Set(['English', 'Read', 'List', 'Write', 'Permissions management']);
const isNamed = (text: string): boolean => names.has(text) || text.startsWith('AWS service authorization reference');

/**
 * Sentences of the fake that no program writes, as a newer one would: they are shown in English, and marked. What the
 * programs write is held against the words in `web/src/words`.
 */
const ofNewer = [
  'A query of one series answered.',
  'It starts an export.',
  'No process of that name runs on any live node.',
  'Set EKS_CLUSTER when this agent serves a cluster; otherwise nothing.',
  // The specification fixes its beginning.
  'collector (ptop) was killed by SIGKILL — OOM kill recorded in the container cgroup; memory limit 256 MiB, swap limit 256 MiB. Raise the limit.',
  'postgres is in no target list of the 2 live Profilers. The list is a file on each node.',
  'syscalls.sys_enter: tracefs is not mounted at /sys/kernel/tracing.',
];
const isOfNewer = (text: string): boolean => text.includes('tracefs is not mounted at /sys/kernel/tracing');

test('no page in Portuguese has an English sentence that is not marked as one', { timeout: 240_000 }, async () => {
  const app = await startApp();
  const page = await app.signIn('owner', '/profiling', { locale: 'pt-BR' });
  const found: string[] = [];
  const marked = new Set<string>();
  for (const address of pageAddresses) {
    await page.goto(`${app.fake.origin}${address}`);
    await settle(page);
    // Words of remedies come with the first sentence that needs them.
    await page.waitForTimeout(500);
    expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
    const sentences = await sentencesOf(page);
    found.push(...sentences.filter((text) => isEnglish(text) && !isOfNewer(text)).map((text) => `${address}: ${text}`));
    for (const text of await page.locator('[lang=en]').allTextContents()) if (!isNamed(text)) marked.add(text);
  }
  expect(found).toEqual([]);
  expect([...marked].toSorted()).toEqual(ofNewer.toSorted());
});
