import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildStandIn, type StandIn } from '../../../test/stand-in-collector.ts';
import { findProcesses, listedAs } from './find-processes.ts';
import type { Target } from '../boot/target-list.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'farol-find-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Only the real collector reads it. */
const unread = '/etc/farol/targets.json';

function find(file: string, ...listed: [Target, ...Target[]]) {
  return findProcesses({ file, targetsFile: unread, listed, signal: new AbortController().signal });
}

describe('the list', () => {
  const targets = [{ workload: 'app', namespace: 'a' }, { workload: 'app', namespace: 'b' }, { workload: 'node' }];

  test('is searched whole and case-sensitively [P-ERR-5] [P-REQ-1]', () => {
    expect(listedAs(targets, 'app')).toHaveLength(2);
    for (const other of ['App', 'ap', 'app ', 'apps', '*', '', 'constructor']) {
      expect(listedAs(targets, other)).toEqual([]);
    }
  });
});

describe('an answer of the collector', () => {
  let standIn: StandIn;
  beforeAll(() => {
    standIn = buildStandIn(folder);
  });
  beforeEach(() => standIn.listing('answer'));

  const row = (pid: number, namespace: object) => ({ pid, start_ticks: pid * 100, matched_by: 'comm', namespace });
  const shop = row(10, { state: 'equal', name: 'shop' });
  const bank = row(20, { state: 'equal', name: 'bank' });
  const other = row(30, { state: 'differs', reason: 'it runs in another namespace' });
  function answer(processes: readonly object[], passed_over: readonly object[] = [], more: object = {}): string {
    const counts = { matching: processes.length, passed_over: passed_over.length, unread: 2 };
    return JSON.stringify({ processes, passed_over, counts, ...more });
  }

  test('names the processes for good, what was passed over and what was not seen [P-TARGET-9]', async () => {
    standIn.knows('app', answer([shop], [other]));
    expect(await find(standIn.file, { workload: 'app', namespace: 'shop' })).toEqual({
      found: {
        processes: [{ pid: 10, startTicks: 1000 }],
        namespace: 'shop',
        passedOver: [{ pid: 30, why: 'it runs in another namespace' }],
        counts: { matching: 1, passedOver: 1, unread: 2 },
      },
    });
  });

  test('over several listed namespaces is one target that names those it runs in [P-TARGET-9]', async () => {
    standIn.knows('app', answer([shop, bank]));
    const listed: [Target, ...Target[]] = [
      { workload: 'app', namespace: 'shop' },
      { workload: 'app', namespace: 'bank' },
    ];
    expect(await find(standIn.file, ...listed)).toMatchObject({ found: { namespace: 'bank, shop' } });
    standIn.knows('app', answer([shop]));
    expect(await find(standIn.file, ...listed)).toMatchObject({ found: { namespace: 'shop' } });
  });

  test('is asked for any namespace when one entry lists none [P-TARGET-9]', async () => {
    standIn.knows('app', answer([row(10, { state: 'not_asked' })]));
    const found = await find(standIn.file, { workload: 'app', namespace: 'shop' }, { workload: 'app' });
    expect(found).toMatchObject({ found: { processes: [{ pid: 10 }], namespace: undefined } });
  });

  test.each([
    ['no JSON', '{"processes":', 'does not parse: '],
    ['nothing', '\n', 'does not parse: '],
    ['a key more', answer([], [], { argv: ['--password=canary'] }), 'does not parse: '],
    ['no pid', answer([row(0, { state: 'equal', name: 'shop' })]), 'at processes.0.pid'],
    ['half a process', answer([{ pid: 1 }]), 'at processes.0.start_ticks'],
    ['a process of another namespace as matching', answer([other]), 'at processes.0.namespace'],
    ['a matching process as passed over', answer([], [shop]), 'at passed_over.0.namespace'],
    ['a namespace that was not asked for', answer([bank]), 'is for another request'],
    ['any namespace', answer([row(10, { state: 'not_asked' })]), 'is for another request'],
  ])('with %s finds nothing and says why', async (_, words, why) => {
    standIn.knows('app', words);
    const finding = await find(standIn.file, { workload: 'app', namespace: 'shop' });
    expect(finding).toEqual({
      failure: {
        end: 'exited',
        status: 0,
        code: 'unknown',
        message: expect.stringContaining(why) as string,
        probes: [],
      },
    });
    expect(JSON.stringify(finding)).not.toContain('canary');
  });

  test('about namespaces that were not asked for is none', async () => {
    for (const words of [answer([shop]), answer([], [other])]) {
      standIn.knows('app', words);
      expect(await find(standIn.file, { workload: 'app' })).toMatchObject({
        failure: { message: 'Its list of processes is for another request.' },
      });
    }
  });

  test('that never ends is cut off by its length', async () => {
    standIn.listing('flood');
    expect(await find(standIn.file, { workload: 'app' })).toMatchObject({
      failure: { end: 'exited', message: expect.stringContaining('more than 4194304 bytes') as string },
    });
  });

  test('that never comes ends with the time limit', async () => {
    standIn.listing('wait');
    expect(await find(standIn.file, { workload: 'app' })).toEqual({ failure: { end: 'timeout' } });
  });

  test('is not waited for after an abort', async () => {
    standIn.listing('wait');
    const aborted = new AbortController();
    const finding = findProcesses({
      file: standIn.file,
      targetsFile: unread,
      listed: [{ workload: 'app' }],
      signal: aborted.signal,
    });
    aborted.abort();
    expect(await finding).toEqual({ failure: { end: 'aborted' } });
  });

  test('is missing when the collector is killed, fails or cannot be started with these names', async () => {
    standIn.listing('die');
    expect(await find(standIn.file, { workload: 'app' })).toEqual({ failure: { end: 'killed', signal: 'SIGKILL' } });
    standIn.listing('mumble');
    expect(await find(standIn.file, { workload: 'app' })).toMatchObject({
      failure: { end: 'exited', status: 3, message: 'it went wrong' },
    });
    standIn.listing('refuse');
    expect(await find(standIn.file, { workload: 'app' })).toMatchObject({
      failure: { end: 'exited', status: 12, code: 'list_refused', message: 'the list is not accepted' },
    });
    expect(await find(path.join(folder, 'none'), { workload: 'app' })).toMatchObject({
      failure: { end: 'not_started' },
    });
    expect(await find(standIn.file, { workload: 'a\0b' })).toMatchObject({ failure: { end: 'not_started' } });
  });
});

