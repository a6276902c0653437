/**
 * What it costs to read the largest captures that one comparison may have, from the store to columns of numbers: in a
 * process of its own, so that memory is that of the reading alone. Beside it the same captures as bundles. And what
 * the whole answer costs that a comparison of them gives, and its parts as the page asks for them.
 */
import path from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { encodeBundle } from '../../profiler/witness/bundle/encode.ts';
import { encodeVector } from '../../profiler/witness/bundle/vector/encode-vector.ts';
import { vectorOf } from '../../profiler/witness/bundle/vector/vector-of.ts';
import { systemClock } from '../../src/core/clock.ts';
import { storeVector } from '../../src/control/captures/capture-vectors.ts';
import { openStore } from '../../src/control/store/database.ts';
import type { Findings, Row } from '../bench-report.ts';
import type { Bench } from '../bench.ts';
import { largest, makeLargeCapture } from './large-captures.ts';

const Reading = z.object({ ms: z.number(), mebibytes: z.number(), longestWaitMs: z.number() });
type Reading = z.infer<typeof Reading>;
const Answering = z.object({
  ms: z.number(),
  mebibytes: z.number(),
  answerMebibytes: z.number(),
  leastMs: z.number(),
});
type Answering = z.infer<typeof Answering>;

const InParts = z.object({
  ms: z.number(),
  mebibytes: z.number(),
  answerMebibytes: z.number(),
  tableMs: z.number(),
  tableMebibytes: z.number(),
});
type InParts = z.infer<typeof InParts>;

const goals = { ms: 1000, mebibytes: 64, answeringMebibytes: 128 } as const;
/** Bundles that are read for the peer: the time of all of them follows from their number. */
const bundlesRead = 2;

export async function measureCompare(bench: Bench): Promise<Findings> {
  const file = path.join(bench.workspace.folder, 'compare.db');
  const { bundleBytes, vectorBytes } = await fillStore(file, bench);
  const [vectors, bundles]: [Reading[], Reading[]] = [[], []];
  const [answers, counted]: [Answering[], Answering[]] = [[], []];
  const parts: InParts[] = [];
  for (let round = 1; round <= bench.repeat; round++) {
    bench.narrator.say(`round ${round} of ${bench.repeat}`);
    vectors.push(Reading.parse(await runProgram(bench, 'read-captures', [file, 'vectors', String(bundlesRead)])));
    bundles.push(Reading.parse(await runProgram(bench, 'read-captures', [file, 'bundles', String(bundlesRead)])));
    answers.push(Answering.parse(await runProgram(bench, 'answer-captures', [file, 'stored'])));
    parts.push(InParts.parse(await runProgram(bench, 'answer-parts', [file])));
    counted.push(Answering.parse(await runProgram(bench, 'answer-captures', [file, 'counted'])));
  }
  const scale = largest.captures / bundlesRead;
  const name = `${largest.captures} captures × ${largest.axes} axes × ${largest.keys} keys`;
  const peer = 'as bundles';
  const rows: Row[] = [
    {
      name: `${name}: read and decode`,
      unit: 'ms',
      samples: vectors.map(({ ms }) => ms),
      goal: goals.ms,
      peer: { name: peer, samples: bundles.map(({ ms }) => ms * scale) },
    },
    {
      name: `${name}: memory`,
      unit: 'MiB',
      samples: vectors.map(({ mebibytes }) => mebibytes),
      goal: goals.mebibytes,
      peer: { name: peer, samples: bundles.map(({ mebibytes }) => mebibytes * scale) },
    },
    {
      name: `${name}: whole answer, processor time`,
      unit: 'ms',
      samples: answers.map(({ ms }) => ms),
      goal: goals.ms,
      peer: { name: 'decode and write alone', samples: answers.map(({ leastMs }) => leastMs) },
    },
    {
      name: `${name}: whole answer after its false alarms were counted, processor time`,
      unit: 'ms',
      samples: counted.map(({ ms }) => ms),
      peer: { name: 'with what the store has of them', samples: answers.map(({ ms }) => ms) },
    },
    {
      name: `${name}: whole answer, memory of the process`,
      unit: 'MiB',
      samples: answers.map(({ mebibytes }) => mebibytes),
      peer: { name: 'the answer as text', samples: answers.map(({ answerMebibytes }) => answerMebibytes) },
    },
    {
      name: `${name}: summary for the page, processor time`,
      unit: 'ms',
      samples: parts.map(({ ms }) => ms),
      goal: goals.ms,
      peer: { name: 'whole answer', samples: answers.map(({ ms }) => ms) },
    },
    {
      name: `${name}: summary for the page, peak memory beyond that of the idle process`,
      unit: 'MiB',
      samples: parts.map(({ mebibytes }) => mebibytes),
      goal: goals.answeringMebibytes,
      peer: { name: 'the summary as text', samples: parts.map(({ answerMebibytes }) => answerMebibytes) },
    },
    {
      name: `${name}: one table after the summary, processor time`,
      unit: 'ms',
      samples: parts.map(({ tableMs }) => tableMs),
      peer: { name: 'the summary', samples: parts.map(({ ms }) => ms) },
    },
    { name: `${name}: longest wait of the event loop`, unit: 'ms', samples: vectors.map((one) => one.longestWaitMs) },
    {
      name: 'one capture in the store',
      unit: 'KiB',
      samples: [vectorBytes / 1024],
      peer: { name: 'its bundle', samples: [bundleBytes / 1024] },
    },
  ];
  return { rows, unmeasured: [] };
}

async function fillStore(file: string, { narrator }: Bench): Promise<{ bundleBytes: number; vectorBytes: number }> {
  const store = await openStore(`sqlite:${file}`, { clock: systemClock });
  let [bundleBytes, vectorBytes] = [0, 0];
  try {
    await store.db.insertInto('organizations').values({ id: 'bench', name: 'Bench', created_at: 0 }).execute();
    for (let capture = 0; capture < largest.captures; capture++) {
      if (capture % 5 === 0) narrator.say(`making capture ${capture + 1} of ${largest.captures}`);
      const bundle = makeLargeCapture(capture);
      const bytes = encodeVector(vectorOf(bundle));
      // Only those that are read: to compress one takes seconds.
      const whole = capture < bundlesRead ? encodeBundle(bundle).bytes : Buffer.alloc(1);
      if (capture === 0) [bundleBytes, vectorBytes] = [whole.length, bytes.length];
      const bundleId = String(capture).padStart(2, '0');
      await store.exclusive('bench', async (transaction) => {
        await transaction
          .insertInto('bundles')
          .values({ organization_id: 'bench', id: bundleId, bytes: whole, stored_at: 0 })
          .execute();
        await storeVector(transaction, { organization: 'bench', bundleId, bytes });
      });
    }
  } finally {
    await store.close();
  }
  return { bundleBytes, vectorBytes };
}

/** One process that measures once and says what it took. */
async function runProgram({ onStarted }: Bench, name: string, args: readonly string[]): Promise<unknown> {
  // Beside this one, built or not.
  const program = path.join(import.meta.dirname, `${name}${path.extname(import.meta.filename)}`);
  const child = spawn(process.execPath, ['--expose-gc', program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  onStarted(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout });
  const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string | undefined];
  if (line === undefined) throw new Error(`${name} ended without a reading`);
  return JSON.parse(line);
}
