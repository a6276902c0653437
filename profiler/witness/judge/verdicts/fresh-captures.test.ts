import { describe, expect, test } from 'vitest';
import { makeCapture } from '../../../../test/made-bundle.ts';
import { makeRecord, ran, sampled } from '../../../../test/made-capture.ts';
import { diffOf } from '../../../../test/made-diff.ts';
import type { ConfirmationWindow } from '../captures/occasions.ts';
import type { ComparedCapture } from '../comparable/counted-captures.ts';
import { describeWindow } from './fresh-captures.ts';
import { sayConfirmation } from '../../say/summary/summary-facts.ts';

const { axes } = makeRecord();
const capture = (version: string, price = 500): ComparedCapture =>
  makeCapture(version, { ...axes, cpu_stacks: sampled([ran('main', 2000), ran('price', price), ran('parse', 1400)]) });
/** Captures are made an hour apart, in the order of these calls. */
const side = (version: string, ...prices: number[]): ComparedCapture[] =>
  prices.map((price) => capture(version, price));

const windowOf = (taken: number, change: Partial<ConfirmationWindow> = {}): ConfirmationWindow => ({
  state: 'closed',
  closesAt: Date.UTC(2026, 10, 23),
  closedBy: 'planned',
  occasions: taken,
  missing: 3 - taken,
  wants: { baseline: false, head: false },
  ...change,
});

describe('the confirmation window of a comparison [P-SVC-6b]', () => {
  test('is open after the head, and the headline says what can confirm it and until when', () => {
    const open = { state: 'open', closedBy: undefined, wants: { baseline: false, head: true } } as const;
    const { confirmation, summary } = diffOf(side('v1', 500, 505, 495), side('v2', 1500, 1490), {
      window: windowOf(2, open),
    });
    expect(confirmation).toEqual({
      state: 'open',
      closes_at: '2026-11-23T00:00:00.000Z',
      occasions: 2,
      missing: 1,
      withdrawn: [],
    });
    expect(summary.window).toEqual({ state: 'open', until: '2026-11-23T00:00:00.000Z', missing: 1 });
    expect(summary.sentence).toContain('Until 2026-11-23 00:00 UTC, 1 more replicate of v2 can confirm it.');
    expect(summary.sentences['pt-BR']).toContain('mais 1 réplica de v2 pode confirmar');
  });

  test('asks for captures of the versions alone of which more would count', () => {
    const needed = (wants: ConfirmationWindow['wants']): string[] => {
      const window = windowOf(1, { state: 'open', wants });
      return diffOf(side('v1', 500), side('v2', 500), { window }).summary.replicates_needed.map((one) => one.version);
    };
    expect(needed({ baseline: true, head: true })).toEqual(['v1', 'v2']);
    expect(needed({ baseline: true, head: false })).toEqual(['v1']);
    expect(needed({ baseline: false, head: false })).toEqual([]);
  });

  test.each([
    ['the newer version lacks captures', windowOf(1, { closedBy: 'next_version' })],
    ['the older version lacks captures', windowOf(3, { closedBy: 'time' })],
  ])('says that it closed without enough replicates where %s', (_which, window) => {
    const { summary } = diffOf(side('v1', 500), side('v2', 500), { window });
    expect(summary.sentence).toContain('The confirmation window of v2 closed without enough replicates.');
    expect(summary.window?.ended).toBe('closed_without_replicates');
  });

  test('says how a window with all planned captures ended', () => {
    const before = side('v1', 500, 505, 495);
    const end = (...prices: number[]) => diffOf(before, side('v2', ...prices), { window: windowOf(3) }).summary;
    const [same, more] = [end(500, 500, 500), end(1500, 1490, 1510)];
    expect([same.window?.ended, more.window?.ended]).toEqual(['nothing_to_confirm', 'not_confirmed']);
    expect(same.sentence).not.toContain('confirm');
    // Without a unit of work a change stays suspected.
    expect(more.sentence).toContain('No change was confirmed.');
    expect(more.sentences['pt-BR']).toContain('Nenhuma mudança foi confirmada.');
    const finding = { axis: 'cpu_stacks', key: 'price (app)', state: 'changed', level: 'confirmed' } as const;
    expect(sayConfirmation(describeWindow(windowOf(3), []), [finding]).window?.ended).toBe('confirmed');
    const gone = { axis: 'cpu_stacks', key: 'price (app)', ended: 'went_away' } as const;
    expect(sayConfirmation(describeWindow(windowOf(3), [gone]), []).window?.ended).toBe('went_away');
  });

  test('names what two occasions suggested and the third did not confirm', () => {
    const before = side('v1', 500, 500, 500);
    const after = side('v2', 1500, 1500, 300);
    const { confirmation, summary } = diffOf(before, after, { window: windowOf(3) });
    expect(confirmation?.withdrawn).toContainEqual({ axis: 'cpu_stacks', key: 'price (app)', ended: 'not_confirmed' });
    expect(summary.findings.filter(({ key }) => key === 'price (app)')).toEqual([]);
    expect(summary.window?.ended).toBe('not_confirmed');
    expect(summary.sentence).toContain('No change was confirmed.');
  });

  test('does not exist offline, unless a time is named', () => {
    expect(diffOf(side('v1', 500), side('v2', 500))).not.toHaveProperty('confirmation');
    expect(diffOf(side('v1', 500), side('v2', 500)).summary).not.toHaveProperty('window');
  });
});
