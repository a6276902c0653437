import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pushRelease } from './push-release.ts';
import { makeStatement } from './write-provenance.ts';

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

describe('a changed working tree', () => {
  /** Variables that give git another repository, which has a file that is in no commit. */
  function changedTree(): NodeJS.ProcessEnv {
    const tree = path.join(folder, 'tree');
    mkdirSync(tree);
    const git = (...args: string[]) => execFileSync('git', ['-C', tree, ...args], { stdio: 'pipe' });
    git('init', '--quiet');
    git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '--allow-empty', '--message', 'First');
    writeFileSync(path.join(tree, 'changed'), '');
    return { ...process.env, GIT_DIR: path.join(tree, '.git'), GIT_WORK_TREE: tree };
  }

  test.each([
    ['signed', []],
    ['published', ['--push', 'registry.example/team']],
  ])('is not %s: the provenance would name a commit that it is not', (_what, more) => {
    const out = path.join(folder, 'new');
    const args = [script, '--out', out, '--key', 'cosign.key', ...more];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env: changedTree() });
    rmSync(path.join(folder, 'tree'), { recursive: true });
    expect(stderr).toMatch(/^farol: --key needs an unchanged working tree, but this one differs from [0-9a-f]{40}/u);
    expect(status).toBe(1);
    expect(existsSync(out)).toBe(false);
  });

  test('is not published either when it was built before, without a signature', () => {
    const out = path.join(folder, 'built');
    mkdirSync(path.join(out, 'images'), { recursive: true });
    const facts = { tag: 'v1.2.3', revision: 'a'.repeat(40), architectures: [], date: 0, builder: 'urn:b', parts: [] };
    writeFileSync(path.join(out, 'provenance.json'), JSON.stringify(makeStatement({ ...facts, isChanged: true }, [])));
    const publish = () => pushRelease(out, 'v1.2.3', 'registry.example', { cosign: 'false', key: 'cosign.key' });
    expect(publish).toThrow(/built was built from a changed working tree, and is not signed: build it from a commit/u);
    writeFileSync(path.join(out, 'provenance.json'), JSON.stringify(makeStatement({ ...facts, isChanged: false }, [])));
    expect(publish()).toEqual([]);
  });
});
