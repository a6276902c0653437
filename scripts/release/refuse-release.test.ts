import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const script = path.resolve(import.meta.dirname, '../release.ts');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'farol-refused-release-'));
  writeFileSync(path.join(folder, 'something'), '');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['into a folder that has files', [], /--out \S+ is not empty; name a new folder/u],
  ['[P-VER-1] with a tag of another form', ['--tag', '1.2.3'], /A tag has the form v<major>\.<minor>\.<patch>\./u],
  ['for an unknown image', ['--image', 'farol'], /One of farol-agent, farol-profiler, farol-control\./u],
  ['for an unknown architecture', ['--arch', 'mips'], /One of amd64, arm64\./u],
])('a release is refused %s', (_case, more, message) => {
  const out = more.length === 0 ? folder : path.join(folder, 'new');
  const { status, stderr } = spawnSync(process.execPath, [script, '--out', out, ...more], { encoding: 'utf8' });
  expect(stderr).toMatch(message);
  expect(status).toBe(1);
  expect(existsSync(path.join(folder, 'new'))).toBe(false);
});
