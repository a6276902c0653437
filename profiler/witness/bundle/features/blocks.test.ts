import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bundleWith } from '../../../../test/made-bundle.ts';
import { connected, locked, makeRecord, networkOf, quietMemory, weighed } from '../../../../test/made-capture.ts';
import { Feature } from '../record/bundle.ts';
import type { CollectorAxes } from '../record/collector-record.ts';

const blocks = fc.array(fc.nat(1000), { minLength: 12, maxLength: 12 });
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
/** A count with its blocks, which a collector that loses or rounds something may not have added up. */
const counts = fc.tuple(blocks, fc.constantFrom(0, 0, 0, 1, 7)).map(([list, more]) => ({
  blocks: list,
  count: sum(list) + more,
}));
const hist = Array<number>(40).fill(0).with(10, 3);
const name = fc.constantFrom('a', 'b', 'c');

const someAxes: fc.Arbitrary<CollectorAxes> = fc
  .record({ rows: fc.array(fc.tuple(name, counts), { maxLength: 8 }), one: counts, other: counts })
  .map(({ rows, one, other }) => {
    const { axes } = makeRecord();
    const times = { timed: 3, total_ns: 4000, hist };
    return {
      ...axes,
      cpu_time: { total_ns: one.count, blocks_ns: one.blocks, threads: [{ comm: 'main', threads: 1, ns: one.count }] },
      cpu_stacks: {
        ...axes.cpu_stacks,
        samples: sum(rows.map(([, { count }]) => count)),
        functions: rows.map(([text, row], index) => ({
          name: `${text}${index}`,
          module: 'app',
          self: row.count,
          total: row.count,
          self_blocks: row.blocks,
        })),
        stacks: [],
      } as CollectorAxes['cpu_stacks'],
      files: {
        opens: rows.map(([text, row]) => ({ path: `/${text}`, op: 'read', outcome: 'ok', ...row })),
        cut: 0,
      },
      syscalls: { calls: rows.map(([text, row]) => ({ name: text, outcome: 'ok', ...times, ...row })), cut: 0 },
      network: networkOf([{ ...connected('10.0.0.5'), ...one }], {
        traffic: rows.map(([text, row]) => ({
          peer: text,
          port: 1,
          role: 'connect',
          protocol: 'tcp',
          direction: 'sent',
          messages: 2,
          bytes: row.count,
          blocks: row.blocks,
        })),
      }),
      locks: {
        ...locked(one.count, { acquire: one.count }),
        kernel: [{ kind: 'mutex', ...other, total_ns: other.count * 9, hist }],
      },
      memory: {
        ...quietMemory,
        faults: { user: one.count, kernel: 0, blocks: one.blocks, major: other.count, major_blocks: other.blocks },
        growth_sites: weighed([['main load malloc@libc.so.6', one.count]]),
      },
    };
  });

test('blocks of a feature add up to its amount, or it has none', () => {
  let [withBlocks, without] = [0, 0];
  fc.assert(
    fc.property(someAxes, (axes) => {
      const features = bundleWith(axes).axes.flatMap((axis) => (axis.state === 'missing' ? [] : axis.features));
      const measured = features.filter(({ blocks: some }) => some !== undefined);
      withBlocks += measured.length;
      without += features.length - measured.length;
      expect(measured.filter((one) => sum(one.blocks ?? []) !== one.amount)).toEqual([]);
    }),
  );
  // Neither half of the promise was kept by having no such feature.
  expect(Math.min(withBlocks, without)).toBeGreaterThan(100);
});

test('a feature whose blocks do not add up is not one', () => {
  const feature = { key: 'a', amount: 2, unit: 'events', events: 2, blocks: [2, ...Array<number>(11).fill(0)] };
  expect(Feature.safeParse(feature).success).toBe(true);
  expect(Feature.safeParse({ ...feature, amount: 3 }).error?.issues[0]).toMatchObject({
    path: ['blocks'],
    message: 'must add up to the amount',
  });
});
