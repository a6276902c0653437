import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { absent, allProbes, idleAxes, makeProcess, makeRecord } from '../../test/made-capture.ts';
import { buildStandIn, type Plan, type StandIn } from '../../test/stand-in-collector.ts';
import { createMemoryCgroup } from '../../src/cli/demo/memory-cgroup.ts';
import { createLog } from '../../src/core/log.ts';
import { Redactor } from '../../src/core/redact.ts';
import { CaptureOutcome, type CaptureStart } from '../../src/tunnel/messages.ts';
import type { CollectorRecord } from '../witness/collector-record.ts';
import { decodeBundle } from '../witness/encode.ts';
import { CaptureRunner, type RunnerDeps } from './capture-runner.ts';
import { Spool } from './spool.ts';

/** Axes of a capture on which everything was measured. */
const all = new Set(allProbes.map(({ axis }) => axis)).size;

const workload = `farol-runner-${process.pid}`;
const request: CaptureStart = {
  request_id: 'r1',
  workload,
  version: 'v1',
  env: '',
  kind: 'head',
  duration_sec: 5,
  warmup_sec: 0,
  requested_by: 'pipeline',
  requested_at: '2026-11-21T10:00:00.000Z',
};

/** The collector is a real process of our own making; everything else is what runs in production. */
let folder: string;
let standIn: StandIn;
let target: ChildProcess;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'farol-runner-'));
  standIn = buildStandIn(folder);
  target = spawn('/bin/sleep', ['600'], { argv0: workload });
  await once(target, 'spawn');
  standIn.knows(workload, [target.pid ?? 0]);
});
afterAll(() => {
  target.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

let bench: { runner: CaptureRunner; spool: Spool; log: Record<string, unknown>[]; phases: string[]; workDir: string };
let count = 0;
beforeEach(async () => {
  standIn.listing('answer');
  bench = await open();
});
afterEach(() => bench.runner.stop());

async function open(change: Partial<RunnerDeps> = {}): Promise<typeof bench> {
  count++;
  const [workDir, log, phases] = [path.join(folder, `work-${count}`), [] as Record<string, unknown>[], [] as string[]];
  mkdirSync(workDir);
  const spool = await Spool.open(path.join(folder, `spool-${count}`));
  const destination = { write: (line: string) => void log.push(JSON.parse(line) as Record<string, unknown>) };
  const runner = new CaptureRunner({
    instance: 'node-1',
    targets: [{ workload }, { workload: 'farol-not-running' }, { workload: `${workload}-ns`, namespace: 'shop' }],
    collector: standIn.file,
    workDir,
    spool,
    log: createLog('test', { level: 'info', redactor: new Redactor(), destination }),
    onPhase: (_, phase) => phases.push(phase),
    onEnded: () => undefined,
    ...change,
  });
  return { runner, spool, log, phases, workDir };
}

async function outcomeOf({ spool }: typeof bench, id = 'r1'): Promise<CaptureOutcome> {
  for (let turn = 0; turn < 2000; turn++) {
    const outcome = await spool.outcomeOf(id);
    if (outcome !== undefined) return CaptureOutcome.parse(outcome);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('no outcome');
}

async function captureWith(plan: Plan, record?: CollectorRecord | string, on = bench): Promise<CaptureOutcome> {
  standIn.plan(plan, record);
  expect(await on.runner.offer(request)).toEqual({ answer: 'taken', processes: 1 });
  return outcomeOf(on);
}

function isCollector(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(standIn.file);
  } catch {
    return false;
  }
}

describe('an offer', () => {
  test('of a process outside the target list is declined [P-ERR-5] [P-REQ-1]', async () => {
    for (const other of ['bash', '*', workload.toUpperCase(), '']) {
      expect(await bench.runner.offer({ ...request, workload: other })).toMatchObject({
        answer: 'declined',
        reason: { code: 'not_in_target_list' },
      });
    }
    expect(bench.spool.has('r1')).toBe(false);
  });

  test('is answered without a word about the list [P-TARGET-10]', async () => {
    const answer = await bench.runner.offer({ ...request, workload: 'bash' });
    expect(JSON.stringify(answer)).not.toMatch(/farol-|shop/u);
  });

  test('of a listed process that does not run here is declined', async () => {
    expect(await bench.runner.offer({ ...request, workload: 'farol-not-running' })).toMatchObject({
      answer: 'declined',
      reason: { code: 'no_such_process' },
    });
  });

  test.each([
    ['die', 'collector_killed', 'Signal: SIGKILL.'],
    ['mumble', 'collector_failed', 'Exit status 3: it went wrong'],
    ['flood', 'collector_failed', 'It answered with more than 4194304 bytes.'],
  ] as const)(
    'whose search ends with %s is declined, never searched with less sight: %s',
    async (plan, code, words) => {
      standIn.listing(plan);
      const answer = await bench.runner.offer(request);
      expect(answer).toMatchObject({
        answer: 'declined',
        reason: { code, text: expect.stringContaining(words) as string },
      });
      const reason = answer.answer === 'declined' ? answer.reason.text : '';
      expect(bench.log).toMatchObject([{ msg: 'capture failed', request_id: 'r1', code, reason }]);
      expect(bench.spool.has('r1')).toBe(false);
    },
  );

  test('is declined when there is no collector to search with', async () => {
    const { runner } = await open({ collector: path.join(folder, 'no-ptop') });
    expect(await runner.offer(request)).toMatchObject({
      answer: 'declined',
      reason: { code: 'collector_failed', text: expect.stringContaining('ENOENT') as string },
    });
  });

  test('says how many of that name a namespace ruled out, and why the first [P-TARGET-9]', async () => {
    const name = `${workload}-ns`;
    const why = 'its namespace cannot be read from /proc/7/root/x (ENOENT)';
    const namespace = { state: 'unreadable', reason: why };
    const one = { pid: 7, start_ticks: 1, matched_by: 'comm', namespace };
    const counts = { matching: 0, passed_over: 3, unread: 1 };
    standIn.knows(name, JSON.stringify({ processes: [], passed_over: [one], counts }));
    expect(await bench.runner.offer({ ...request, workload: name })).toEqual({
      answer: 'declined',
      reason: {
        code: 'no_such_process',
        text: `The process is listed, but none of that name runs on this node. 3 of that name did not match the listed namespace: process 7, ${why}. The executable of 1 process may not be read even by the collector, so only command name and argv[0] were compared; where AppArmor is on, look in the kernel log for apparmor="DENIED" operation="ptrace".`,
      },
    });
  });

  test('of more processes than one capture takes is declined', async () => {
    const one = { pid: 7, start_ticks: 1, matched_by: 'comm', namespace: { state: 'not_asked' } };
    const counts = { matching: 1025, passed_over: 0, unread: 0 };
    standIn.knows('farol-not-running', JSON.stringify({ processes: [one], passed_over: [], counts }));
    expect(await bench.runner.offer({ ...request, workload: 'farol-not-running' })).toMatchObject({
      answer: 'declined',
      reason: { code: 'too_many_processes', text: expect.stringContaining('1025 run.') as string },
    });
    standIn.knows('farol-not-running', []);
  });

  test('is measured with the start of each process, so that a reused pid is not measured', async () => {
    const told = path.join(folder, 'told');
    const file = path.join(folder, 'telling');
    writeFileSync(file, `#!/bin/sh\n[ "$1" = capture ] && echo "$@" > ${told}\nexec "${standIn.file}" "$@"\n`);
    chmodSync(file, 0o755);
    await captureWith('record', makeRecord(), await open({ collector: file }));
    expect(readFileSync(told, 'utf8')).toMatch(new RegExp(`^capture --pid ${target.pid}:1 --duration 5 `, 'u'));
  });

  test('is searched for after the offers before it, all of which are answered', async () => {
    const offers = Array.from({ length: 10 }, (_, index) =>
      bench.runner.offer({ ...request, request_id: `n${index}`, workload: 'farol-not-running' }),
    );
    standIn.plan('record', makeRecord());
    const taken = bench.runner.offer(request);
    const answers = await Promise.all(offers);
    expect(answers.every((one) => one.answer === 'declined' && one.reason.code === 'no_such_process')).toBe(true);
    expect(await taken).toMatchObject({ answer: 'taken' });
    await outcomeOf(bench);
  });

  test('that is searched for when the Profiler stops is left to its next start', async () => {
    standIn.listing('wait');
    const answer = bench.runner.offer(request);
    await bench.runner.stop();
    expect(await answer).toMatchObject({ answer: 'declined', reason: { code: 'busy' } });
    expect(readdirSync('/proc').filter((pid) => isCollector(pid))).toEqual([]);
  });

  test('while another one runs is declined as busy, and taken afterwards', async () => {
    standIn.plan('wait');
    await bench.runner.offer(request);
    const other = { ...request, request_id: 'r2' };
    expect(await bench.runner.offer(other)).toMatchObject({ answer: 'declined', reason: { code: 'busy' } });
    bench.runner.abort('r1');
    await outcomeOf(bench);
    standIn.plan('record', makeRecord());
    await expect.poll(async () => (await bench.runner.offer(other)).answer).toBe('taken');
    expect((await outcomeOf(bench, 'r2')).outcome).toBe('pushed');
  });

  test('made again changes nothing, before and after the end [P-STATE-4]', async () => {
    standIn.plan('record', makeRecord());
    const answers = await Promise.all(Array.from({ length: 20 }, () => bench.runner.offer(request)));
    expect(answers.every(({ answer }) => answer === 'taken')).toBe(true);
    await outcomeOf(bench);
    expect(await bench.runner.offer(request)).toMatchObject({ answer: 'taken' });
    expect(bench.log.filter(({ msg }) => msg === 'capture measured')).toHaveLength(1);
  });

  test('that cannot be written to disk is not taken, and can be made again', async () => {
    rmSync(path.join(folder, `spool-${count}`), { recursive: true });
    await expect(bench.runner.offer(request)).rejects.toMatchObject({ code: 'ENOENT' });
    mkdirSync(path.join(folder, `spool-${count}`));
    expect((await captureWith('record', makeRecord())).outcome).toBe('pushed');
  });

  test('while the Profiler stops is left to its next start', async () => {
    await bench.runner.stop();
    expect(await bench.runner.offer(request)).toMatchObject({ answer: 'declined', reason: { code: 'busy' } });
  });
});

describe('an outcome', () => {
  test('pushed carries the bundle, the tally and the memory of the collector [P-OUT-1] [P-INST-1]', async () => {
    const outcome = await captureWith('record', makeRecord());
    expect(outcome).toMatchObject({
      outcome: 'pushed',
      reason: {
        code: 'measured',
        text: expect.stringContaining(`${all} of ${all} axes; fully instrumented.`) as string,
      },
      probes: { measured: allProbes.length, total: allProbes.length, missing: [] },
      collector: { peak_rss_bytes: 8_388_608 },
    });
    const { bundle } = decodeBundle(Buffer.from(outcome.bundle ?? '', 'base64'));
    expect(bundle).toMatchObject({ instance: 'node-1', request: { request_id: 'r1', version: 'v1' } });
    expect(bench.phases).toEqual(['window']);
    expect(readdirSync(bench.workDir)).toEqual([]);
  });

  test('with missing axes says N of M and names each with its reason [P-INST-2] [P-SVC-7] [P-ERR-10]', async () => {
    const probes = allProbes.map((one) => (one.axis === 'files' ? absent(one.id, 'files', 'failed') : one));
    const outcome = await captureWith('record', makeRecord({ probes }));
    const fewer = `${all - 1} of ${all} axes; ${allProbes.length - 1} of ${allProbes.length} probes.`;
    expect(outcome).toMatchObject({
      outcome: 'pushed',
      reason: { text: expect.stringContaining(fewer) as string },
      probes: { missing: [{ probe: 'file_opens', why: 'The probe file_opens is failed. Mend file_opens.' }] },
    });
  });

  test('nothing_to_push when live instruments measured zero on every axis [P-OUT-1]', async () => {
    const outcome = await captureWith('record', makeRecord({ axes: idleAxes }));
    expect(outcome).toMatchObject({
      outcome: 'nothing_to_push',
      reason: { code: 'no_events' },
      probes: { measured: allProbes.length },
    });
    expect(outcome.bundle).toBeUndefined();
  });

  test('failed when every process of the start has gone, not when a worker has', async () => {
    const gone = makeProcess(1, { present_at_end: false });
    const restarted = makeRecord({ processes: [gone, makeProcess(2, { forked: true })] });
    expect(await captureWith('record', restarted)).toMatchObject({
      outcome: 'failed',
      reason: { code: 'target_restarted' },
    });
    const again = await open();
    const worker = makeRecord({ processes: [gone, makeProcess(2)] });
    expect((await captureWith('record', worker, again)).outcome).toBe('pushed');
  });

  test('failed when no axis could be measured, never pushed as less [P-SVC-7] [P-SVC-8]', async () => {
    const probes = allProbes.map(({ id, axis }) => absent(id, axis, 'failed'));
    expect(await captureWith('record', makeRecord({ probes, axes: {} }))).toMatchObject({
      outcome: 'failed',
      reason: { code: 'nothing_measured' },
      probes: { measured: 0, total: allProbes.length },
    });
  });

  test.each([
    ['die', '', 'collector_killed', 'no OOM kill is recorded in the container cgroup. Signal: SIGKILL.'],
    ['gone', '', 'target_gone', 'ended before the window opened'],
    ['no_memory', '', 'collector_no_memory', 'A map was refused.'],
    ['mumble', '', 'collector_failed', 'Exit status 1: it went wrong'],
    ['empty', '', 'collector_failed', 'It ended well and left no record.'],
    ['record', '{"half":', 'collector_failed', 'Its record is not JSON.'],
    ['record', '{"schema":"other"}', 'collector_failed', 'Its record does not parse at schema'],
    ['flood', '', 'collector_failed', 'Exit status 0'],
  ] as const)('of a collector that chooses to %s: %s %s', async (plan, record, code, words) => {
    const outcome = await captureWith(plan, record);
    expect(outcome).toMatchObject({ outcome: 'failed', reason: { code } });
    expect(outcome.reason.text).toContain(words);
    expect(bench.log.filter(({ msg }) => msg === 'capture failed')).toMatchObject([{ reason: outcome.reason.text }]);
    expect(readdirSync(bench.workDir)).toEqual([]);
  });

  test('of a collector that is gone by the time the capture begins', async () => {
    // It answers which processes run, and takes itself away.
    const file = path.join(folder, 'vanishing');
    writeFileSync(file, `#!/bin/sh\nrm "$0"\nexec "${standIn.file}" "$@"\n`);
    chmodSync(file, 0o755);
    expect(await captureWith('record', '', await open({ collector: file }))).toMatchObject({
      outcome: 'failed',
      reason: { code: 'collector_failed', text: expect.stringContaining('ENOENT') as string },
    });
  });
});

describe('an OOM kill', () => {
  test('recorded by the kernel gives the specified reason with the limits, in record and log alike [P-ERR-8]', async () => {
    const name = `farol-oom-${process.pid}`;
    const cgroup = createMemoryCgroup(name, 48 << 20);
    if (cgroup === undefined) throw new Error('this suite needs a memory cgroup of its own');
    try {
      const outcome = await captureWith('exhaust', '', await insideCgroup(name, cgroup.procs));
      expect(outcome.outcome).toBe('failed');
      expect(outcome.reason).toEqual({
        code: 'collector_oom',
        text: 'collector (ptop) was killed by SIGKILL — OOM kill recorded in the container cgroup; memory limit 48 MiB, no swap beyond it',
      });
      expect(bench.log.filter(({ msg }) => msg === 'capture failed')).toMatchObject([{ reason: outcome.reason.text }]);
    } finally {
      cgroup.remove();
    }
  });

  test('while processes are searched for declines the offer with the same reason [P-ERR-8]', async () => {
    const name = `farol-oom-search-${process.pid}`;
    const cgroup = createMemoryCgroup(name, 48 << 20);
    if (cgroup === undefined) throw new Error('this suite needs a memory cgroup of its own');
    try {
      standIn.listing('exhaust');
      const { runner } = await insideCgroup(name, cgroup.procs);
      expect(await runner.offer(request)).toMatchObject({
        answer: 'declined',
        reason: {
          code: 'collector_oom',
          text: expect.stringContaining('OOM kill recorded in the container cgroup') as string,
        },
      });
    } finally {
      cgroup.remove();
    }
  });

  test('of an earlier capture is no proof for this one [P-ERR-8]', async () => {
    const name = `farol-oom-again-${process.pid}`;
    const cgroup = createMemoryCgroup(name, 48 << 20);
    if (cgroup === undefined) throw new Error('this suite needs a memory cgroup of its own');
    try {
      const first = await captureWith('exhaust', '', await insideCgroup(name, cgroup.procs));
      expect(first.reason.code).toBe('collector_oom');
      const second = await captureWith('die', '', await insideCgroup(name, cgroup.procs));
      expect(second.reason.code).toBe('collector_killed');
    } finally {
      cgroup.remove();
    }
  });

  /** The collector enters the cgroup before it starts, and the runner looks at that cgroup as if it were its own. */
  async function insideCgroup(name: string, procs: string): Promise<typeof bench> {
    const enter = path.join(folder, 'enter');
    writeFileSync(enter, `#!/bin/sh\necho $$ > ${procs}\nexec "${standIn.file}" "$@"\n`);
    chmodSync(enter, 0o755);
    const membership = path.join(folder, 'membership');
    const version1 = existsSync('/sys/fs/cgroup/memory/memory.limit_in_bytes');
    writeFileSync(membership, version1 ? `4:memory:/${name}\n` : `0::/${name}\n`);
    bench = await open({ collector: enter, cgroup: { membership, mount: '/sys/fs/cgroup' } });
    return bench;
  }
});

describe('an end from outside', () => {
  const reason = { code: 'profiler_disabled', text: 'The Profiler was disabled.' };

  test('by the control plane carries its reason, and only for the request that runs', async () => {
    standIn.plan('wait');
    await bench.runner.offer(request);
    await expect.poll(() => bench.phases).toEqual(['window']);
    bench.runner.abort('another', reason);
    expect(await bench.spool.outcomeOf('r1')).toBeUndefined();
    bench.runner.abort('r1', reason);
    expect(await outcomeOf(bench)).toEqual({ request_id: 'r1', outcome: 'failed', reason });
  });

  test('that comes before the collector starts is not lost', async () => {
    standIn.plan('wait');
    const offered = bench.runner.offer(request);
    bench.runner.abort('r1', reason);
    await offered;
    expect(await outcomeOf(bench)).toMatchObject({ reason });
    expect(bench.phases).toEqual([]);
  });

  test('by a stop of this process ends it as profiler_restarted, on disk', async () => {
    standIn.plan('wait');
    await bench.runner.offer(request);
    await bench.runner.stop();
    const next = await Spool.open(path.join(folder, `spool-${count}`));
    expect(await next.outcomeOf('r1')).toMatchObject({ outcome: 'failed', reason: { code: 'profiler_restarted' } });
  });

  test('kills a collector that ignores the polite signal', async () => {
    standIn.plan('stubborn');
    await bench.runner.offer(request);
    await expect.poll(() => bench.phases).toEqual(['window']);
    bench.runner.abort('r1', reason);
    expect(await outcomeOf(bench)).toMatchObject({ reason });
  });

  test('by kill -9 of the Profiler leaves one outcome at the next start, and no collector behind [P-STATE-4]', async () => {
    standIn.plan('wait');
    const spoolFolder = path.join(folder, 'spool-killed');
    const program = `
      import { CaptureRunner } from ${JSON.stringify(path.join(import.meta.dirname, 'capture-runner.ts'))};
      import { Spool } from ${JSON.stringify(path.join(import.meta.dirname, 'spool.ts'))};
      const spool = await Spool.open(${JSON.stringify(spoolFolder)});
      const quiet = () => {};
      const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
      const runner = new CaptureRunner({
        instance: 'node-1', targets: [{ workload: ${JSON.stringify(workload)} }], collector: ${JSON.stringify(standIn.file)},
        workDir: ${JSON.stringify(folder)}, spool, log, onEnded: quiet, onPhase: () => console.log('measuring'),
      });
      await runner.offer(${JSON.stringify(request)});
    `;
    const profiler = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(profiler.stdout, 'data');
    const collectors = (): string[] => readdirSync('/proc').filter((pid) => isCollector(pid));
    expect(collectors()).toHaveLength(1);
    profiler.kill('SIGKILL');
    await once(profiler, 'exit');
    await expect.poll(collectors).toEqual([]);
    const next = await Spool.open(spoolFolder);
    expect(next.pending()).toEqual(['r1']);
    expect(await next.outcomeOf('r1')).toMatchObject({ outcome: 'failed', reason: { code: 'profiler_restarted' } });
  });
});
