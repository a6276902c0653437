import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findProcesses, listedAs } from './find-processes.ts';

describe('the list', () => {
  const targets = [{ workload: 'app', namespace: 'a' }, { workload: 'app', namespace: 'b' }, { workload: 'node' }];

  test('is searched whole and case-sensitively [P-ERR-5] [P-REQ-1]', () => {
    expect(listedAs(targets, 'app')).toHaveLength(2);
    for (const other of ['App', 'ap', 'app ', 'apps', '*', '', 'constructor']) {
      expect(listedAs(targets, other)).toEqual([]);
    }
  });
});

describe('a made process table', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(path.join(os.tmpdir(), 'farol-proc-'));
    writeFileSync(path.join(root, 'meminfo'), '');
    mkdirSync(path.join(root, 'sys'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  function add(
    pid: number,
    { exe, comm, argv, namespace }: { exe?: string; comm?: string; argv?: string; namespace?: string },
  ): void {
    const folder = path.join(root, String(pid));
    mkdirSync(folder);
    if (exe !== undefined) symlinkSync(exe, path.join(folder, 'exe'));
    if (comm !== undefined) writeFileSync(path.join(folder, 'comm'), `${comm}\n`);
    writeFileSync(path.join(folder, 'cmdline'), argv ?? '');
    if (namespace === undefined) return;
    const secrets = path.join(folder, 'root/var/run/secrets/kubernetes.io/serviceaccount');
    mkdirSync(secrets, { recursive: true });
    writeFileSync(path.join(secrets, 'namespace'), `${namespace}\n`);
  }
  const find = (...listed: { workload: string; namespace?: string }[]) => findProcesses(listed, { root, self: 9 });

  test('executable, command name and argv[0] each identify a process', () => {
    add(30, { exe: '/usr/bin/app', comm: 'x', argv: 'y\0' });
    add(20, { exe: '/usr/bin/node', comm: 'app', argv: 'node\0app.js\0' });
    add(10, { exe: '/usr/bin/node', comm: 'node', argv: '/opt/app\0--flag\0' });
    add(40, { exe: '/usr/bin/node', comm: 'node', argv: 'node\0app\0' });
    expect(find({ workload: 'app' })).toEqual({
      pids: [10, 20, 30],
      namespace: undefined,
      passedOver: [],
      unread: 0,
    });
  });

  test('an executable that was replaced on disk keeps its name', () => {
    add(10, { exe: '/usr/bin/app (deleted)' });
    expect(find({ workload: 'app' }).pids).toEqual([10]);
  });

  test('parts of a name, other cases and paths do not match', () => {
    add(10, { exe: '/usr/bin/app', comm: 'app', argv: '/usr/bin/app\0' });
    for (const workload of ['ap', 'App', 'app2', '/usr/bin/app', 'bin']) expect(find({ workload }).pids).toEqual([]);
  });

  test('this process, kernel threads and a process that ends meanwhile are never found', () => {
    add(9, { exe: '/usr/bin/app', comm: 'app' });
    add(10, { comm: 'app' });
    mkdirSync(path.join(root, '11'));
    expect(find({ workload: 'app' }).pids).toEqual([]);
  });

  test('an executable that may not be read is counted unless another name matches; a kernel thread is not', () => {
    for (const pid of [10, 20]) {
      add(pid, { comm: `c${pid}`, argv: 'renamed\0' });
      // Root may read every link: a file in its place fails with another code than a missing one.
      writeFileSync(path.join(root, String(pid), 'exe'), '');
    }
    add(30, { comm: 'kworker' });
    expect(find({ workload: 'app' })).toMatchObject({ pids: [], unread: 2 });
    expect(find({ workload: 'c10' })).toMatchObject({ pids: [10], unread: 1 });
  });

  test('a listed namespace must equal the one of the process [P-TARGET-9]', () => {
    add(10, { exe: '/app', namespace: 'shop' });
    add(20, { exe: '/app', namespace: 'Shop' });
    add(30, { exe: '/app' });
    expect(find({ workload: 'app', namespace: 'shop' })).toEqual({
      pids: [10],
      namespace: 'shop',
      passedOver: [
        { pid: 20, why: 'it runs in namespace Shop' },
        {
          pid: 30,
          why: expect.stringMatching(/^its namespace cannot be read from .*\/30\/root\/.* \(ENOENT\)$/u) as string,
        },
      ],
      unread: 0,
    });
  });

  test('an entry without a namespace takes all of that name [P-TARGET-9]', () => {
    add(10, { exe: '/app', namespace: 'shop' });
    add(20, { exe: '/app' });
    expect(find({ workload: 'app' }, { workload: 'app', namespace: 'shop' }).pids).toEqual([10, 20]);
  });
});

describe('real processes', () => {
  let folder: string;
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'farol-find-'));
    const program = path.join(folder, 'farol-target-x');
    copyFileSync('/bin/sleep', program);
    children.push(spawn(program, ['60']), spawn(program, ['60']));
    children.push(spawn('/bin/sleep', ['60'], { argv0: '/srv/farol-renamed' }));
    await Promise.all(children.map((child) => once(child, 'spawn')));
    unlinkSync(program);
  });
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  test('are found by the name of their executable, even deleted, all of them as one target', () => {
    const pids = children.slice(0, 2).map(({ pid }) => pid ?? 0);
    expect(findProcesses([{ workload: 'farol-target-x' }]).pids).toEqual(pids.toSorted((a, b) => a - b));
  });

  test('are found by argv[0]', () => {
    expect(findProcesses([{ workload: 'farol-renamed' }]).pids).toEqual([children[2]?.pid]);
  });

  test('outside Kubernetes a listed namespace matches nothing and says why [P-TARGET-9]', () => {
    const { pids, passedOver } = findProcesses([{ workload: 'farol-renamed', namespace: 'shop' }]);
    expect(pids).toEqual([]);
    expect(passedOver).toEqual([
      { pid: children[2]?.pid, why: expect.stringContaining('its namespace cannot be read') as string },
    ]);
  });
});
