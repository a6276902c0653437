/** Runs in a worker thread: judges one statement at a time, and can be ended at any moment without harm. */
import { getHeapStatistics } from 'node:v8';
import { parentPort, resourceLimits } from 'node:worker_threads';
import { ready } from '../../../src/core/limited-worker.ts';
import { judgeSql } from './judge.ts';
import { forgetPredictions } from './parse.ts';
import { limits } from './rules.ts';
import type { ToWorker } from './worker-messages.ts';

/** Bytes; half of what this thread may take. */
const fullHeap = ((resourceLimits.maxOldGenerationSizeMb ?? limits.memoryMb) / 2) * 1024 * 1024;

if (parentPort === null) throw new Error('the SQL guard judges in a worker thread only');
const port = parentPort;
port.on('message', ({ dialect, text }: ToWorker) => {
  port.postMessage(judgeSql(dialect, text));
  if (getHeapStatistics().used_heap_size > fullHeap) forgetPredictions();
});
// The grammar learns its predictions from the first statements: that time is part of the start, and not of what somebody asks.
judgeSql('athena', `SELECT x, count(*) AS n FROM s.t WHERE x > '1' AND y = 'z' GROUP BY x ORDER BY n DESC LIMIT 1`);
port.postMessage(ready);
