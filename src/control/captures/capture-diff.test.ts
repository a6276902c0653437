import { expect, test } from 'vitest';
import { Laboratory } from '../../../test/capture-laboratory.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { ran, sampled } from '../../../test/made-capture.ts';
import { describeOnBothStores } from '../../../test/stores.ts';
import { Diff } from '../../../profiler/witness/diff/diff.ts';
import { MarkerBody } from '../markers/marker-body.ts';
import { MarkerLog } from '../markers/marker-log.ts';

/** A function with so many samples among others. */
const costing = (price: number) => ({
  cpu_stacks: sampled([ran('main', 2000), ran('price', price), ran('parse', 1400)]),
});

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

  test('names the incident that was open while a capture measured, and no other', () =>
    inLaboratory(async (laboratory) => {
      await laboratory.take({ version: '1' });
      const head = await laboratory.take({ version: '2' });
      const { workload, env } = await laboratory.diff();
      const log = new MarkerLog(laboratory.store.db, laboratory.clock);
      const report = (title: string, over: object) =>
        log.record(
          { id: 'token', name: 'alerts', organization: 'acme' },
          MarkerBody.parse({ kind: 'incident', key: title, workload, env, title, ...over }),
        );
      const around = Date.parse((await laboratory.diff()).head.requested_at);
      const at = (seconds: number): string => new Date(around + seconds * 1000).toISOString();
      laboratory.clock.advance(600_000);
      await report('open', { started_at: at(0), ended_at: at(300) });
      await report('earlier', { started_at: at(-86_400), ended_at: at(-86_300) });
      await report('elsewhere', { workload: 'other', started_at: at(0), ended_at: at(300) });
      const { incidents } = await laboratory.diff();
      expect(incidents?.map(({ title }) => title)).toEqual(['open']);
      expect(incidents?.[0]?.captures).toContain(head);
    }));

  test('names an incident of the older capture, however many there were in between', () =>
    inLaboratory(async (laboratory) => {
      const baseline = await laboratory.take({ version: '1' });
      const begun = laboratory.clock.now();
      laboratory.clock.advance(86_400_000);
      await laboratory.take({ version: '2' });
      const { workload, env } = await laboratory.diff();
      const log = new MarkerLog(laboratory.store.db, laboratory.clock);
      const report = (title: string, from: number, to: number) =>
        log.record(
          { id: 'token', name: 'alerts', organization: 'acme' },
          MarkerBody.parse({
            kind: 'incident',
            key: title,
            workload,
            env,
            title,
            started_at: new Date(from).toISOString(),
            ended_at: new Date(to).toISOString(),
          }),
        );
      await report('during the older one', begun - 300_000, begun + 1000);
      for (let at = 1; at <= 30; at += 1) {
        const from = begun + 3_600_000 + at * 600_000;
        await report(`between ${at}`, from, from + 60_000);
      }
      const { incidents, further_incidents: further } = await laboratory.diff();
      expect(incidents).toMatchObject([{ title: 'during the older one', captures: [baseline] }]);
      expect(further).toBeUndefined();
    }));

  test('says the same without its rows, and gives the rows of an axis by themselves', () =>
    inLaboratory(async (laboratory) => {
      await laboratory.takeAll('1', costing(500), 3);
      await laboratory.takeAll('2', costing(1500), 3);
      const { axes, ...whole } = await laboratory.diff();
      const { comparison, axes: summaries, ...summary } = await laboratory.summary();
      expect(summary).toEqual(whole);
      expect(summaries.find(({ axis }) => axis === 'cpu_stacks')?.rows).toMatchObject({ changed: 1 });
      for (const { axis, changes, related } of axes) {
        const own = { comparison, axis, changes, ...(related && { related }) };
        // Whether it was judged for the summary just now, or is judged for the table.
        expect(await laboratory.table(axis, comparison)).toEqual(own);
        if (axis === 'files') await laboratory.diff();
        expect(await laboratory.table(axis)).toEqual(own);
      }
    }));

  test('gives no table of other captures than the summary is of, and none of an axis that is none', () =>
    inLaboratory(async (laboratory) => {
      await laboratory.takeAll('1', costing(500), 2);
      await laboratory.takeAll('2', costing(1500), 2);
      const { comparison } = await laboratory.summary();
      expect((await laboratory.summary()).comparison).toBe(comparison);
      await expect(laboratory.table('no_axis', comparison)).rejects.toMatchObject({
        status: 404,
        code: 'no_such_axis',
      });
      await laboratory.take({ version: '2', kind: 'replicate', axes: costing(1500) });
      await expect(laboratory.table('files', comparison)).rejects.toMatchObject({
        status: 409,
        code: 'comparison_changed',
      });
      const { comparison: next } = await laboratory.summary();
      expect(next).not.toBe(comparison);
      expect((await laboratory.table('files', next)).axis).toBe('files');
    }));

  test('takes the versions that were asked for, in either order', () =>
    inLaboratory(async (laboratory) => {
      const first = await laboratory.take({ version: '1' });
      await laboratory.take({ version: '2' });
      const third = await laboratory.take({ version: '3' });
      const diff = await laboratory.diff('3', '1');
      expect([diff.baseline.request_id, diff.head.request_id]).toEqual([third, first]);
    }));

  test('makes the first head of a version its head and a second one a replicate', () =>
    inLaboratory(async (laboratory) => {
      await laboratory.take({ version: '1' });
      const earlier = await laboratory.take({ version: '2' });
      const later = await laboratory.take({ version: '2' });
      const diff = await laboratory.diff();
      expect(diff.head.request_id).toBe(earlier);
      expect(diff.head_replicates.map(({ request_id }) => request_id)).toEqual([later]);
    }));

  test('compares a version that is rolled back to as it runs now, in a window of its own', () =>
    inLaboratory(async (laboratory) => {
      await laboratory.takeAll('1', costing(500), 3);
      await laboratory.takeAll('2', costing(500), 3);
      const [head, ...replicates] = await laboratory.takeAll('1', costing(1500), 3);
      const { confirmation, summary, ...diff } = await laboratory.diff();
      expect([diff.head.request_id, diff.head_replicates.map((one) => one.request_id)]).toEqual([head, replicates]);
      expect(Date.parse(confirmation?.closes_at ?? '')).toBeGreaterThan(Date.parse(diff.head.requested_at));
      expect(summary.findings[0]).toMatchObject({ axis: 'cpu_stacks', state: 'changed' });
    }));

  test('counts the replicate of the older version that it asked for, and goes on', () =>
    inLaboratory(async (laboratory) => {
      await laboratory.takeAll('1', costing(500), 2);
      await laboratory.take({ version: '2', axes: costing(1500) });
      expect((await laboratory.diff()).summary.replicates_needed.map(({ version }) => version)).toEqual(['1', '2']);
      await laboratory.take({ version: '1', kind: 'replicate', axes: costing(500) });
      for (let more = 2; more > 0; more -= 1) {
        await laboratory.take({ version: '2', kind: 'replicate', axes: costing(1500) });
      }
      const { confirmation, axes } = await laboratory.diff();
      expect(confirmation).toMatchObject({ state: 'closed', closed_by: 'planned', missing: 0 });
      expect(axes.find(({ axis }) => axis === 'cpu_stacks')?.occasions).toEqual({ before: 3, after: 3 });
    }));

  test('is final once its window has closed, to the byte: no later capture of any version changes it', () =>
    inLaboratory(async (laboratory) => {
      await laboratory.takeAll('1', costing(500), 5);
      await laboratory.takeAll('2', costing(1500), 3);
      const read = () => laboratory.comparisons.read('acme', { workload: 'app', env: 'prod', to: '2' });
      const graph = () => laboratory.comparisons.readFlame('acme', { workload: 'app', env: 'prod', to: '2' });
      const [closed, drawn] = [await read(), await graph()];
      expect(Diff.parse(JSON.parse(closed)).confirmation).toMatchObject({ state: 'closed', closed_by: 'planned' });
      for (let more = 0; more < 11; more += 1) {
        await laboratory.take({ version: '2', kind: 'replicate', axes: costing(500 + 100 * more) });
      }
      await laboratory.takeAll('1', costing(1500), 3, 'replicate');
      await laboratory.takeAll('3', costing(300), 8);
      expect(await read()).toBe(closed);
      expect(await graph()).toBe(drawn);
    }));

  test('stays open while what was requested before its end has no outcome', () =>
    inLaboratory(async (laboratory) => {
      await laboratory.take({ version: '1' });
      await laboratory.take({ version: '2' });
      laboratory.clock.advance(23 * 3_600_000);
      const replicate = await laboratory.request({ version: '2', kind: 'replicate' });
      laboratory.clock.advance(2 * 3_600_000);
      expect((await laboratory.diff()).confirmation?.state).toBe('open');
      await laboratory.cancel(replicate);
      expect((await laboratory.diff()).confirmation).toMatchObject({ state: 'closed', closed_by: 'time' });
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
      await laboratory.takeAll('3', {}, 7);
      const { baseline_replicates, head_replicates } = await laboratory.diff();
      expect([baseline_replicates.length, head_replicates.length]).toEqual([1, 2]);
      const graph = await laboratory.flame();
      expect(graph).toMatchObject({
        state: 'measured',
        before: { version: '1', captures: 2 },
        after: { version: '3', captures: 3 },
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
