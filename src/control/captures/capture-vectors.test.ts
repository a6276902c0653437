import { expect, test } from 'vitest';
import { decodeVector } from '../../../profiler/witness/bundle/vector/decode-vector.ts';
import { vectorOf } from '../../../profiler/witness/bundle/vector/vector-of.ts';
import { encodeBundle } from '../../../profiler/witness/bundle/encode.ts';
import { bundles } from '../../../test/bundle-desk.ts';
import { makeBundle } from '../../../test/made-bundle.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { describeOnBothStores } from '../../../test/stores.ts';
import { ProfilerSettings } from '../settings/profiler-setting.ts';
import type { Store } from '../store/database.ts';
import { CaptureQueue } from './capture-queue.ts';
import { CaptureVectors } from './capture-vectors.ts';
import type { WantedCapture } from './stored-bundles.ts';
import { checkOutcome } from './check-outcome.ts';

class Scene {
  readonly store: Store;
  readonly queue: CaptureQueue;
  readonly vectors: CaptureVectors;
  /** Vectors that were made of a bundle. */
  made = 0;

  constructor(store: Store, clock: ManualClock) {
    this.store = store;
    this.queue = new CaptureQueue(store, clock);
    this.vectors = new CaptureVectors(store, {
      makeVector: (organization, bytes) => {
        this.made++;
        return bundles.makeVector(organization, bytes);
      },
    });
  }

  /** A capture as a Profiler reports it; `isOld`: from before there were vectors. */
  async take(version: string, isOld = false): Promise<WantedCapture> {
    const body = { workload: 'app', version, env: '', kind: 'head', duration_sec: 60, warmup_sec: 5 } as const;
    const answer = await this.queue.enqueue('acme', body, { type: 'token', name: 'ci' });
    if (answer.answer !== 'queued') throw new Error('not queued');
    await this.queue.apply('acme', answer.id, { trigger: 'taken', instance: 'node-1' });
    const encoded = encodeBundle(makeBundle({}, { request_id: answer.id, version })).bytes.toString('base64');
    const reason = { code: 'measured', text: 'It was measured.' };
    const report = { request_id: answer.id, outcome: 'pushed', reason, bundle: encoded } as const;
    const checked = await checkOutcome(report, { organization: 'acme', instance: 'node-1', bundles });
    const { vector: _, ...old } = checked.bundle ?? { id: '', bytes: Uint8Array.of(), recorded: false, namespace: '' };
    const bundle = isOld ? old : checked.bundle;
    await this.queue.recordOutcome({ organization: 'acme', instance: 'node-1', report: checked.report, bundle });
    return { requestId: answer.id, bundleId: old.id };
  }

  async stored(): Promise<readonly string[]> {
    const rows = await this.store.db.selectFrom('capture_vectors').select('bundle_id').execute();
    return rows.map(({ bundle_id: id }) => id);
  }
}

describeOnBothStores('what comparisons read of captures', (store) => {
  const onScene = (work: (scene: Scene) => Promise<void>): Promise<void> => {
    const clock = new ManualClock();
    return store.with(clock, async (opened) => {
      await new ProfilerSettings(opened, clock).change('acme', true, { id: 'p', name: 'Olga' });
      await work(new Scene(opened, clock));
    });
  };

  test('is stored when the bundle arrives, and read in the order that is wanted', () =>
    onScene(async (scene) => {
      const [first, second] = [await scene.take('1'), await scene.take('2')];
      const loaded = await scene.vectors.load('acme', [second, first, second]);
      expect(loaded.map(({ bytes }) => decodeVector(bytes).request.version)).toEqual(['2', '1', '2']);
      expect(loaded.map(({ requestId }) => requestId)).toEqual([second, first, second].map((one) => one.requestId));
      expect(scene.made).toBe(0);
    }));

  test('is made once of a bundle that is older, and equals what it would have been', () =>
    onScene(async (scene) => {
      const old = await scene.take('1', true);
      expect(await scene.stored()).toEqual([]);
      const [loaded] = await scene.vectors.load('acme', [old]);
      const bundle = makeBundle({}, { request_id: old.requestId, version: '1' });
      expect(decodeVector(loaded?.bytes ?? Uint8Array.of())).toEqual(vectorOf(bundle));
      await scene.vectors.load('acme', [old]);
      expect([scene.made, await scene.stored()]).toEqual([1, [old.bundleId]]);
    }));

  test('is made again where it has another format', () =>
    onScene(async (scene) => {
      const capture = await scene.take('1');
      await scene.store.db
        .updateTable('capture_vectors')
        .set({ format: 0, bytes: Uint8Array.of(1) })
        .execute();
      const [loaded] = await scene.vectors.load('acme', [capture]);
      expect(decodeVector(loaded?.bytes ?? Uint8Array.of()).request.version).toBe('1');
      await scene.vectors.load('acme', [capture]);
      expect(scene.made).toBe(1);
    }));

  test('goes with its bundle, and is not made of one that is gone', () =>
    onScene(async (scene) => {
      const [kept, gone] = [await scene.take('1'), await scene.take('2')];
      await scene.store.db.deleteFrom('bundles').where('id', '=', gone.bundleId).execute();
      expect(await scene.stored()).toEqual([kept.bundleId]);
      await expect(scene.vectors.load('acme', [kept, gone])).rejects.toThrow(/is not in the store/u);
    }));

  test('is not read for another organization', () =>
    onScene(async (scene) => {
      await expect(scene.vectors.load('other', [await scene.take('1')])).rejects.toThrow(/is not in the store/u);
    }));
});
