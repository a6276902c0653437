import { describe, expect, test } from 'vitest';
import { makeCapture } from '../../test/made-bundle.ts';
import { makeRecord, ran, sampled } from '../../test/made-capture.ts';
import { diffOf } from '../../test/made-diff.ts';
import type { ComparedCapture } from './compare.ts';

const hour = 3_600_000;
const { axes } = makeRecord();
const capture = (version: string, price = 500): ComparedCapture =>
  makeCapture(version, { ...axes, cpu_stacks: sampled([ran('main', 2000), ran('price', price), ran('parse', 1400)]) });
/** Captures are made an hour apart, in the order of these calls. */
const side = (version: string, ...prices: number[]): ComparedCapture[] =>
  prices.map((price) => capture(version, price));
const startOf = ({ vector }: ComparedCapture): number => Date.parse(vector.window.start_wall);

describe('the confirmation window of a comparison [P-SVC-6b]', () => {
  test('is open after the head, and the headline says what can confirm it and until when', () => {
    const before = side('v1', 500, 505, 495);
    const after = side('v2', 1500, 1490);
    const opened = startOf(after[0]!);
    const { confirmation, summary } = diffOf(before, after, { fresh: { now: opened + 2 * hour } });
    const until = new Date(opened + 24 * hour).toISOString();
    expect(confirmation).toEqual({
      state: 'open',
      closes_at: until,
      occasions: 2,
      missing: 1,
      left_out: 0,
      withdrawn: [],
    });
    expect(summary.sentence).toContain(
      `Until ${until.slice(0, 16).replace('T', ' ')} UTC, 1 more replicate of v2 can confirm it.`,
    );
    expect(summary.sentences['pt-BR']).toContain('mais 1 réplica de v2 pode confirmar');
  });

  test('closes with the third occasion: later captures do not count, and the answer no longer depends on the time', () => {
    const before = side('v1', 500, 505, 495);
    const after = side('v2', 1500, 1490, 1510, 4000);
    const at = (now: number) => diffOf(before, after, { fresh: { now } });
    const closed = at(startOf(after[3]!) + hour);
    expect(closed.confirmation).toMatchObject({ state: 'closed', closed_by: 'planned', missing: 0, left_out: 1 });
    expect(closed.head_replicates).toHaveLength(2);
    expect(closed.axes.find(({ axis }) => axis === 'cpu_stacks')?.occasions).toEqual({ before: 3, after: 3 });
    expect(at(startOf(after[3]!) + 999 * hour)).toEqual(closed);
  });

  test('closes with the first capture of the next version, and says that replicates are missing', () => {
    const before = side('v1', 500, 505, 495);
    const after = side('v2', 1500, 1490);
    const nextVersionAt = startOf(after[0]!) + hour / 2;
    const { confirmation, summary } = diffOf(before, after, { fresh: { now: nextVersionAt + hour, nextVersionAt } });
    expect(confirmation).toMatchObject({
      state: 'closed',
      closed_by: 'next_version',
      occasions: 1,
      missing: 2,
      left_out: 1,
    });
    expect(summary.sentence).toContain('The confirmation window of v2 closed without enough replicates.');
  });

  test('names what two occasions suggested and the third did not confirm', () => {
    const before = side('v1', 500, 500, 500);
    const after = side('v2', 1500, 1500, 300);
    const { confirmation, summary } = diffOf(before, after, { fresh: { now: startOf(after[2]!) + hour } });
    expect(confirmation?.withdrawn).toContainEqual({ axis: 'cpu_stacks', key: 'price (app)', ended: 'not_confirmed' });
    expect(summary.findings.filter(({ key }) => key === 'price (app)')).toEqual([]);
  });

  test('does not exist offline', () => {
    expect(diffOf(side('v1', 500), side('v2', 500))).not.toHaveProperty('confirmation');
  });
});
