import { expect, test } from 'vitest';
import { makeCapture } from '../../../../test/made-bundle.ts';
import { carried, makeProcess, makeRecord, networkOf, ran, sampled } from '../../../../test/made-capture.ts';
import { axisOf, diffOf } from '../../../../test/made-diff.ts';
import type { ComparedCapture } from './counted-captures.ts';

const { axes } = makeRecord();
/** Work that was counted, as much in every capture: load explains no difference. */
const requests = { ...carried('received', 6e5), role: 'accept' as const, messages: 6000 };
const hint = 'HotSpot describes inlined methods only at safepoints. Start Java with a flag.';

/** A capture of a version whose time is all in one function, with a hint of its runtime or without. */
function capture(version: string, top: string, hints: readonly string[]): ComparedCapture {
  const runtimes = hints.map((one) => ({ name: 'HotSpot 21', hint: one }));
  const cpu_stacks = { ...sampled([ran('main', 2000), ran(top, 3000)]), runtimes };
  return makeCapture(
    version,
    { ...axes, network: networkOf([], { traffic: [requests] }), cpu_stacks },
    { processes: [makeProcess(1, { build_id: version })] },
  );
}

const side = (version: string, top: string, ...hinted: boolean[]): ComparedCapture[] =>
  hinted.map((has) => capture(version, top, has ? [hint] : []));

const compared = (before: ComparedCapture[], after: ComparedCapture[]) => {
  const diff = diffOf(before, after);
  const stacks = axisOf(diff, 'cpu_stacks');
  const levels = stacks.changes.map(({ verdict }) => verdict?.level);
  const others = diff.axes.filter(({ source }) => source !== 'cpu_stacks').flatMap(({ caveats }) => caveats);
  return { caveats: stacks.caveats, levels, others };
};

test('a function that only one side tells from the one that contains it is at most suspected', () => {
  const found = compared(side('v1', 'Shop.middle', true, true, true), side('v2', 'Shop.leaf', false, false, false));
  expect(found.caveats).toEqual([
    `captures do not distinguish the same functions (3 of 3 of v1, 0 of 3 of v2 have less detail): ${hint}`,
  ]);
  expect(found.levels).toContain('suspected');
  expect(found.levels).not.toContain('confirmed');
  expect(found.others).toEqual([]);
});

test.each([true, false])('sides that are described alike are judged by function (hint: %s)', (has) => {
  const found = compared(side('v1', 'Shop.middle', has, has, has), side('v2', 'Shop.leaf', has, has, has));
  expect(found.caveats).toEqual([]);
  expect(found.levels).toContain('confirmed');
});

test('one capture of a side that is described otherwise limits the comparison too', () => {
  const found = compared(side('v1', 'Shop.middle', true, false, true), side('v2', 'Shop.middle', true, true, true));
  expect(found.caveats).toEqual([
    `captures do not distinguish the same functions (2 of 3 of v1, 3 of 3 of v2 have less detail): ${hint}`,
  ]);
});
