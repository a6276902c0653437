import { expect, test } from 'vitest';
import { called, makeProcess, makeRecord, measured } from '../test/made-capture.ts';
import { judgeCount, type Kind } from './judge-count.ts';

const kind: Kind = {
  kind: 'system calls',
  probe: 'syscalls',
  commands: [],
  list: ['axes', 'syscalls', 'calls'],
  rows: { name: 'getppid', outcome: 'ok' },
  times: 100,
};

function judge(counted: number, loss: { drops?: number; missed?: number } = {}) {
  const calls = [called('getppid', counted), called('read', 7), called('getppid', 9, 'EINTR')];
  return judgeCount(
    kind,
    makeRecord({ probes: [measured('syscalls', 'syscalls', loss)], axes: { syscalls: { calls, cut: 0 } } }),
  );
}

test.each([
  ['all of them', 100, {}, 'exact'],
  ['short without a word', 97, {}, 'wrong'],
  ['short by what the counters say', 97, { drops: 2, missed: 1 }, 'lost'],
  ['short by less than the counters say', 99, { drops: 2 }, 'wrong'],
  ['too many', 101, { drops: 1 }, 'wrong'],
] as const)('%s', (_what, counted, loss, verdict) => {
  expect(judge(counted, loss)).toBe(verdict);
});

test('a row without a count is one', () => {
  const processes = [
    makeProcess(1, { forked: false }),
    makeProcess(2, { forked: true }),
    makeProcess(3, { forked: true }),
  ];
  const forks: Kind = { ...kind, probe: 'process_fork', list: ['processes'], rows: { forked: true }, times: 2 };
  expect(judgeCount(forks, makeRecord({ processes, probes: [measured('process_fork', 'cpu_time')] }))).toBe('exact');
});

test('what no probe measured is not counted as right', () => {
  const unmeasured = { ...kind, times: 0 };
  expect(judgeCount(unmeasured, makeRecord({ probes: [], axes: {} }))).toBe('wrong');
});
