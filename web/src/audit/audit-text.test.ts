/** Derived from the API: a kind of act, a detail of one or an outcome that a page does not word fails here. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { refusalsIn } from '../../../scripts/generate/troubleshooting/refusals.ts';
import { sourcesIn } from '../../../scripts/generate/scan-source.ts';
import { ActDetail, ActKind, type AuditEntry, AuditKind } from '../../../src/control/api/api.ts';
import { faultTable } from '../../../src/core/fault.ts';
import { allWords, loadLaterWords, locales, switchLocale } from '../words/words.ts';
import { sayOutcome, sayWhat } from './audit-text.ts';

// The language is written to the page, and there is no page here.
afterAll(() => void vi.unstubAllGlobals());

const detail: Required<ActDetail> = {
  role: 'member',
  token: 'bootstrap',
  class: 'agent',
  uses: 3,
  scopes: ['metrics'],
  overlap_hours: 4,
  tokens_kept: true,
  tokens_revoked: 2,
  way: 'passkey',
  version: '9.9.9',
  key: 'authority',
};

const entry = (over: Partial<AuditEntry>): AuditEntry => ({
  id: 'act-1',
  at: '2026-01-01T00:00:00.000Z',
  kind: 'question',
  by: { type: 'person', id: 'p-1', name: 'Ana' },
  subject: { id: 's-1', name: 'the subject' },
  outcome: 'ok',
  detail: {},
  ...over,
});

const sentences = (given: AuditEntry['detail']): string[] =>
  ActKind.options.map((kind) => sayWhat(entry({ kind, detail: given })));

describe.each(locales.map(({ locale }) => locale))('in %s', (locale) => {
  beforeAll(async () => {
    vi.stubGlobal('document', { documentElement: {} });
    await loadLaterWords();
    await switchLocale(locale);
  });

  test('every kind of act has a sentence and a word in the filter, each its own', () => {
    expect(Object.keys(allWords().audit.kinds).toSorted()).toEqual(ActKind.options.toSorted());
    for (const texts of [sentences(detail), Object.values(allWords().audit.kinds)]) {
      expect(texts.filter((text) => text.trim() === '' || text.includes('undefined'))).toEqual([]);
      expect(new Set(texts).size).toBe(ActKind.options.length);
    }
    expect(AuditKind.options.filter((kind) => sayWhat(entry({ kind })) === '')).toEqual([]);
  });

  test('every detail of an act is worded in at least one sentence', () => {
    const whole = sentences(detail);
    const unworded = Object.keys(ActDetail.shape).filter((field) => {
      const without = Object.fromEntries(Object.entries(detail).filter(([key]) => key !== field));
      return sentences(ActDetail.parse(without)).every((text, at) => text === whole[at]);
    });
    expect(unworded).toEqual([]);
  });

  test('every outcome of a question is worded: faults of Agents and refusals of the routes that ask', () => {
    const sources = ['src/control/operations', 'src/control/asking', 'src/control/mcp'].flatMap((folder) =>
      sourcesIn(folder),
    );
    const refused = sources.flatMap((file) =>
      refusalsIn(file).flatMap(({ refusals }) => refusals.map(({ code }) => code)),
    );
    // `read_only` is computed, so the source does not say it beside its refusal.
    const codes = ['unknown', 'read_only', ...Object.keys(faultTable), ...refused];
    expect(refused).toEqual(expect.arrayContaining(['no_live_agent', 'too_many_calls']));
    expect(codes.filter((code) => !Object.hasOwn(allWords().audit.outcomeCodes, code))).toEqual([]);
    expect(sayOutcome(entry({ outcome: 'of_a_newer_agent' }))).toBe('of_a_newer_agent');
    expect(sayOutcome(entry({ outcome: 'constructor' }))).toBe('constructor');
  });
});
