import { expect, test } from 'vitest';
import { compareSides, sidesOf } from '../../../profiler/witness/cli/compare-sides.ts';
import { decodeBundle } from '../../../profiler/witness/bundle/encode.ts';
import { Laboratory } from '../../../test/capture-laboratory.ts';
import { ran, sampled } from '../../../test/made-capture.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { describeOnBothStores } from '../../../test/stores.ts';

/** What `witness` says of all captures of the store, as of the time that the laboratory has come to. */
async function compareFiles(laboratory: Laboratory, to: string): Promise<string> {
  const stored = await laboratory.storedBundles();
  const files = stored.map((bytes, at) => ({ file: `${at}.json.gz`, ...decodeBundle(bytes) }));
  const judging = { spacing: 0 };
  return JSON.stringify(compareSides(sidesOf(files, { ...judging, to, asOf: laboratory.clock.now() }), judging));
}

const costing = (price: number) => ({
  cpu_stacks: sampled([ran('main', 2000), ran('price', price), ran('parse', 1400)]),
});

describeOnBothStores('a comparison of files as of a time', (store) => {
  test('has the bytes of the control plane, open and closed, after replicates that no longer count and a rollback', () => {
    const clock = new ManualClock();
    return store.with(clock, async (opened) => {
      const laboratory = await Laboratory.open(opened, clock);
      const expectSame = async (to: string): Promise<string> => {
        const served = await laboratory.comparisons.read('acme', { workload: 'app', env: 'prod', to });
        // Not by `toBe`: thousands of characters that differ are no help.
        expect((await compareFiles(laboratory, to)) === served).toBe(true);
        return served;
      };
      await laboratory.takeAll('1', costing(500), 9);
      await laboratory.take({ version: '2', axes: costing(1500), instances: ['node-2', 'node-1'] });
      await expectSame('2');
      await laboratory.takeAll('2', costing(1500), 5, 'replicate');
      const closed = await expectSame('2');
      await laboratory.take({ version: '1', kind: 'replicate', axes: costing(900) });
      await laboratory.takeAll('1', costing(700), 2);
      await expectSame('1');
      expect((await expectSame('2')) === closed).toBe(true);
    });
  });
});
