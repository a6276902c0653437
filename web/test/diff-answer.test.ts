/**
 * @module-tag deep
 */
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { toComparison } from '../../test/corpus/read-pairs.ts';
import { readPair } from '../../test/corpus/stored-pair.ts';
import type { Diff } from '../../profiler/witness/diff/diff.ts';
import type { Answer, Summary } from '../../profiler/witness/diff/summary.ts';
import { compare } from '../../profiler/witness/say/compare.ts';
import { compareFlameGraphs } from '../../profiler/witness/say/flame/build-flame-graph.ts';
import { findAccessibilityFaults, isShown, settle, useApp } from './open-app.ts';
import { axis, comparisonAddress, openComparison, openFold, serveComparison } from './open-comparison.ts';

const startApp = useApp();

/** Of what somebody who reads the first screen would have to look up. */
const jargon =
  /\b(?:keys?|axis|axes|undecided|confirmation window|unit of work|chaves?|eixos?|sem decisão|janela de confirmação)\b/iu;

/** A comparison of a real service with what its captures say of it. */
function ofPair(id: string): Diff & { readonly summary: Summary & { readonly answer: Answer } } {
  const diff = compare(toComparison(readPair(id)));
  const { answer } = diff.summary;
  if (answer === undefined) throw new Error(`${id} has no answer`);
  return { ...diff, summary: { ...diff.summary, answer } };
}

/** The page of a comparison as `diff` has it. */
async function open(diff: Diff, options: BrowserContextOptions = {}): Promise<Page> {
  const app = await startApp();
  const page = await app.signIn('member', '/fleet', options);
  await serveComparison(page, () => diff);
  await page.goto(`${app.fake.origin}${comparisonAddress}`);
  await settle(page);
  return page;
}

async function read(place: Locator): Promise<string> {
  return (await place.innerText()).replaceAll(/\s+/gu, ' ').trim();
}

/** Each part after the one before. */
function expectInOrder(text: string, parts: readonly string[]): void {
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    expect([part, text, at]).not.toEqual([part, text, -1]);
    from = at + part.length;
  }
}

describe.each([
  {
    browser: 'en-GB',
    language: 'en',
    words: {
      sure: 'How sure: confirmed',
      start: 'Where to start:',
      evidence: 'Evidence',
      fresh: 'New in 2.0, ask whether it is meant',
      explained: ['Three or more captures of each version show it', 'It rests on 3 captures of 1.0 and 3 of 2.0.'],
      measured: 'Programs started and ended start /usr/bin/expr none → 1 event for each request',
    },
  },
  {
    browser: 'pt-BR',
    language: 'pt-BR',
    words: {
      sure: 'Quanta certeza: confirmado',
      start: 'Por onde começar:',
      evidence: 'Evidência',
      fresh: 'Novo em 2.0, pergunte se é intencional',
      explained: ['Três ou mais capturas de cada versão mostram isto', 'Baseia-se em 3 capturas de 1.0 e 3 de 2.0.'],
      measured: 'Programas iniciados e encerrados start /usr/bin/expr nada → 1 evento por requisição',
    },
  },
] as const)('in $browser', ({ browser, language, words }) => {
  test('a comparison says first what it costs, then the cause with its place, then what is new, then its account', async () => {
    const diff = ofPair('c-invoices');
    const { lead, causes, fresh: found, account } = diff.summary.answer;
    const page = await open(diff, { locale: browser });
    const text = await read(page.locator('.verdict'));
    expectInOrder(text, [
      lead[language],
      words.sure,
      causes[0]!.sentence[language],
      'check_invoice (invoices)',
      'invoices.c:8',
      words.start,
      causes[0]!.look[language],
      words.evidence,
      words.fresh,
      found[0]!.text[language],
      found.at(-1)!.text[language],
      account[language],
    ]);
    expect(text).not.toMatch(jargon);
    expect(await page.getByRole('listitem').filter({ hasText: words.start }).count()).toBe(1);
  });

  test('how sure it is and its evidence unfold by the keyboard, and say it in words', async () => {
    const page = await open(ofPair('c-invoices'), { locale: browser });
    const badge = page.locator('.lead .sure summary');
    await badge.focus();
    expect(await read(badge)).toBe(words.sure);
    await page.keyboard.press('Enter');
    for (const sentence of words.explained) expect(await isShown(page.locator('.lead').getByText(sentence))).toBe(true);
    const row = page.locator('.evidence li').first();
    expect(await row.isVisible()).toBe(false);
    // The badge of the card, its function, and its evidence.
    for (let stop = 0; stop < 3; stop++) await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe(words.evidence);
    await page.keyboard.press('Space');
    expect(await isShown(row)).toBe(true);
    expect(await read(row)).toBe(words.measured);
    expect(await read(page.locator('.lead'))).not.toMatch(jargon);
  });
});

