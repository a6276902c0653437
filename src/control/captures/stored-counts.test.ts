import { expect, test } from 'vitest';
import {
  judgementVersion,
  noneMeasured,
  type OwnFalseAlarms,
} from '../../../profiler/witness/judge/verdicts/own-false-alarms.ts';
import { Laboratory } from '../../../test/capture-laboratory.ts';
import { bundles } from '../../../test/bundle-desk.ts';
import { ran, sampled } from '../../../test/made-capture.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { describeOnBothStores } from '../../../test/stores.ts';
import type { BundleDesk } from '../bundles/bundle-desk.ts';
import { CaptureDiff } from './capture-diff.ts';
import { StoredCounts } from './stored-counts.ts';

/** A function that works in two ways, each of which lasts for two captures: two comparisons of two, both false. */
const modes = [500, 500, 2500, 2500, 500, 500, 2500, 2500];
const costing = (price: number) => ({
  cpu_stacks: sampled([ran('main', 2000), ran('price', price), ran('parse', 1400)]),
});

describeOnBothStores('how often comparisons were wrong', (store) => {
  const inLaboratory = (work: (laboratory: Laboratory) => Promise<void>): Promise<void> => {
    const clock = new ManualClock();
    return store.with(clock, async (opened) => {
      const laboratory = await Laboratory.open(opened, clock);
      for (const [at, price] of modes.entries()) {
        await laboratory.take({ version: '0', kind: at === 0 ? 'head' : 'replicate', axes: costing(price) });
      }
      await laboratory.takeAll('1', costing(500), 2);
      await laboratory.takeAll('2', costing(1500), 2);
      await work(laboratory);
    });
  };

  /** As another replica, which remembers nothing, reads it; and how often that measured. */
  const readAnew = async ({ store: own, clock }: Laboratory): Promise<{ text: string; measured: number }> => {
    let measured = 0;
    const desk: Pick<BundleDesk, 'measureOwn' | 'measureFamilies' | 'compare' | 'read' | 'makeVector'> = {
      compare: (...asked) => bundles.compare(...asked),
      read: (...asked) => bundles.read(...asked),
      makeVector: (...asked) => bundles.makeVector(...asked),
      measureFamilies: (...asked) => bundles.measureFamilies(...asked),
      measureOwn: (...asked) => {
        measured += 1;
        return bundles.measureOwn(...asked);
      },
    };
    const comparisons = new CaptureDiff(own, desk as BundleDesk, { spacingMs: 0, clock });
    return { text: await comparisons.read('acme', { workload: 'app', env: 'prod' }), measured };
  };

  test('is counted once, and the answer is the same bytes whether it was counted or read', () =>
    inLaboratory(async (laboratory) => {
      const counted = await readAnew(laboratory);
      const read = await readAnew(laboratory);
      expect([counted.measured, read.measured]).toEqual([1, 0]);
      expect(read.text).toBe(counted.text);
      expect(JSON.parse(read.text)).toMatchObject({
        own_false_alarms: { state: 'too_noisy', comparisons: 2, false: 2 },
      });
    }));

  test('is counted again by another judgement, and after another capture of the version', () =>
    inLaboratory(async (laboratory) => {
      const { text } = await readAnew(laboratory);
      const wrong = JSON.stringify({ two: noneMeasured.two, three: noneMeasured.three });
      const older = { judgement: judgementVersion - 1, counts: wrong };
      await laboratory.store.db.updateTable('own_counts').set(older).execute();
      expect(await readAnew(laboratory)).toEqual({ text, measured: 1 });
      expect(await readAnew(laboratory)).toEqual({ text, measured: 0 });
      await laboratory.store.db.updateTable('own_counts').set({ captures: 'of others', counts: wrong }).execute();
      expect(await readAnew(laboratory)).toEqual({ text, measured: 1 });
    }));

  test('goes with the newest capture that it is of, and is not stored without it', () =>
    inLaboratory(async ({ store: { db, ...more } }) => {
      const stored = new StoredCounts({ db, ...more });
      const counts: OwnFalseAlarms = { ...noneMeasured, two: { report: { comparisons: 2, false: 1 }, axes: {} } };
      const ids = (await db.selectFrom('bundles').select('id').orderBy('id').execute()).map(({ id }) => id);
      const set = { organization: 'acme', bundleIds: ids, spacingMs: 0 };
      await stored.keep(set, counts);
      expect(await stored.find(set)).toEqual(counts);
      for (const other of [
        { ...set, spacingMs: 1 },
        { ...set, organization: 'other' },
        { ...set, bundleIds: ids.slice(1) },
      ]) {
        expect(await stored.find(other)).toBeUndefined();
      }
      await db
        .deleteFrom('bundles')
        .where('id', '=', ids.at(-1) ?? '')
        .execute();
      expect(await db.selectFrom('own_counts').select('bundle_id').execute()).toEqual([]);
      await stored.keep(set, counts);
      expect(await stored.find(set)).toBeUndefined();
    }));
});
