/** Runs in a worker thread: an answer of 13 MB takes a third of a second to read, in which nobody else would be served. */
import { parentPort } from 'node:worker_threads';
import { ready } from '../../../core/limited-worker.ts';
import { judgeAnswer } from './check-answer.ts';

if (parentPort === null) throw new Error('large answers are read in a worker thread only');
const port = parentPort;
port.on('message', (text: string) => port.postMessage(judgeAnswer(text)));
port.postMessage(ready);