test('the function of a cause leads to its frames, an amount and what is new to their rows', async () => {
  const page = await open(ofPair('c-invoices'));
  const { before, after } = readPair('c-invoices').bundles;
  await page.route('**/api/profiling/diff/flame?**', (route) =>
    route.fulfill({ json: compareFlameGraphs(before, after) }),
  );
  await page.getByRole('link', { name: 'Frame in the flame graph: check_invoice (invoices)' }).click();
  expect(new URL(page.url()).searchParams.get('frame')).toBe('check_invoice (invoices)');
  await page.locator('.flame canvas').waitFor();
  expect(await page.getByRole('treeitem').first().textContent()).toContain('check_invoice (invoices)');
  await page.locator('.fresh').getByRole('link', { name: 'the program /usr/bin/expr' }).click();
  const selected = axis(page, 'processes').locator('tr.row-selected');
  expect(await isShown(selected)).toBe(true);
  expect(await selected.innerText()).toContain('start /usr/bin/expr');
  await page.getByText('Evidence').click();
  await page.locator('.evidence').getByRole('link', { name: 'sleep wait4' }).click();
  expect(await isShown(axis(page, 'off_cpu_sites').locator('tr.row-selected'))).toBe(true);
});

test('where no difference was found it says how small a one would have been, and no table is open', async () => {
  const page = await open(ofPair('nginx-same'));
  const text = await read(page.locator('.verdict'));
  expectInOrder(text, ['no change of response time or CPU was found', 'How sure: enough captures', 'No difference']);
  expect(await page.locator('.cause, .fresh, .others').count()).toBe(0);
  expect(await page.locator('main details[open]').count()).toBe(0);
  await page.locator('.lead .sure summary').click();
  expect(await isShown(page.getByText('a smaller one may exist. It rests on 3 captures of 1.0 and 3 of 2.0.'))).toBe(
    true,
  );
});

test('what is still missing is one line, and says in the badge what would make it surer', async () => {
  const page = await openComparison(await startApp());
  expect(await read(page.locator('.lead .sure summary'))).toBe('How sure: too few captures');
  await page.locator('.lead .sure summary').click();
  expect(await read(page.locator('.lead .sure p'))).toMatch(
    /^There are too few captures .* It rests on 3 captures of 2\.13\.4 and 1 of 2\.14\.0\. Further captures would make it surer: 2 of 2\.14\.0, until .* UTC\. Captures of one version less than 15 min apart count as one\.$/u,
  );
  expect(await read(page.locator('.next'))).toBe(
    'What to do 1 replicate of 2.14.0 missing for a verdict, 2 for a confirmed one',
  );
});

