/**
 * What a capture adds to one switch of threads, in processor time of a program whose two threads wake each other in
 * turn, with the write and the read that lead to the switch: of the program that is captured, and of one that is not
 * while another is.
 */
import type { Findings, Row } from './bench-report.ts';
import { captureOf, compareCosts, compileLoop, startLoop, startStopped } from './cost-loop.ts';
import type { Bench } from './bench.ts';

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
