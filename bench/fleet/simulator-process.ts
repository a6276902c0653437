/** The process of thousands of simulated instances. Its argument is a file with a `SimulatorOrder`; it answers lines of JSON. */
import { readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { loopbackAddress, SimulatedDoor } from './simulated-door.ts';
import { RunningInstance } from './simulated-instance.ts';
import { SimulatedWork } from './simulated-work.ts';
import type { SimulatorAsk, SimulatorAsks, SimulatorOrder } from './simulator-orders.ts';

const file = process.argv[2] ?? '';
const order = JSON.parse(readFileSync(file, 'utf8')) as SimulatorOrder;
// It holds private keys.
rmSync(file);
const door = new SimulatedDoor(order);
const work = new SimulatedWork();
const instances = order.instances.map((one) => new RunningInstance(one));

const answers: { readonly [A in SimulatorAsk]: (ask: SimulatorAsks[A]['ask']) => SimulatorAsks[A]['answer'] } = {
  start: ({ from, to }) => {
    for (let at = from; at < to; at += 1) {
      instances[at]?.start(door, order.isBehindProxy ? '127.0.0.1' : loopbackAddress(at), work);
    }
    return null;
  },
  count: () => ({
    live: instances.filter((one) => one.isLive).length,
    stopped: instances.filter((one) => one.isStopped).length,
  }),
  liveAt: ({ port }) => [...instances.keys()].filter((at) => instances[at]?.isLive && instances[at].port === port),
  liveSince: ({ since, of }) =>
    of.flatMap((at) => {
      const liveAt = instances[at]?.liveAt;
      return liveAt !== undefined && liveAt > since ? [[at, liveAt] as const] : [];
    }),
  ended: ({ of }) =>
    of.flatMap((at) => {
      const one = instances[at];
      return one?.ended === undefined || one.isLive ? [] : [[at, one.ended.at, one.ended.code] as const];
    }),
  starts: () => work.starts,
  doubled: () => work.doubled,
};

// The table pairs each question with its answer, which the compiler cannot follow through the index.
const answerTo = (what: SimulatorAsk, ask: unknown): unknown => (answers[what] as (ask: unknown) => unknown)(ask);

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const { id, what, ask } = JSON.parse(line) as { id: number; what: SimulatorAsk; ask: unknown };
  process.stdout.write(`${JSON.stringify({ id, answer: answerTo(what, ask) })}\n`);
});
// The measuring process has ended, so this one ends.
lines.on('close', () => process.exit(0));
process.stdout.write('{"id":0}\n');
