/**
 * What a capture adds to a call that moves a message over a connection, in processor time of a program that writes at one
 * end and reads at the other: of the program that is captured, and of one that is not while another is.
 */
import type { Findings, Row } from './bench-report.ts';
import { captureOf, compareCosts, compileLoop, startLoop, startStopped } from './cost-loop.ts';
import type { Bench } from './bench.ts';

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