describe('a reservation', () => {
  const ofLoad = 'the load of the two sides differs by a factor of 2.06';
  const loaded = { ...ofPair('redis-load'), load_factor: 2.06, caveats: [ofLoad] };

  test('that is the only one is a line', async () => {
    const page = await open(loaded);
    expect(await read(page.locator('.verdict .notice'))).toBe(`Read with care: ${ofLoad}`);
  });

  test.each(['en-GB', 'pt-BR'])('is named in one line with the other grave ones, in %s', async (locale) => {
    const mixed = 'captures of 2.0 ran different executables: a (1234567) and b (7654321), and c (abcdef0)';
    const page = await open(
      { ...loaded, recorded: true, caveats: [ofLoad, mixed, 'kernel differs: 6.1 and 6.2'] },
      { locale },
    );
    const line = page.locator('.verdict .notice');
    expect(await read(line)).toBe(
      locale === 'en-GB'
        ? 'Read with care: a recorded capture, not a measurement of this machine; captures of one version ran different executables; the newer version had 2.06 times the load; 1 more'
        : 'Leia com cuidado: uma captura gravada, não uma medição desta máquina; capturas de uma versão executaram executáveis diferentes; a versão mais nova teve 2,06 vezes a carga; mais 1',
    );
    await line.locator('summary').press('Enter');
    expect(await line.getByRole('listitem').count()).toBe(4);
    expect(await isShown(line.getByText('6.1'))).toBe(true);
  });
});

/** More than a real pair has: five causes, everything new that is listed, and every reservation. */
function fullest(): Diff {
  const diff = ofPair('c-invoices');
  const { answer } = diff.summary;
  const causes = ['c-invoices', 'go-reports', 'redis-durable', 'c-events', 'go-sessions'].flatMap((id) =>
    ofPair(id).summary.answer.causes.slice(0, 1),
  );
  const [first] = answer.fresh;
  const axes = ['capabilities', 'processes', 'executable_memory', 'network', 'files', 'file_changes'];
  const path = `/usr/lib/x86_64-linux-gnu/${'of-a-long-name/'.repeat(2)}`;
  const fresh = axes.flatMap((name) =>
    [1, 2, 3].map((at) => ({
      ...first!,
      axis: name,
      key: `${name} ${at}`,
      text: { en: `the file ${path}${at}`, 'pt-BR': `o arquivo ${path}${at}` },
      others: at === 1 ? 7 : 0,
    })),
  );
  const needed = { version: '2.0', for_verdict: 0, for_confirmed: 1, duration_sec: 60, warmup_sec: 5 };
  return {
    ...diff,
    recorded: true,
    load_factor: 2.4,
    caveats: ['the load of the two sides differs by a factor of 2.40', 'CPU model differs: EPYC 7B13 and EPYC 9B14'],
    summary: { ...diff.summary, replicates_needed: [needed], answer: { ...answer, causes, more_causes: 2, fresh } },
  };
}

describe.each(['en-GB', 'pt-BR'])('in %s', (locale) => {
  test('five causes and all that is new take at most 3 screens of a desk and 6 of a phone, none wider than it', async () => {
    const page = await open(fullest(), { locale });
    for (const [width, height, screens] of [
      [1280, 800, 3],
      [390, 844, 6],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await page.locator('.cause').count()).toBe(5);
      expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThanOrEqual(
        height * screens,
      );
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      for (const fold of await page.locator('.verdict summary').all()) await fold.click();
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      expect(await findAccessibilityFaults(page)).toEqual([]);
      for (const fold of await page.locator('.verdict summary').all()) await fold.click();
    }
  });
});

test('a comparison of an earlier version, which had no answer, says its sentence and its findings first', async () => {
  const app = await startApp();
  app.fake.state.isEarlier = true;
  const page = await openComparison(app, 'confirmed');
  const text = await read(page.locator('.verdict'));
  expect(text).toMatch(/^2\.14\.0 adds a peer/u);
  expect(await page.locator('.verdict .finding').count()).toBeGreaterThan(3);
  expect(await page.locator('.cause, .lead, .others').count()).toBe(0);
  await openFold(page, 'axes');
  expect(await isShown(axis(page, 'cpu_stacks'))).toBe(true);
});
