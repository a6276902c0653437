import { expect, test } from 'vitest';
import { Laboratory } from '../../../test/capture-laboratory.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { describeOnBothStores } from '../../../test/stores.ts';

describeOnBothStores('the comparison of two versions', (store) => {
  const inLaboratory = (work: (laboratory: Laboratory) => Promise<void>): Promise<void> => {
    const clock = new ManualClock();
    return store.with(clock, async (opened) => {
      await work(await Laboratory.open(opened, clock));
    });
  };

  test('compares the latest head with the latest earlier head of another version [P-SVC-6] [P-VER-3]', () =>
    inLaboratory(async (laboratory) => {
      await laboratory.take({ version: '1' });
      const baseline = await laboratory.take({ version: '2' });
      await laboratory.take({ version: '2', kind: 'replicate' });
      const head = await laboratory.take({ version: '3', file: '/etc/new.conf' });
      const diff = await laboratory.diff();
      expect([diff.baseline.request_id, diff.head.request_id]).toEqual([baseline, head]);
      expect(diff.baseline_replicates).toHaveLength(1);
      const files = diff.axes.find(({ axis }) => axis === 'files');
      expect(files).toMatchObject({ state: 'compared', changes: [{ key: '/etc/new.conf read', change: 'new' }] });
    }));

  test('says how often comparisons of captures of one version were wrong, of all versions in the store', () =>
    inLaboratory(async (laboratory) => {
      for (const version of ['0', '1', '2']) {
        await laboratory.take({ version });
        for (let more = version === '0' ? 7 : 1; more > 0; more -= 1) {
          await laboratory.take({ version, kind: 'replicate' });
        }
      }
      const { own_false_alarms: rate, summary } = await laboratory.diff();
      expect(rate).toMatchObject({ state: 'known', comparisons: 2, false: 0 });
      expect(summary.notes['pt-BR'][0]).toContain('0 de 2 comparações');
    }));

  test('takes the versions that were asked for, in either order', () =>
    inLaboratory(async (laboratory) => {
      const first = await laboratory.take({ version: '1' });
      await laboratory.take({ version: '2' });
      const third = await laboratory.take({ version: '3' });
      const diff = await laboratory.diff('3', '1');
      expect([diff.baseline.request_id, diff.head.request_id]).toEqual([third, first]);
    }));

  test('makes the second head of a version its head and the first one a replicate', () =>
    inLaboratory(async (laboratory) => {
      await laboratory.take({ version: '1' });
      const earlier = await laboratory.take({ version: '2' });
      const later = await laboratory.take({ version: '2' });
      const diff = await laboratory.diff();
      expect(diff.head.request_id).toBe(later);
      expect(diff.head_replicates.map(({ request_id }) => request_id)).toEqual([earlier]);
    }));

  test('compares within one namespace and names what it passed over', () =>
    inLaboratory(async (laboratory) => {
      const baseline = await laboratory.take({ version: '1', namespace: 'shop' });
      await laboratory.take({ version: '2', namespace: 'staging' });
      const failed = await laboratory.take({ version: '2.1', outcome: 'failed' });
      await laboratory.take({ version: '3', namespace: 'shop' });
      const diff = await laboratory.diff();
      expect(diff.baseline.request_id).toBe(baseline);
      expect(diff.baseline_choice.skipped.map(({ request_id }) => request_id)).toEqual([failed]);
    }));

  test('compares captures of the same node where both sides have it', () =>
    inLaboratory(async (laboratory) => {
      await laboratory.take({ version: '1', instances: ['node-1', 'node-2'] });
      await laboratory.take({ version: '2', instances: ['node-2'] });
      const diff = await laboratory.diff();
      expect([diff.baseline.instance, diff.head.instance]).toEqual(['node-2', 'node-2']);
    }));

  test('draws the flame graph of the captures that it compares', () =>
    inLaboratory(async (laboratory) => {
      await laboratory.take({ version: '1' });
      await laboratory.take({ version: '2', namespace: 'staging' });
      await laboratory.take({ version: '1', kind: 'replicate' });
      await laboratory.take({ version: '3' });
      const graph = await laboratory.flame();
      expect(graph).toMatchObject({
        state: 'measured',
        before: { version: '1', captures: 2 },
        after: { version: '3', captures: 1 },
      });
      expect(graph.state === 'measured' && graph.nodes.frame.length).toBeGreaterThan(0);
    }));

  test.each([
    [undefined, undefined, 'no_head'],
    [undefined, '9', 'no_head'],
  ])('from %s to %s says what is missing: %s', (from, to, code) =>
    inLaboratory(async (laboratory) => {
      await expect(laboratory.diff(from, to)).rejects.toMatchObject({ status: 404, code });
      await expect(laboratory.flame(from, to)).rejects.toMatchObject({ status: 404, code });
    }),
  );

  test('says that a first version has no baseline yet', () =>
    inLaboratory(async (laboratory) => {
      await laboratory.take({ version: '1' });
      await expect(laboratory.diff()).rejects.toMatchObject({ status: 404, code: 'no_baseline' });
    }));
});
