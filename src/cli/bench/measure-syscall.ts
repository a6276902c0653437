/**
 * What a capture adds to one system call, in processor time of a program that makes the cheapest of them without
 * a pause: of the program that is captured, and of one that is not while another is.
 */
import path from 'node:path';
import type { Findings, Row, Unmeasured } from './bench-report.ts';
import { type CallLoop, compileCallLoop, startCallLoop } from './call-loop.ts';
import { inFreshCgroup } from './fresh-cgroup.ts';
import type { Bench } from './run-bench.ts';
import { countCallsOf, emptyHooks, findBpftraceProblem, whileBpftraceRuns } from './run-bpftrace.ts';
import { marginSec, whileCapturing } from './while-capturing.ts';
import { takeTurns } from './take-turns.ts';

const peerName = 'bpftrace, @[args->id] = count()';

type Read = () => Promise<number>;
/** Runs the reading while something counts the calls of a process. */
type Counter = (pid: number, read: Read) => Promise<number>;

export async function measureSyscall(bench: Bench): Promise<Findings> {
  const problem = findBpftraceProblem();
  const unmeasured: Unmeasured[] = problem === undefined ? [] : [{ name: `peer ${peerName}`, why: problem }];
  const program = compileCallLoop(bench);
  const bpftrace: Counter | undefined =
    problem === undefined ? (pid, read) => whileBpftraceRuns(countCallsOf(pid), bench.signal, read) : undefined;
  const loop = startCallLoop(bench, program);
  // Waits for ever: what is captured when the loop is not.
  const other = startCallLoop(bench, program);
  process.kill(other.pid, 'SIGSTOP');
  const subjects = [
    { name: 'a call of the target, axis syscalls alone', pid: loop.pid, counter: captureOf(bench, 'syscalls') },
    { name: 'a call of the target, all default axes', pid: loop.pid, counter: captureOf(bench, undefined) },
    { name: 'a call of another process, axis syscalls alone', pid: other.pid, counter: captureOf(bench, 'syscalls') },
    { name: 'a call of another process, all default axes', pid: other.pid, counter: captureOf(bench, undefined) },
  ];
  const rows: Row[] = [];
  for (const { name, pid, counter } of subjects) {
    rows.push(...(await compare(bench, loop, { name, pid, counter, bpftrace })));
  }
  if (bpftrace !== undefined) {
    const counter: Counter = (_pid, read) => whileBpftraceRuns(emptyHooks, bench.signal, read);
    const name = 'a call of any process, programs that do nothing at its entry and exit';
    rows.push(...(await compare(bench, loop, { name, pid: loop.pid, counter, bpftrace: undefined })));
  }
  return { rows, unmeasured };
}

interface Subject {
  readonly name: string;
  readonly pid: number;
  readonly counter: Counter;
  readonly bpftrace: Counter | undefined;
}

async function compare(bench: Bench, loop: CallLoop, { name, pid, counter, bpftrace }: Subject): Promise<Row[]> {
  const bare: number[] = [];
  const captured: number[] = [];
  const traced: number[] = [];
  const read: Read = () => loop.readCost(bench.windowSec - marginSec);
  const turns = [
    async () => bare.push(await read()),
    async () => captured.push(await counter(pid, read)),
    async () => bpftrace !== undefined && traced.push(await bpftrace(pid, read)),
  ];
  await takeTurns(bench.repeat, turns, (round) => bench.narrator.say(`${name}: ${round}`));
  const added = (samples: readonly number[]): number[] => samples.map((ns, index) => ns - (bare[index] ?? 0));
  const peer = bpftrace === undefined ? undefined : { name: peerName, samples: added(traced) };
  return [
    { name, unit: 'ns', samples: captured, peer: { name: 'no capture', samples: bare } },
    { name: `${name}: added`, unit: 'ns', samples: added(captured), peer },
  ];
}

function captureOf({ repository, workspace, windowSec, signal }: Bench, axes: string | undefined): Counter {
  const out = path.join(workspace.folder, 'syscall.json');
  return (pid, read) =>
    inFreshCgroup(async (cgroup) => {
      const run = { repository, pids: [pid], durationSec: windowSec, axes, out, signal };
      return (await whileCapturing(run, cgroup, read)).reading;
    });
}
