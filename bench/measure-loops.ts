/** What a capture adds to one system call, to one message and to one switch of threads. */
import type { Findings, Row, Unmeasured } from './bench-report.ts';
import type { Bench } from './bench.ts';
import { captureOf, compareCosts, compileLoop, type Meter, startLoop, startStopped } from './cost-loop.ts';
import { countCallsOf, emptyHooks, findBpftraceProblem, whileBpftraceRuns } from './run-bpftrace.ts';

const peerName = 'bpftrace, @[args->id] = count()';

export async function measureSyscall(bench: Bench): Promise<Findings> {
  const problem = findBpftraceProblem();
  const unmeasured: Unmeasured[] = problem === undefined ? [] : [{ name: `peer ${peerName}`, why: problem }];
  const program = compileLoop(bench, 'call_loop');
  const count: Meter = (pid, read) => whileBpftraceRuns(countCallsOf(pid), bench.signal, read);
  const peer = problem === undefined ? { name: peerName, meter: count } : undefined;
  const loop = startLoop(bench, program);
  const other = startStopped(bench, program);
  const subjects = [
    { name: 'a call of the target, axis syscalls alone', pid: loop.pid, meter: captureOf(bench, 'syscalls') },
    { name: 'a call of the target, all default axes', pid: loop.pid, meter: captureOf(bench, undefined) },
    { name: 'a call of another process, axis syscalls alone', pid: other.pid, meter: captureOf(bench, 'syscalls') },
    { name: 'a call of another process, all default axes', pid: other.pid, meter: captureOf(bench, undefined) },
  ];
  const rows: Row[] = [];
  for (const subject of subjects) rows.push(...(await compareCosts(bench, loop, { ...subject, peer })));
  if (peer !== undefined) {
    const meter: Meter = (_pid, read) => whileBpftraceRuns(emptyHooks, bench.signal, read);
    const name = 'a call of any process, programs that do nothing at its entry and exit';
    rows.push(...(await compareCosts(bench, loop, { name, pid: loop.pid, meter })));
  }
  return { rows, unmeasured };
}

/**
 * To a call that moves a message over a connection, in processor time of a program that writes at one end and reads at
 * the other: of the program that is captured, and of one that is not while another is.
 */
export async function measureMessage(bench: Bench): Promise<Findings> {
  const program = compileLoop(bench, 'message_loop');
  const rows: Row[] = [];
  for (const kind of ['tcp', 'unix']) {
    const loop = startLoop(bench, program, [kind]);
    const other = startStopped(bench, program);
    const subjects = [
      { name: `a message over ${kind}, axis network alone`, pid: loop.pid, meter: captureOf(bench, 'network') },
      { name: `a message over ${kind}, all default axes`, pid: loop.pid, meter: captureOf(bench, undefined) },
      { name: `one of another process, ${kind}, all axes`, pid: other.pid, meter: captureOf(bench, undefined) },
    ];
    for (const subject of subjects) rows.push(...(await compareCosts(bench, loop, subject)));
    loop.end();
  }
  return { rows, unmeasured: [] };
}

/**
 * To one switch of threads, in processor time of a program whose two threads wake each other in turn, with the write and
 * the read that lead to the switch: of the program that is captured, and of one that is not while another is.
 */
export async function measureSwitch(bench: Bench): Promise<Findings> {
  const program = compileLoop(bench, 'switch_loop');
  const loop = startLoop(bench, program);
  const other = startStopped(bench, program);
  const subjects = [
    { name: 'a switch of the target, axis cpu_time alone', pid: loop.pid, meter: captureOf(bench, 'cpu_time') },
    { name: 'a switch of the target, axis off_cpu alone', pid: loop.pid, meter: captureOf(bench, 'off_cpu') },
    { name: 'a switch of the target, all default axes', pid: loop.pid, meter: captureOf(bench, undefined) },
    { name: 'a switch of another process, all default axes', pid: other.pid, meter: captureOf(bench, undefined) },
  ];
  const rows: Row[] = [];
  for (const subject of subjects) rows.push(...(await compareCosts(bench, loop, subject)));
  return { rows, unmeasured: [] };
}
