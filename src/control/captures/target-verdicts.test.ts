import { expect, test, vi } from 'vitest';
import { bundles } from '../../../test/bundle-desk.ts';
import { Laboratory } from '../../../test/capture-laboratory.ts';
import { carried, connected, networkOf } from '../../../test/made-capture.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { describeOnBothStores } from '../../../test/stores.ts';
import { ProfilingVerdicts } from '../api/api.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import { TargetVerdicts } from './target-verdicts.ts';

const serving = (messages: number) => ({
  network: networkOf([connected('10.0.0.5')], { traffic: [{ ...carried('received', 9000), messages }] }),
});

const near = (value: number) => expect.closeTo(value, 6) as number;

class Scene {
  readonly laboratory: Laboratory;
  readonly verdicts: TargetVerdicts;
  readonly errors: unknown[] = [];
  /** Workloads that were compared, in order. */
  readonly compared: string[] = [];
  refusal: Error | undefined;

  constructor(laboratory: Laboratory) {
    this.laboratory = laboratory;
    const { store, clock, comparisons } = laboratory;
    this.verdicts = new TargetVerdicts({
      store,
      bundles,
      clock,
      diff: {
        read: async (organization, query) => {
          this.compared.push(query.workload);
          if (this.refusal !== undefined) throw this.refusal;
          return comparisons.read(organization, query);
        },
      },
      onError: (error) => this.errors.push(error),
    });
  }

  async read(organization = 'acme'): Promise<ProfilingVerdicts['targets']> {
    return ProfilingVerdicts.parse(await this.verdicts.read(organization)).targets;
  }

  /** Asks again until nothing is pending, as the page does. */
  settled(): Promise<ProfilingVerdicts['targets']> {
    return vi.waitFor(async () => {
      const targets = await this.read();
      if (targets.some(({ state }) => state === 'pending')) throw new Error('some are pending');
      return targets;
    }, 10_000);
  }
}

describeOnBothStores('what the start page says of each process', (store) => {
  const onScene = (work: (scene: Scene) => Promise<void>): Promise<void> => {
    const clock = new ManualClock();
    return store.with(clock, async (opened) => {
      const scene = new Scene(await Laboratory.open(opened, clock));
      await work(scene);
      scene.verdicts.close();
    });
  };

  test('is pending at first, then the headline of the latest two versions and the cost of all', () =>
    onScene(async (scene) => {
      const { laboratory } = scene;
      await laboratory.take({ version: '1', axes: serving(1000) });
      await laboratory.take({ version: '2', axes: serving(2000) });
      await laboratory.take({ version: '2', kind: 'replicate', axes: serving(4000) });
      await laboratory.take({ version: '3', file: '/etc/new.conf', axes: serving(3000) });
      expect(await scene.read()).toEqual([{ workload: 'app', env: 'prod', state: 'pending' }]);
      const [target] = await scene.settled();
      expect(target).toMatchObject({
        state: 'ready',
        headline: { from: '2', to: '3', levels: { confirmed: 0 }, open_until: expect.any(String) as string },
        cpu: {
          per: 'work',
          versions: [
            { version: '1', captures: 1, ms: near(30) },
            { version: '2', captures: 2, ms: near(10) },
            { version: '3', captures: 1, ms: near(10) },
          ],
        },
      });
      expect(target?.headline?.sentences.en).toContain('/etc/new.conf');
      expect(target?.headline?.sentences['pt-BR']).toContain('/etc/new.conf');
      expect(Object.values(target!.headline!.levels).filter((count = 0) => count > 0)).toEqual([1]);
    }));

  test('is made once, and again only after a capture of that process has ended or was removed', () =>
    onScene(async (scene) => {
      const { laboratory } = scene;
      await laboratory.take({ version: '1' });
      await laboratory.take({ version: '2' });
      await laboratory.take({ version: '1', workload: 'other' });
      await scene.settled();
      await scene.settled();
      expect(scene.compared.toSorted()).toEqual(['app', 'other']);
      const third = await laboratory.take({ version: '3' });
      const [newest] = await scene.settled();
      expect(newest?.headline).toMatchObject({ from: '2', to: '3' });
      expect(scene.compared.slice(2)).toEqual(['app']);
      await laboratory.store.db.deleteFrom('capture_instances').where('request_id', '=', third).execute();
      await laboratory.store.db.deleteFrom('capture_requests').where('id', '=', third).execute();
      const app = (await scene.settled()).find(({ workload }) => workload === 'app');
      expect(app?.headline).toMatchObject({ from: '1', to: '2' });
    }));

  test('is made again when the confirmation window closes, which changes the sentence', () =>
    onScene(async (scene) => {
      await scene.laboratory.take({ version: '1' });
      await scene.laboratory.take({ version: '2' });
      const [open] = await scene.settled();
      scene.laboratory.clock.advance(25 * 3_600_000);
      const [closed] = await scene.settled();
      expect(closed?.headline?.open_until).toBeUndefined();
      expect(closed?.headline?.sentences.en).not.toBe(open?.headline?.sentences.en);
      await scene.settled();
      expect(scene.compared).toHaveLength(2);
    }));

  test('of one version has no headline, and of a recorded capture no cost', () =>
    onScene(async (scene) => {
      await scene.laboratory.take({ version: '1' });
      await scene.laboratory.take({ version: '1', workload: 'replayed', recorded: true });
      await scene.laboratory.take({ version: '1', workload: 'broken', outcome: 'failed' });
      const targets = await scene.settled();
      expect(targets.map(({ workload, headline, cpu }) => [workload, headline, cpu?.per])).toEqual([
        ['broken', undefined, undefined],
        ['replayed', undefined, undefined],
        ['app', undefined, 'second'],
      ]);
    }));

  test('says that a comparison failed, reports what nobody expected, and tries again later', () =>
    onScene(async (scene) => {
      await scene.laboratory.take({ version: '1' });
      await scene.laboratory.take({ version: '2' });
      scene.refusal = new Error('the disk is gone');
      expect(await scene.settled()).toEqual([{ workload: 'app', env: 'prod', state: 'failed' }]);
      scene.refusal = undefined;
      await scene.settled();
      expect([scene.compared.length, scene.errors]).toEqual([1, [new Error('the disk is gone')]]);
      scene.laboratory.clock.advance(60_000);
      const [target] = await scene.settled();
      expect(target?.headline).toMatchObject({ from: '1', to: '2' });
    }));

  test('stays pending while too many comparisons wait', () =>
    onScene(async (scene) => {
      await scene.laboratory.take({ version: '1' });
      scene.refusal = new ApiProblem({ status: 429, code: 'too_many_comparisons', message: 'Later.' });
      await scene.read();
      await vi.waitFor(() => expect(scene.compared).toHaveLength(1));
      expect(await scene.read()).toMatchObject([{ state: 'pending' }]);
      scene.refusal = undefined;
      expect(await scene.settled()).toMatchObject([{ state: 'ready' }]);
      expect(scene.errors).toEqual([]);
    }));

  test('of another organization is not shown', () =>
    onScene(async (scene) => {
      await scene.laboratory.take({ version: '1' });
      await scene.settled();
      expect(await scene.read('other')).toEqual([]);
    }));
});
