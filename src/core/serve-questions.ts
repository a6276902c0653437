/** The inside of a `LimitedWorker`: one answer to each question, one after another. */
import { parentPort, type Transferable } from 'node:worker_threads';
import { giveWay } from './give-way.ts';
import { ready } from './limited-worker.ts';

/** Called by the module of a worker, once. `listMoved`: memory of an answer that goes to the asker without a copy. */
export function serveQuestions<Question, Answer>(
  answer: (question: Question) => Answer,
  listMoved: (answer: Answer) => Transferable[] = () => [],
): void {
  if (parentPort === null) throw new Error('this module runs in a worker thread only');
  const port = parentPort;
  giveWay();
  port.on('message', (question: Question) => {
    const given = answer(question);
    port.postMessage(given, listMoved(given));
  });
  port.postMessage(ready);
}
