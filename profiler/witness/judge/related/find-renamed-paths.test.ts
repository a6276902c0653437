import { describe, expect, test } from 'vitest';
import { makeCapture } from '../../../../test/made-bundle.ts';
import { connected, networkOf, opened, started } from '../../../../test/made-capture.ts';
import { axisOf, diffOf } from '../../../../test/made-diff.ts';
import { renderDiff } from '../../say/text/render.ts';
import { findRenamedPaths } from './find-renamed-paths.ts';

function pairsOf(gone: readonly string[], added: readonly string[], more: readonly string[] = []): string[] {
  const facts = { gone, added, after: new Set([...added, ...more]), from: 'v1.2.3', to: 'v1.2.4' };
  return findRenamedPaths(facts).map(({ members: [from = '', to = ''], basis }) => `${from} → ${to} (${basis})`);
}

describe('a file is the same under another path', () => {
  test('where the path has the version that is compared', () => {
    expect(
      pairsOf(['/app-1.2.3/conf read', '/opt/v1.2.3/a read'], ['/app-1.2.4/conf read', '/opt/v1.2.4/a read']),
    ).toEqual([
      '/app-1.2.3/conf read → /app-1.2.4/conf read (path_version)',
      '/opt/v1.2.3/a read → /opt/v1.2.4/a read (path_version)',
    ]);
    expect(pairsOf(['/app-11.2.3/conf read'], ['/app-11.2.4/other read'])).toEqual([]);
    // Only a part of a longer number.
    expect(pairsOf(['/x/lib-1.2.3.9/a read'], ['/x/lib-1.2.4.9/b read'])).toEqual([]);
  });

  test('where a dotted number in one part is all that differs, and nothing else could be meant', () => {
    expect(pairsOf(['/usr/lib/libz.so.1.3 read'], ['/usr/lib/libz.so.1.3.1 read'])).toEqual([
      '/usr/lib/libz.so.1.3 read → /usr/lib/libz.so.1.3.1 read (path_number)',
    ]);
    expect(pairsOf(['/l/libz.so.1.3 read'], ['/l/libz.so.1.4 read', '/l/libz.so.1.5 read'])).toEqual([]);
    expect(pairsOf(['/a-1.1/b-2.1 read'], ['/a-1.2/b-2.2 read'])).toEqual([]);
    expect(pairsOf(['/l/libz.so.1.3 read'], ['/l/libz.so.1.4 write'])).toEqual([]);
  });

  test('where everything in a directory is now in another one', () => {
    const files = ['a', 'b', 'sub/c'];
    const inDirectory = (name: string) => files.map((file) => `/srv/${name}/${file} read`);
    expect(pairsOf(inDirectory('blue'), inDirectory('green'))).toHaveLength(3);
    expect(pairsOf(inDirectory('blue').slice(1), inDirectory('green').slice(1))).toEqual([]);
    expect(pairsOf(inDirectory('blue'), inDirectory('green'), ['/srv/blue/d read'])).toEqual([]);
    // A directory of the root is another place.
    expect(
      pairsOf(
        files.map((file) => `/etc/${file} read`),
        files.map((file) => `/tmp/${file} read`),
      ),
    ).toEqual([]);
  });
});

test.each([
  ['with another name', '/etc/rates.toml read', '/etc/limits.toml read'],
  ['with another counter', '/srv/worker3.sock read', '/srv/worker4.sock read'],
  ['that the kernel shows', '/proc/1.2.3/stat read', '/proc/1.2.4/stat read'],
  ['that is none', 'read 1.2.3', 'read 1.2.4'],
])('a file %s is another file', (_, gone, added) => {
  expect(pairsOf([gone], [added])).toEqual([]);
});

test('versions that are short or no numbers say nothing', () => {
  const facts = {
    gone: ['/app/2/a read'],
    added: ['/app/3/a read'],
    after: new Set(['/app/3/a read']),
    from: '2',
    to: '3',
  };
  expect(findRenamedPaths(facts)).toEqual([]);
});

describe('a comparison', () => {
  const captureOf = (version: string) =>
    makeCapture(version, {
      files: { opens: [opened(`/opt/app-${version}/app.conf`, 60), opened('/etc/hosts')], cut: 0 },
      processes: { programs: [started(`/opt/app-${version}/tool`)], exits: [], cut: 0 },
      network: networkOf([connected(version === '1.2.3' ? '10.1.2.3' : '10.1.2.4')]),
    });
  const diff = diffOf([captureOf('1.2.3')], [captureOf('1.2.4'), captureOf('1.2.4')]);

  test('has neither a new nor a lost file under the path of another version', () => {
    const files = axisOf(diff, 'files');
    expect([files.changes, files.unchanged]).toEqual([[], 2]);
    expect(files.related).toMatchObject([
      {
        kind: 'renamed',
        from: ['/opt/app-1.2.3/app.conf read'],
        to: ['/opt/app-1.2.4/app.conf read'],
        basis: 'path_version',
        before: { seen: true, count: 60 },
        after: { seen: true, count: 120, captures: 2 },
      },
    ]);
    expect(files.related?.[0]).not.toHaveProperty('change');
    expect(renderDiff(diff)).toContain('renamed  /opt/app-1.2.3/app.conf read → /opt/app-1.2.4/app.conf read\n');
  });

  test('still calls a program and a peer new, whatever they are called', () => {
    expect(diff.summary.findings.map(({ axis, state }) => `${state} ${axis}`)).toEqual([
      'new network',
      'new processes',
    ]);
  });
});
