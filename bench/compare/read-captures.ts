/** `read-captures.ts FILE vectors|bundles N`: reads captures as a comparison does, in a thread of its own, and prints what it took. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { systemClock } from '../../src/core/clock.ts';
import { openStore } from '../../src/control/store/database.ts';
import { besideModule, ready } from '../../src/core/limited-worker.ts';

const [file = '', what = 'vectors', bundles = '0'] = process.argv.slice(2);
const store = await openStore(`sqlite:${file}`, { clock: systemClock });
const worker = new Worker(besideModule(import.meta.url, './decode-captures'), {
  argv: [what],
  execArgv: [],
});
await answer(ready);
// The columns that are read are new to this thread; what it needs to read at all is not.
const before = await measureMemory();
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const started = performance.now();
const rows =
  what === 'vectors'
    ? await store.db.selectFrom('capture_vectors').select('bytes').orderBy('bundle_id').execute()
    : await store.db.selectFrom('bundles').select('bytes').orderBy('id').limit(Number(bundles)).execute();
const bytes = rows.map((row) => Uint8Array.from(row.bytes));
rows.length = 0;
worker.postMessage(
  bytes,
  bytes.map(({ buffer }) => buffer),
);
await answer('decoded');
const ms = performance.now() - started;
delay.disable();
const after = await measureMemory();
const reading = { ms, mebibytes: (after - before) / (1 << 20), longestWaitMs: delay.max / 1e6 };
process.stdout.write(`${JSON.stringify(reading)}\n`);
await worker.terminate();
await store.close();

/** Bytes that are in use in both threads. */
async function measureMemory(): Promise<number> {
  worker.postMessage('memory');
  const inWorker = await answer<number>();
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return inWorker + heapUsed + external;
}

function answer<T = string>(expected?: string): Promise<T> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (message: T) => {
      worker.off('error', reject);
      if (expected === undefined || message === expected) resolve(message);
      else reject(new Error(`the thread said ${String(message)}`));
    });
  });
}
