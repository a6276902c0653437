import { expect, test } from 'vitest';
import { Laboratory } from '../../../test/capture-laboratory.ts';
import { ran, sampled } from '../../../test/made-capture.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { describeOnBothStores } from '../../../test/stores.ts';
import type { FamilyCapture } from '../../../profiler/witness/judge/likely/measure-family.ts';
import type { StoredCapture } from '../bundles/bundle-questions.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import { EarlierCaptures } from './earlier-captures.ts';
import type { WantedCapture } from './stored-bundles.ts';

function wanted(count: number): WantedCapture[] {
  return Array.from({ length: count }, (_, at) => ({ requestId: `request ${at}`, bundleId: `bundle ${at}` }));
}

/** Remembers which bundles were read. */
function earlierCaptures(problem?: ApiProblem) {
  const read: string[][] = [];
  const vectors = {
    load: (_: string, some: readonly WantedCapture[]): Promise<StoredCapture[]> =>
      problem ? Promise.reject(problem) : Promise.resolve(some.map((one) => ({ ...one, bytes: Uint8Array.of() }))),
  };
  const bundles = {
    measureFamilies: (
      _: string,
      { captures }: { readonly captures: readonly StoredCapture[] },
    ): Promise<readonly FamilyCapture[]> => {
      read.push(captures.map(({ bundleId }) => bundleId));
      return Promise.resolve(
        captures.map(({ bundleId }) => ({ version: bundleId, instance: 'node-1', start: 0, host: '', figures: [] })),
      );
    },
  };
  return { earlier: new EarlierCaptures(vectors, bundles), read };
}

test('the newest 24 captures are read, each once for an organization', async () => {
  const { earlier, read } = earlierCaptures();
  const found = await earlier.read('acme', wanted(30));
  expect(found.map(({ version }) => version)).toEqual(
    wanted(30)
      .slice(6)
      .map(({ bundleId }) => bundleId),
  );
  await earlier.read('acme', wanted(30));
  await earlier.read('acme', wanted(31));
  expect(read.map((some) => some.length)).toEqual([24, 1]);
  await earlier.read('other', wanted(2));
  expect(read.at(-1)).toEqual(['bundle 0', 'bundle 1']);
});

test('captures that were removed meanwhile say nothing, and another failure is one', async () => {
  const removed = new ApiProblem({ status: 410, code: 'capture_removed', message: 'removed' });
  expect(await earlierCaptures(removed).earlier.read('acme', wanted(2))).toEqual([]);
  const busy = new ApiProblem({ status: 503, code: 'busy', message: 'busy' });
  await expect(earlierCaptures(busy).earlier.read('acme', wanted(2))).rejects.toThrow('busy');
});

describeOnBothStores('a comparison of one capture of each version', (store) => {
  const costing = (total_ns: number) => ({
    cpu_time: { total_ns, blocks_ns: Array.from({ length: 12 }, () => total_ns / 12), threads: [] },
    cpu_stacks: sampled([ran('main', 3000), ran('work', 2990)]),
  });

  test('says what is likely from the earlier captures of the workload, in its summary and whole', () => {
    const clock = new ManualClock();
    return store.with(clock, async (opened) => {
      const laboratory = await Laboratory.open(opened, clock);
      for (let version = 0; version < 9; version += 1) {
        await laboratory.take({ version: String(version), axes: costing(30e9 + (version % 3) * 3e8) });
      }
      await laboratory.take({ version: '9', axes: costing(30e9) });
      await laboratory.take({ version: '10', axes: costing(39e9) });
      const diff = await laboratory.diff();
      const finding = { axis: 'cpu_time', key: '(total)', level: 'likely', earlier: 9 };
      expect(diff.summary.findings).toEqual([expect.objectContaining(finding)]);
      expect(diff.summary.findings[0]?.odds).toBeGreaterThanOrEqual(19);
      expect((await laboratory.summary()).summary).toEqual(diff.summary);
    });
  });
});
