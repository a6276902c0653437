/**
 * One call of a vendor's own client library, sent by the Agent's client. The library builds a request and may read
 * its answer. It opens no socket, holds no credential, waits for nothing and tries nothing again: gate, limits,
 * retries, deadline and the caller who leaves are the Agent's. A connector hands over what differs:
 *
 * - `call` loads the library, which an idle Agent never does, makes a client for this one call with the library's
 *   own retries off, and gives it `send` as its transport.
 * - `send` translates what the library built, sends it by the client of the context and judges the answer: the
 *   libraries take a web page for an empty object, quote whole answers in their errors and lose the status of others.
 */
import { changedAt } from '../core/parse-answer.ts';

/** Sends what the library built. Throws for everything that is not an answer to the question. */
export type LibrarySender<Request, Answer> = (request: Request) => Promise<Answer>;

export interface LibraryRun<Answer, Result> {
  /** What `send` returned. */
  readonly answer: Answer;
  /** What the library made of it. */
  readonly result: Result;
}

/**
 * @throws what `send` threw, unchanged and at once, whatever the library does with it; `upstream_changed` when the
 * library cannot read an answer; the library's own error when it sent nothing. A second request is refused.
 */
export async function runLibrary<Request, Answer, Result>(
  send: LibrarySender<Request, Answer>,
  call: (send: LibrarySender<Request, Answer>) => Promise<Result>,
): Promise<LibraryRun<Answer, Result>> {
  let sent: Promise<Answer> | undefined;
  let second: Error | undefined;
  const failed = Promise.withResolvers<never>();
  // Awaited only while the library runs.
  failed.promise.catch(() => undefined);
  const sendOnce: LibrarySender<Request, Answer> = (request) => {
    if (sent !== undefined) {
      second = new Error('the client library tried to send a second request, which was refused');
      return Promise.reject(second);
    }
    sent = send(request);
    sent.catch(failed.reject);
    return sent;
  };
  let result: Result;
  try {
    result = await Promise.race([call(sendOnce), failed.promise]);
  } catch (error) {
    if (sent === undefined) throw error;
    await sent;
    if (second !== undefined) throw second;
    // Its message may quote the answer and its headers.
    const name = error instanceof Error ? error.name : typeof error;
    throw changedAt('$', { cause: new Error(`the client library cannot read the answer: ${name}`) });
  }
  if (sent === undefined) throw new Error('the client library sent nothing');
  return { answer: await sent, result };
}
