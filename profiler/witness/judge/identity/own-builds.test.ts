import { expect, test } from 'vitest';
import { makeBundle } from '../../../../test/made-bundle.ts';
import { makeProcess } from '../../../../test/made-capture.ts';
import type { CaptureVector } from '../../bundle/vector/capture-vector.ts';
import { vectorOf } from '../../bundle/vector/vector-of.ts';
import { findOwnBuilds } from './own-builds.ts';

/** A capture of processes, each `path build`. */
function capture(...ran: readonly string[]): CaptureVector {
  const processes = ran.map((one, at) => {
    const [path = '', build = ''] = one.split(' ');
    return makeProcess(at + 1, { exe_path: path, build_id: build, exe_sha256: build.repeat(64).slice(0, 64) });
  });
  return vectorOf(makeBundle({ processes }));
}

const old = capture('/bin/app a');
const both = capture('/bin/app a', '/bin/app b', '/bin/app b');
const fresh = capture('/bin/app b');

function foundIn(before: readonly CaptureVector[], after: readonly CaptureVector[]): string {
  const found = findOwnBuilds(before, after);
  return found === undefined ? 'unknown' : `${[...found.before].join('+')} → ${[...found.after].join('+')}`;
}

test.each<[string, readonly CaptureVector[], readonly CaptureVector[], string]>([
  ['by the other version, which ran the old build alone', [old], [both], 'a → b'],
  ['by another capture of the version', [capture('/bin/app c')], [both, fresh], 'c → b'],
  ['of the older version by the newer one', [both], [fresh], 'a → b'],
  ['one after the other', [both, old], [capture('/bin/app a', '/bin/app b')], 'a → b'],
  ['in releases that have a directory each', [capture('/r/1/app a')], [capture('/r/1/app a', '/r/2/app b')], 'a → b'],
  [
    'beside a program that is the same in both',
    [capture('/bin/app a', '/bin/lb x')],
    [capture('/bin/app a', '/bin/app b', '/bin/lb x')],
    'a+x → b+x',
  ],
  ['not where both versions ran both', [both], [both], 'unknown'],
  ['not where neither build is that of the other version', [capture('/bin/app c')], [both], 'unknown'],
  ['not where a capture ran neither', [old], [both, capture('/bin/app c')], 'unknown'],
  ['not where a capture of the version ran the old build alone', [old], [both, old], 'unknown'],
  ['not of three builds', [old], [capture('/bin/app a', '/bin/app b', '/bin/app c')], 'unknown'],
  ['not where each side measured another one beside one', [both], [capture('/bin/app b', '/bin/app c')], 'unknown'],
])('finds which build a version means %s', (_, before, after, expected) => {
  expect(foundIn(before, after)).toBe(expected);
});

test('two servers that always run beside each other are two programs', () => {
  const pair = (build: string) => capture(`/pg15/postgres ${build}`, '/pg16/postgres z');
  expect(foundIn([pair('a')], [pair('b')])).toBe('a+z → b+z');
});
