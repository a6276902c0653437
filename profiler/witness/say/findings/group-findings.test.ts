import { describe, expect, test } from 'vitest';
import { readAnswer, storedComparisons } from '../../../../test/same-bytes/comparisons.ts';
import { Diff, type AxisDiff, type Change } from '../../diff/diff.ts';
import { judgeGate } from '../gate/gate.ts';
import { renderDiff } from '../text/render.ts';
import { renderMarkdown } from '../text/render-markdown.ts';
import { writeSarif } from '../sarif/write-sarif.ts';
import { findFindings } from './find-findings.ts';
import { groupFindings } from './group-findings.ts';
import { orderFindings } from './rank-findings.ts';
import type { Finding } from '../../diff/summary.ts';

const work = { before: 100, after: 200 };
const peer = 'connect tcp 10.0.0.7 port 443';
const file = '/etc/app/flags.conf read';

const isNew = (axis: string, key: string): Finding => ({ axis, key, state: 'new', level: 'observed' });
const isMore = (axis: string, key: string): Finding => ({ axis, key, state: 'changed', level: 'confirmed', ratio: 2 });
const appeared = (axis: string, key: string): Finding => ({
  axis,
  key,
  state: 'changed',
  level: 'confirmed',
  only: 'after',
  amount: 1,
  unit: 'calls',
  per: 'work',
});

/** Amounts for each unit of work, by axis and key. */
function axesOf(rows: Readonly<Record<string, readonly [before: number, after: number]>>): AxisDiff[] {
  const observe = (rate: number): Change['after'] =>
    rate === 0 ? { seen: false, below: 0.1, of: 3 } : { seen: true, count: 9, rate, captures: 3, of: 3 };
  const list = Object.entries(rows).map(([name, [before, after]]): AxisDiff => {
    const [axis = '', key = ''] = name.split(/: (.*)/u);
    const change = { key, before: observe(before * work.before), after: observe(after * work.after) };
    return { axis, changes: [{ ...change, change: 'changed' }] } as unknown as AxisDiff;
  });
  return [...Map.groupBy(list, ({ axis }) => axis)].map(([axis, some]) => ({
    ...some[0]!,
    axis,
    changes: some.flatMap(({ changes }) => changes),
  }));
}

/** What is left, and what each of it brings. */
const grouped = (findings: Finding[], rows: Parameters<typeof axesOf>[0] = {}, units: typeof work | undefined = work) =>
  groupFindings(findings, { axes: axesOf(rows), work: units }).map(({ key, brings = [] }) => [
    key,
    ...brings.map((one) => one.key),
  ]);

describe('one finding brings another with it', () => {
  test('where both are of one peer, file or system call that one version alone has', () => {
    expect(
      grouped([
        isNew('network', peer),
        isNew('files', file),
        isNew('syscall_names', 'sysinfo'),
        appeared('syscalls', 'sysinfo ok'),
        appeared('network_bytes', `sent ${peer}`),
        appeared('file_io', 'read /etc/app/flags.conf'),
      ]),
    ).toEqual([
      [peer, `sent ${peer}`],
      [file, 'read /etc/app/flags.conf'],
      ['sysinfo', 'sysinfo ok'],
    ]);
  });

  test('where a system call that it needs changed by the same amount for each unit of work, up to 10 %', () => {
    const calls = { 'syscalls: socket ok': [1, 1.54], 'syscalls: connect ok': [1, 1.58] } as const;
    const findings = [isNew('network', peer), isMore('syscalls', 'socket ok'), isMore('syscalls', 'connect ok')];
    // The second is more than the peer explains.
    expect(grouped(findings, { [`network: ${peer}`]: [0, 0.5], ...calls })).toEqual([
      [peer, 'socket ok'],
      ['connect ok'],
    ]);
  });

  test('where a thread spends more by what one function spends more', () => {
    const findings = [isMore('cpu_stacks', 'price (app)'), isMore('cpu_time', 'thread worker')];
    const costs = { 'cpu_stacks: price (app)': [1, 3] } as const;
    const key = 'cpu_time: thread worker';
    expect(grouped(findings, { ...costs, [key]: [2, 4.1] })).toEqual([['price (app)', 'thread worker']]);
    expect(grouped(findings, { ...costs, [key]: [2, 5] })).toEqual([['price (app)'], ['thread worker']]);
    expect(grouped(findings, { ...costs, [key]: [4.1, 2] })).toEqual([['price (app)'], ['thread worker']]);
  });
});

