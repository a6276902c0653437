import { describe, expect, test } from 'vitest';
import { makeCapture } from '../../../../test/made-bundle.ts';
import { carried, makeProcess, makeRecord, networkOf, ran, sampled } from '../../../../test/made-capture.ts';
import { axisOf, diffOf } from '../../../../test/made-diff.ts';
import type { ComparedCapture } from '../comparable/counted-captures.ts';
import type { Diff } from '../../diff/diff.ts';
import { judgeGate } from '../../say/gate/gate.ts';

const { axes } = makeRecord();
const requests = { ...carried('received', 6e5), role: 'accept' as const, messages: 6000 };

/** Each process is `path build`, or `path build seconds` of CPU time. */
function capture(version: string, price: number, ...run: readonly string[]): ComparedCapture {
  const processes = run.map((one, at) => {
    const [path = '', build = '', seconds] = one.split(' ');
    const cpu = seconds === undefined ? {} : { cpu_ns: Number(seconds) * 1e9 };
    return makeProcess(at + 1, { exe_path: path, build_id: build, exe_sha256: build.repeat(64).slice(0, 64), ...cpu });
  });
  const functions = [ran('main', 2000), ran('price', price), ran('parse', 1400)];
  const network = networkOf([], { traffic: [requests] });
  return makeCapture(version, { ...axes, cpu_stacks: sampled(functions), network }, { processes });
}

const prices = (version: string, price: number, ...runs: readonly (readonly string[])[]): ComparedCapture[] =>
  runs.map((run, at) => capture(version, price + at, ...run));
const [a, b] = [['/srv/app a 20'], ['/srv/app b 20']];
const old = prices('v1', 500, a, a, a);

function states(diff: Diff): string[] {
  return [...new Set(diff.axes.map(({ state }) => state))];
}

describe('a shell beside the server in one capture of three', () => {
  test('costs little: it is named, and limits no verdict', () => {
    const diff = diffOf(old, prices('v2', 1500, b, [...b, '/bin/sh c 0.5'], b));
    expect(diff.caveats).toEqual(['1 of 3 captures of v2 also ran /bin/sh c, which is counted with the target']);
    expect([diff.identity, states(diff)]).toEqual(['different', ['compared']]);
    expect(diff.identity_basis.head.executables).toEqual(['/srv/app b']);
    expect(judgeGate(diff)).toMatchObject({ code: 1 });
  });

  test.each([
    ['costs as much as a finding', '/bin/sh c 10'],
    ['has a cost that nobody measured', '/bin/sh c'],
  ])('%s: what changed is suspected, which the gate prints', (_, shell) => {
    const diff = diffOf(old, prices('v2', 1500, b, [...b, shell], b));
    expect(axisOf(diff, 'cpu_stacks').changes[0]).toMatchObject({ change: 'changed', verdict: { level: 'suspected' } });
    const { code, lines } = judgeGate(diff);
    expect(code).toBe(0);
    expect(lines).toContainEqual(expect.stringMatching(/^suspected: cpu_stacks: price \(app\) × (?:2\.9|3\.0)\d \(/u));
    expect(lines).toContain('caveat: 1 of 3 captures of v2 also ran /bin/sh c, which is counted with the target');
  });

  test('does not hide that both versions ran the same executable', () => {
    expect(diffOf(old, prices('v2', 500, a, [...a, '/bin/sh c 0.5'], a)).identity).toBe('same_binary');
  });
});

describe('is no helper, and its captures are refused', () => {
  test.each([
    ['what used the most CPU time', [b, b, ['/srv/app b 5', '/usr/bin/gzip c 20']]],
    [
      'a server of another name behind the same shell',
      [
        ['/bin/sh c 0', '/srv/one b 20'],
        ['/bin/sh c 0', '/srv/two d 20'],
      ],
    ],
    ['another build of the server', [b, ['/srv/app d 20'], b]],
  ])('%s', (_, runs) => {
    const diff = diffOf(old, prices('v2', 1500, ...runs));
    expect(states(diff)).toEqual(['not_comparable']);
    expect(axisOf(diff, 'cpu_stacks').reason).toContain('captures of v2 ran different executables');
  });
});

test('a rolling deploy beside a shell is separated as without it', () => {
  const both = ['/srv/app a 10', '/srv/app b 10'];
  const diff = diffOf(old, prices('v2', 1500, both, [...both, '/bin/sh c 0.5']));
  expect(diff.identity_basis.head.executables).toEqual(['/srv/app b']);
  expect(axisOf(diff, 'files').reason).toContain('a capture of v2 measured two builds at once');
});
