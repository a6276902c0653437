/** `farol capture diff` over a real control plane that holds real captures. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PushedCaptures, readRecorded } from '../../../test/pushed-captures.ts';
import { type Ended, runFarol } from '../../../test/run-farol.ts';
import type { Bundle } from '../../../profiler/witness/bundle/record/bundle.ts';
import { Diff } from '../../../profiler/witness/diff/diff.ts';
import { writeCollapsedPair } from '../../../profiler/witness/say/export/collapsed.ts';
import { profileStacks } from '../../../profiler/witness/say/export/stack-profile.ts';
import { renderDiff } from '../../../profiler/witness/say/text/render.ts';
import { renderMarkdown } from '../../../profiler/witness/say/text/render-markdown.ts';
import { writeSarif } from '../../../profiler/witness/say/sarif/write-sarif.ts';

let captures: PushedCaptures;
const before: Bundle[] = [];
const after: Bundle[] = [];

beforeAll(async () => {
  captures = await PushedCaptures.start();
  const push = async (name: 1 | 2 | 3 | 4, request: { version: string; kind?: 'head' | 'replicate'; env?: string }) =>
    (await captures.push(await readRecorded(name), { workload: 'lantern', env: 'prod', ...request })).bundle;
  before.push(await push(1, { version: '1.0.0' }));
  before.push(await push(2, { version: '1.0.0', kind: 'replicate' }));
  after.push(await push(4, { version: '2.0.0' }));
  await push(3, { version: '0.9.0', env: 'test' });
});
afterAll(() => captures.close());

const diff = (...args: string[]): Promise<Ended> =>
  runFarol(['capture', 'diff', ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...captures.env },
    cwd: captures.folder,
  });

test('prints the comparison that the control plane makes, as text, JSON or Markdown', async () => {
  const [text, json, markdown] = await Promise.all([
    diff('lantern', '--env', 'prod'),
    diff('lantern', '--env', 'prod', '--json'),
    diff('lantern', '--env', 'prod', '--markdown'),
  ]);
  expect([text.code, json.code, markdown.code]).toEqual([0, 0, 0]);
  const read = Diff.parse(JSON.parse(json.stdout));
  expect([read.baseline.version, read.baseline_replicates.length, read.head.version]).toEqual(['1.0.0', 1, '2.0.0']);
  expect(text).toMatchObject({ stderr: '', stdout: `${renderDiff(read)}\n` });
  expect(markdown).toMatchObject({ stderr: '', stdout: renderMarkdown(read) });
});

test('writes the findings of the comparison as SARIF', async () => {
  expect(await diff('lantern', '--env', 'prod', '--sarif', 'out.sarif')).toMatchObject({
    code: 0,
    stdout: '',
    stderr: '',
  });
  const read = Diff.parse(JSON.parse((await diff('lantern', '--env', 'prod', '--json')).stdout));
  expect(readFileSync(path.join(captures.folder, 'out.sarif'), 'utf8')).toBe(writeSarif(read));
});

test('exports the very captures that it compares', async () => {
  const stacks = await diff('lantern', '1.0.0', '2.0.0', '--env', 'prod', '--collapsed', 'stacks.txt');
  expect(stacks).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
  const written = readFileSync(path.join(captures.folder, 'stacks.txt'), 'utf8');
  expect(written).toBe(writeCollapsedPair(profileStacks(before), profileStacks(after)));
  expect(written.split('\n').length).toBeGreaterThan(10);
  const pprof = await diff('lantern', '--env', 'prod', '--pprof', 'stacks.pb.gz');
  expect(pprof.code).toBe(0);
  expect([...readFileSync(path.join(captures.folder, 'stacks.pb.gz')).subarray(0, 2)]).toEqual([0x1f, 0x8b]);
});

test.each([
  [['lantern'], 1, /no_head: No main capture was pushed yet/u],
  [['lantern', '--env', 'test'], 1, /no_baseline: No other version was captured before 0\.9\.0/u],
  [
    ['lantern', '3.0.0', '--env', 'prod'],
    1,
    /no_baseline: No main capture of version 3\.0\.0 was pushed\. Versions that have one, latest first: 2\.0\.0, 1\.0\.0\./u,
  ],
  [['lantern', '--env', 'prod', '--pprof', '/nowhere/x'], 1, /\/nowhere\/x: cannot be written \(ENOENT\)/u],
  [['lantern', '--json', '--markdown'], 2, /cannot be used with option/u],
  [[], 2, /missing required argument 'workload'/u],
  [['lantern', '1.0.0', '2.0.0', '--to', '3.0.0'], 2, /the version to is named twice/u],
  [['lantern', '--env', 'prod', '--to', '1.0.0'], 1, /no_baseline: No other version was captured before 1\.0\.0/u],
  [['lantern', '--env', 'prod', '--from', '0.1'], 1, /No main capture of version 0\.1 was pushed/u],
])('%j ends with status %i and says why', async (args, code, why) => {
  expect(await diff(...args)).toEqual({ code, signal: null, stdout: '', stderr: expect.stringMatching(why) as string });
});

test('the gate ends with 2 while replicates are missing, and with 3 when nothing can be compared', async () => {
  const gate = (...args: string[]): Promise<Ended> =>
    runFarol(['capture', 'gate', ...args], {
      env: { PATH: process.env['PATH'] ?? '', ...captures.env },
      cwd: captures.folder,
    });
  const [lacking, unknown] = await Promise.all([gate('lantern', '--env', 'prod', '--json'), gate('nothing')]);
  expect([lacking.code, lacking.stderr]).toEqual([2, '']);
  expect(JSON.parse(lacking.stdout)).toMatchObject({ code: 2, summary: { judged: 0 } });
  expect([unknown.code, unknown.stdout]).toEqual([3, '']);
  expect(unknown.stderr).toContain('farol capture gate: No main capture was pushed yet.');
  const wrong = await Promise.all([
    gate(),
    gate('lantern', '--no-such-option'),
    gate('--require-axis', 'files', '--require-axis', 'cpu', 'lantern', '--env', 'prod'),
    gate('lantern', '1.0.0', '--from', '2.0.0'),
    gate('lantern', '--env', 'prod', '--to', '3.0.0'),
  ]);
  expect(wrong.map(({ code, stdout }) => [code, stdout])).toEqual([
    [3, ''],
    [3, ''],
    [3, ''],
    [3, ''],
    [3, ''],
  ]);
  expect(wrong.map(({ stderr }) => stderr).join('')).toMatch(
    /missing required argument 'workload'[\s\S]*unknown option '--no-such-option'[\s\S]*--require-axis cpu[\s\S]*version from is named twice[\s\S]*No main capture of version 3\.0\.0/u,
  );
});