describe('a finding stays its own', () => {
  const rows = { [`network: ${peer}`]: [0, 0.5], [`files: ${file}`]: [0, 0.5] } as const;
  const more = [0.2, 0.7] as const;

  test('where two others explain it as well', () => {
    const findings = [isNew('network', peer), isNew('files', file), isMore('syscalls', 'read ok')];
    expect(grouped(findings, { ...rows, 'syscalls: read ok': more })).toEqual([[peer], [file], ['read ok']]);
  });

  test('where neither peer nor file needs such a call', () => {
    const findings = [isNew('network', peer), isMore('syscalls', 'futex ok')];
    expect(grouped(findings, { ...rows, 'syscalls: futex ok': more })).toEqual([[peer], ['futex ok']]);
  });

  test('where work was not counted', () => {
    const findings = [isNew('network', peer), isMore('syscalls', 'socket ok')];
    const all = { ...rows, 'syscalls: socket ok': more };
    expect(grouped(findings, all)).toEqual([[peer, 'socket ok']]);
    expect(groupFindings(findings, { axes: axesOf(all), work: undefined })).toEqual(findings);
  });

  test('where both versions have the peer, or another one lacks it', () => {
    const stopped: Finding = { ...appeared('network_bytes', `sent ${peer}`), only: 'before' };
    expect(grouped([isNew('network', peer), stopped])).toEqual([[peer], [`sent ${peer}`]]);
    expect(grouped([isNew('network', peer), isMore('network_bytes', `sent ${peer}`)])).toHaveLength(2);
  });

  test.each(['capabilities', 'network', 'processes', 'executable_memory'])('where it is new in %s', (axis) => {
    const findings = [isNew('files', file), isNew(axis, peer), isNew(axis, file)];
    expect(grouped(findings, rows)).toHaveLength(3);
    expect(grouped([appeared('network_bytes', `sent ${peer}`), isNew('network', peer)])).toEqual([
      [peer, `sent ${peer}`],
    ]);
  });
});

describe('a real comparison', () => {
  const diff = Diff.parse(JSON.parse(readAnswer(storedComparisons[0]!)));
  const found = orderFindings(findFindings(diff.axes).findings);

  test('loses no finding: each is there once, alone or with another', () => {
    const left = groupFindings(found, { axes: diff.axes, work: diff.work_per_second });
    expect(left.length).toBeLessThan(found.length / 2);
    const all = left.flatMap(({ brings = [], ...first }) => [first, ...brings]);
    expect(orderFindings(all)).toEqual(found);
    // One count everywhere: those beneath another are among them.
    expect(diff.summary.findings.length + diff.summary.more).toBe(found.length);
  });

  test('has one finding for its peer, with the calls that it needs, in text and Markdown', () => {
    const words = 'with it: closed connect tcp 127.0.0.2 port 34591, connect ok, socket ok; 4 more';
    expect(renderDiff(diff)).toContain(`new      network: connect tcp 127.0.0.2 port 34591 (${words})\n`);
    expect(renderMarkdown(diff)).toContain(`- new network: connect tcp 127.0.0.2 port 34591\n  - ${words}\n`);
  });

  test('stops a gate at what is beneath another, and SARIF has each by itself', () => {
    expect(diff.summary.findings.map(({ key }) => key)).not.toContain('sysinfo ok');
    expect(judgeGate(diff).lines.join('\n')).toContain('syscalls: sysinfo ok: none before');
    const { runs } = JSON.parse(writeSarif(diff)) as { runs: [{ results: { properties: { key: string } }[] }] };
    expect(runs[0].results.map(({ properties }) => properties.key)).toEqual(found.map(({ key }) => key));
  });
});
