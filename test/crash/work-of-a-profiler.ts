/** What a Profiler does with its spool: takes requests, ends them and has them acknowledged. Says each once it is done. */
import { writeSync } from 'node:fs';
import { Spool } from '../../profiler/host/outbox/spool.ts';

const [folder = '', count = '0'] = process.argv.slice(2);
const say = (promised: object): void => void writeSync(1, `${JSON.stringify(promised)}\n`);

const spool = await Spool.open(folder);
for (let at = 0; at < Number(count); at += 1) {
  const id = `request-${at}`;
  await spool.take(id);
  say({ taken: id });
  await spool.end({ request_id: id, outcome: 'nothing_to_push', reason: { code: 'measured', text: `of ${id}` } });
  say({ ended: id });
  if (at % 2 === 0) continue;
  // Said before: from here on the control plane has the outcome, and this side may forget it.
  say({ acknowledging: id });
  await spool.acknowledge(id);
  say({ acknowledged: id });
}