describe('real processes, by the real collector', () => {
  const collector = path.resolve(import.meta.dirname, '../../ptop/target/release/ptop');
  const children: ChildProcess[] = [];
  let lists: string;
  beforeAll(async () => {
    // The collector accepts a list only where nobody but root may write.
    lists = mkdtempSync('/var/lib/farol-find-');
    chmodSync(lists, 0o755);
    const program = path.join(folder, 'farol-target-x');
    copyFileSync('/bin/sleep', program);
    children.push(spawn(program, ['60']), spawn(program, ['60']));
    children.push(spawn('/bin/sleep', ['60'], { argv0: '/srv/farol-renamed' }));
    await Promise.all(children.map((child) => once(child, 'spawn')));
    unlinkSync(program);
  });
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(lists, { recursive: true });
  });

  /** The list holds what is asked for. */
  function findListed(...listed: [Target, ...Target[]]) {
    const targetsFile = path.join(lists, 'targets.json');
    writeFileSync(targetsFile, JSON.stringify({ targets: listed }), { mode: 0o644 });
    return findProcesses({ file: collector, targetsFile, listed, signal: new AbortController().signal });
  }

  async function pidsOf(...listed: [Target, ...Target[]]): Promise<number[]> {
    const finding = await findListed(...listed);
    if (!('found' in finding)) throw new Error(JSON.stringify(finding.failure));
    return finding.found.processes.map(({ pid }) => pid);
  }

  test('are found by the name of their executable, even deleted, all of them as one target', async () => {
    const pids = children.slice(0, 2).map(({ pid }) => pid ?? 0);
    expect(await pidsOf({ workload: 'farol-target-x' })).toEqual(pids.toSorted((a, b) => a - b));
  });

  test('are found by argv[0]', async () => {
    expect(await pidsOf({ workload: 'farol-renamed' })).toEqual([children[2]?.pid]);
  });

  test('are not found by parts of a name, other cases, paths and what looks like an option', async () => {
    for (const workload of [
      'farol-target',
      'Farol-target-x',
      '/srv/farol-renamed',
      'srv',
      '--json',
      '-farol-renamed',
    ]) {
      expect(await pidsOf({ workload })).toEqual([]);
    }
  });

  test('never are this process', async () => {
    // Its own names, whatever the test runner calls itself.
    for (const workload of [path.basename(process.execPath), path.basename(process.argv0), process.title]) {
      expect(await pidsOf({ workload })).not.toContain(process.pid);
    }
  });

  test('that the list of the collector does not have are not searched for, whatever this process asks [P-ERR-5]', async () => {
    const targetsFile = path.join(lists, 'other.json');
    writeFileSync(targetsFile, '{"targets":[{"workload":"another"}]}', { mode: 0o644 });
    const listed: [Target] = [{ workload: 'farol-renamed' }];
    const signal = new AbortController().signal;
    expect(await findProcesses({ file: collector, targetsFile, listed, signal })).toMatchObject({
      failure: { code: 'not_listed', message: expect.stringContaining('outside the target list') as string },
    });
  });

  test('outside Kubernetes match no listed namespace, and it is said why [P-TARGET-9]', async () => {
    expect(await findListed({ workload: 'farol-renamed', namespace: 'shop' })).toMatchObject({
      found: {
        processes: [],
        passedOver: [
          {
            pid: children[2]?.pid,
            why: expect.stringMatching(/^its namespace cannot be read .* \(ENOENT\)$/u) as string,
          },
        ],
        counts: { matching: 0, passedOver: 1 },
      },
    });
  });
});
