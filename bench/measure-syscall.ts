/**
 * What a capture adds to one system call, in processor time of a program that makes the cheapest of them without
 * a pause: of the program that is captured, and of one that is not while another is.
 */
import type { Findings, Row, Unmeasured } from './bench-report.ts';
import { captureOf, compareCosts, compileLoop, type Meter, startLoop, startStopped } from './cost-loop.ts';
import type { Bench } from './bench.ts';
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
