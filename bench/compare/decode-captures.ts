/** The thread of `read-captures.ts`: decodes what it is sent, keeps it, and says how much memory that takes. */
import { parentPort } from 'node:worker_threads';
import { decodeBundle } from '../../profiler/witness/bundle/encode.ts';
import { decodeVector } from '../../profiler/witness/bundle/vector/decode-vector.ts';
import { SharedKeys } from '../../profiler/witness/bundle/vector/key-reader.ts';
import { ready } from '../../src/core/limited-worker.ts';

const [, , what] = process.argv;
const shared = new SharedKeys();
/** Held for as long as the thread lives, as a comparison holds them while it compares. */
const held: unknown[] = [];

parentPort?.on('message', (message: readonly Uint8Array[] | 'memory') => {
  if (message === 'memory') {
    // The second one waits for the buffers that the first one found unused.
    globalThis.gc?.();
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    parentPort?.postMessage(heapUsed + external);
    return;
  }
  for (const bytes of message) held.push(what === 'vectors' ? decodeVector(bytes, shared) : decodeBundle(bytes));
  parentPort?.postMessage('decoded');
});
parentPort?.postMessage(ready);
