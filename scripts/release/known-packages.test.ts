import { expect, test } from 'vitest';
import { debianArchitectures, type DebianArchive } from '../debian-archives.ts';
import { basePackages } from './base-files.ts';
import { describeChanged, readKnown } from './known-packages.ts';

const libc: DebianArchive = {
  name: 'libc6',
  version: '2.36-9',
  architecture: 'amd64',
  file: 'a.deb',
  sha256: 'a'.repeat(64),
};
const known = { libc6: { version: '2.36-9', sha256: 'a'.repeat(64) } };

test('packages that are as they were are not mentioned', () => {
  expect(describeChanged(known, [libc])).toEqual([]);
});

test.each([
  [
    { version: '2.36-10', sha256: 'b'.repeat(64) },
    'libc6 (amd64) is now 2.36-10; the last recorded release has 2.36-9',
  ],
  [{ sha256: 'b'.repeat(64) }, /^libc6 \(amd64\) 2\.36-9 has other bytes .*: ask why before you publish$/u],
  [{ name: 'libc7' }, /^libc7 \(amd64\) 2\.36-9 is new since/u],
])('%o is reported', (change, line) => {
  const [said, ...more] = describeChanged(known, [{ ...libc, ...change }]);
  expect(said).toMatch(line);
  expect(more).toEqual([]);
});

test.each(debianArchitectures)('the recorded packages of %s are those of the base', (architecture) => {
  expect(Object.keys(readKnown(architecture)).toSorted()).toEqual(Object.keys(basePackages).toSorted());
});
