import { describe, expect, test } from 'vitest';
import { makeCapture } from '../../../../test/made-bundle.ts';
import { carried, makeProcess, makeRecord, networkOf, ran, sampled } from '../../../../test/made-capture.ts';
import { axisOf, diffOf } from '../../../../test/made-diff.ts';
import type { ComparedCapture } from '../../judge/comparable/counted-captures.ts';

const { axes } = makeRecord();
/** Work that was counted, as much in every capture: load explains no difference. */
const requests = { ...carried('received', 6e5), role: 'accept' as const, messages: 6000 };
/** Each is too rare to be judged alone. */
const helpers = Array.from({ length: 400 }, (_, at) => ({ ...ran(`step${at}`, 0), module: 'libdata.so.3' }));

/** Time of `orders` itself, and of functions of a library that it calls, `each` in every one; `serve` calls both. */
function capture(version: string, own: number, each: number): ComparedCapture {
  const functions = [
    ran('serve', 2000),
    ran('orders', own),
    ...helpers.map((one) => ({ ...one, self: each, total: each, self_blocks: ran('', each).self_blocks })),
  ];
  const stacks = functions.map(({ self }, at) => ({ frames: at < 2 ? [0, at] : [0, 1, at], count: self }));
  const cpu_stacks = { ...sampled(functions), stacks: stacks.filter(({ count }) => count > 0) };
  return makeCapture(
    version,
    { ...axes, network: networkOf([], { traffic: [requests] }), cpu_stacks },
    { processes: [makeProcess(1, { build_id: version, exe_path: '/srv/app' })] },
  );
}

const compared = (before: Parameters<typeof capture>, after: Parameters<typeof capture>) =>
  diffOf(
    [1, 2, 3].map(() => capture(...before)),
    [1, 2, 3].map(() => capture(...after)),
  );
const cpuFindings = ({ summary }: ReturnType<typeof compared>): string[] =>
  summary.findings.filter(({ axis }) => axis.startsWith('cpu_')).map(({ axis, key }) => `${axis}: ${key}`);

test('many small functions of a library are said by the own function that they ran for', () => {
  const diff = compared(['v1', 300, 2], ['v2', 300, 6]);
  const pool = axisOf(diff, 'cpu_stacks').changes.find(({ key }) => key === '(other functions of libdata.so.3)');
  expect(pool?.change).toBe('changed');
  expect(axisOf(diff, 'cpu_own').changes.map(({ key, change }) => [key, change])).toEqual([
    ['orders (app)', 'changed'],
    ['serve (app)', 'no_change'],
  ]);
  expect(cpuFindings(diff)).toEqual(['cpu_own: orders (app)']);
  expect(diff.summary.sentence).toContain('CPU time in and on behalf of orders (app)');
});

test('what an own function does itself is said once', () => {
  const diff = compared(['v1', 300, 0], ['v2', 900, 0]);
  expect(axisOf(diff, 'cpu_own').changes[0]).toMatchObject({ key: 'orders (app)', change: 'changed' });
  expect(cpuFindings(diff)).toEqual(['cpu_stacks: orders (app)']);
});

describe('stacks that end early', () => {
  const against = (found: ReturnType<typeof ran>) =>
    diffOf([capture('v1', 300, 2)], [makeCapture('v2', { ...axes, cpu_stacks: { ...sampled([found]), whole: 0 } })]);

  test('without own code do not say for whom a library ran', () => {
    expect(axisOf(against({ ...ran('step', 9), module: 'libdata.so.3' }), 'cpu_own').state).toBe('not_comparable');
  });

  test('show their innermost own function all the same', () => {
    expect(axisOf(against(ran('serve', 9)), 'cpu_own').state).toBe('compared');
  });
});
