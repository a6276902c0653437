import { expect, test } from 'vitest';
import { makeCapture } from '../../../../test/made-bundle.ts';
import { called, checked } from '../../../../test/made-capture.ts';
import { axisOf, diffOf } from '../../../../test/made-diff.ts';
import type { CollectorAxes } from '../../bundle/record/collector-record.ts';

type Checks = NonNullable<CollectorAxes['capabilities']>['checks'];

const none: Checks[] = [[], [], []];

function found(axis: string, before: Partial<CollectorAxes>[], after: Partial<CollectorAxes>[]) {
  const diff = diffOf(
    before.map((one) => makeCapture('v1', one)),
    after.map((one) => makeCapture('v2', one)),
  );
  const { findings } = diff.summary;
  return {
    rows: axisOf(diff, axis).changes.map(({ key, change }) => `${change} ${key}`),
    findings: findings.filter((one) => one.axis === axis).map(({ key, state }) => `${state} ${key}`),
    sentence: diff.summary.sentence,
  };
}

function foundChecks(after: Checks[]) {
  const toAxes = (sides: Checks[]) => sides.map((list) => ({ capabilities: { checks: list, cut: 0 } }));
  return found('capabilities', toAxes(none), toAxes(after));
}

test('a capability that was refused is a row of its axis and no new privilege', () => {
  const refused = [
    checked('CAP_SYS_ADMIN', 'mmap', { outcome: 'denied', purpose: 'memory_accounting' }),
    checked('CAP_SYS_NICE', 'setpriority', { outcome: 'denied' }),
  ];
  const { rows, findings, sentence } = foundChecks([refused, refused, refused]);
  expect(rows).toEqual([
    'new CAP_SYS_ADMIN denied in mmap for memory accounting',
    'new CAP_SYS_NICE denied in setpriority',
  ]);
  expect(findings).toEqual([]);
  expect(sentence).not.toContain('privilege');
});

test('a capability that was used is a new privilege in however many captures it was', () => {
  const mounted = [checked('CAP_SYS_ADMIN', 'mount')];
  const { findings, sentence } = foundChecks([[], mounted, []]);
  expect(findings).toEqual(['new CAP_SYS_ADMIN granted in mount']);
  expect(sentence).toContain('adds a privilege (CAP_SYS_ADMIN granted in mount)');
});

test('a capability that was granted but not needed is one only where every capture of the newer version has it', () => {
  const held = [checked('CAP_SYS_ADMIN', 'mmap', { purpose: 'memory_accounting' })];
  expect(foundChecks([held, held, []]).findings).toEqual([]);
  expect(foundChecks([held, held, held]).findings).toEqual(['new CAP_SYS_ADMIN granted in mmap for memory accounting']);
});

test('a system call in a few parts of the windows may be of the allocator, and stays in the table', () => {
  const inBlocks = (name: string, blocks: number) => ({
    ...called(name, blocks),
    blocks: Array.from({ length: 12 }, (_, at) => (at < blocks ? 1 : 0)),
  });
  const side = (...calls: ReturnType<typeof called>[]) =>
    Array.from({ length: 3 }, () => ({ syscalls: { calls: [called('read'), ...calls], cut: 0 } }));
  const rare = found('syscall_names', side(), side(inBlocks('munmap', 2)));
  expect([rare.rows, rare.findings]).toEqual([['new munmap'], []]);
  // Seven blocks of seventy-two on one side alone: one in 128.
  const often = found('syscall_names', side(), side(inBlocks('mount', 3)));
  expect(often.findings).toEqual(['new mount']);
});
