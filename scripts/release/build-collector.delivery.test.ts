import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { findStandardLibrary } from './build-collector.ts';
import { listRust } from './list-parts.ts';
import { toPurl } from './write-sbom.ts';

test("Rust's own library is listed with the version of the compiler and the digest of its file", () => {
  const { file, version } = findStandardLibrary('amd64');
  expect(execFileSync('rustc', ['--version'], { encoding: 'utf8' })).toMatch(new RegExp(`^rustc ${version} `, 'u'));
  const part = listRust(version, file, 'x64');
  expect(toPurl(part)).toBe(`pkg:generic/rust-std@${version}?arch=x64`);
  expect(execFileSync('sha256sum', [file], { encoding: 'utf8' })).toMatch(new RegExp(`^${part.digest.value} `, 'u'));
});
