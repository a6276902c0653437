import { expect, test } from 'vitest';
import { noneMeasured, type OwnFalseAlarms } from '../../../profiler/witness/judge/verdicts/own-false-alarms.ts';
import type { StoredCapture } from '../bundles/bundle-questions.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import type { Listing } from './comparable-captures.ts';
import { OwnComparisons } from './own-false-alarms.ts';
import type { WantedCapture } from './stored-bundles.ts';
import type { CountedSet } from './stored-counts.ts';

const found: OwnFalseAlarms = {
  ...noneMeasured,
  three: { report: { comparisons: 1, false: 1 }, axes: { locks: { comparisons: 1, false: 1 } } },
};

function listed(version: string, count: number, instance = 'node-1'): Listing[] {
  return Array.from({ length: count }, (_, at) => {
    const rows = {
      request: {},
      instances: [{ instance, bundle_id: `${version} ${at}` }],
    } as unknown as Listing['rows'];
    return { request_id: `${version} ${at}`, version, kind: 'head', status: 'pushed', requested_at: '', rows };
  });
}

/** Remembers what was measured; `store`: counts by the bundles that they are of. */
function comparisons(problem?: ApiProblem, store = new Map<string, OwnFalseAlarms>()) {
  const asked: string[][] = [];
  const stored = {
    find: ({ organization, bundleIds }: CountedSet): Promise<OwnFalseAlarms | undefined> =>
      Promise.resolve(store.get([organization, ...bundleIds].join())),
    keep: ({ organization, bundleIds }: CountedSet, counts: OwnFalseAlarms): Promise<void> => {
      store.set([organization, ...bundleIds].join(), counts);
      return Promise.resolve();
    },
  };
  const vectors = {
    load: (_: string, wanted: readonly WantedCapture[]): Promise<StoredCapture[]> =>
      problem ? Promise.reject(problem) : Promise.resolve(wanted.map((one) => ({ ...one, bytes: Uint8Array.of() }))),
  };
  const bundles = {
    measureOwn: (_: string, { captures }: { readonly captures: readonly StoredCapture[] }): Promise<OwnFalseAlarms> => {
      asked.push(captures.map(({ bundleId }) => bundleId));
      return Promise.resolve(found);
    },
  };
  return { own: new OwnComparisons({ vectors, bundles, stored, spacingMs: 0 }), asked, store };
}

test('only versions with captures enough to be compared with themselves are read', async () => {
  const { own, asked } = comparisons();
  const counts = await own.measure('acme', [...listed('2', 3), ...listed('1', 4), ...listed('0', 5)], 'node-1');
  expect(asked.map((ids) => ids.length)).toEqual([4, 5]);
  expect(counts.three).toEqual({
    report: { comparisons: 2, false: 2 },
    axes: { locks: { comparisons: 2, false: 2 } },
  });
});

test('the same captures are measured once for an organization, and again when one is added', async () => {
  const { own, asked } = comparisons();
  for (let time = 0; time < 3; time += 1) await own.measure('acme', listed('1', 6), 'node-1');
  expect(asked).toHaveLength(1);
  await own.measure('other', listed('1', 6), 'node-1');
  expect(asked).toHaveLength(2);
  await own.measure('acme', listed('1', 7), 'node-1');
  expect(asked.at(-1)).toHaveLength(7);
});

test('what is stored is not measured again by another replica', async () => {
  const first = comparisons();
  const counts = await first.own.measure('acme', listed('1', 6), 'node-1');
  const second = comparisons(undefined, first.store);
  expect(await second.own.measure('acme', listed('1', 6), 'node-1')).toEqual(counts);
  expect(second.asked).toEqual([]);
});

test('what is remembered is bounded, and what was asked for longest ago goes first', async () => {
  const { own, asked, store } = comparisons();
  for (let version = 0; version < 257; version += 1) {
    store.clear();
    await own.measure('acme', listed('0', 4), 'node-1');
    await own.measure('acme', listed(String(version), 4), 'node-1');
  }
  store.clear();
  expect(asked).toHaveLength(257);
  await own.measure('acme', listed('1', 4), 'node-1');
  expect(asked).toHaveLength(258);
  await own.measure('acme', listed('0', 4), 'node-1');
  expect(asked).toHaveLength(258);
});

test('the newest 60 captures on the node of the head are read', async () => {
  const { own, asked } = comparisons();
  await own.measure('acme', [...listed('0', 50), ...listed('1', 50), ...listed('2', 30, 'node-2')], 'node-1');
  expect(asked.map((ids) => ids.length)).toEqual([10, 50]);
});

test('a capture that was removed meanwhile does not fail the comparison; a busy control plane does', async () => {
  const gone = new ApiProblem({ status: 410, code: 'capture_removed', message: 'It was removed.' });
  const { own, store } = comparisons(gone);
  expect(await own.measure('acme', listed('1', 4), 'node-1')).toEqual(noneMeasured);
  // It would say of these captures for good that nothing was measured.
  expect(store.size).toBe(0);
  const busy = new ApiProblem({ status: 429, code: 'too_many_comparisons', message: 'Too many.' });
  await expect(comparisons(busy).own.measure('acme', listed('1', 4), 'node-1')).rejects.toBe(busy);
});
