/** The inside of a `LimitedWorker`: one answer to each question, one after another. */
import { setPriority } from 'node:os';
import { parentPort, type Transferable } from 'node:worker_threads';
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

/** What the scheduler gives a thread of this niceness beside one of 0: about a tenth. */
const niceness = 10;

/**
 * On Linux a priority belongs to a thread: after this call the event loop goes first where both want the same processor.
 * Where a filter of system calls refuses it, both share the processor as equals, which costs time and no answer.
 */
export function giveWay(lower: (niceness: number) => void = setPriority): void {
  if (process.platform !== 'linux') return;
  try {
    lower(niceness);
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
}

function isRefused(error: unknown): boolean {
  const { info } = error as { readonly info?: { readonly code?: string } };
  return info?.code === 'EPERM' || info?.code === 'EACCES';
}
