/** Runs in a worker thread: whatever inflates a bundle happens here, where it can be ended at any moment. */
import { parentPort } from 'node:worker_threads';
import { ready } from '../../core/limited-worker.ts';
import { answerQuestion, type BundleQuestion } from './bundle-questions.ts';

if (parentPort === null) throw new Error('bundles are read in a worker thread only');
const port = parentPort;
port.on('message', (question: BundleQuestion) => port.postMessage(answerQuestion(question)));
port.postMessage(ready);
