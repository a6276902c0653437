/**
 * A vendor's own client library over the Agent's HTTP client. Libraries wrap what the sender throws in
 * errors of their own, which lose the fault or quote whole answers; none of those errors gets further than this.
 */
import type { HttpResponse } from '../core/http-client.ts';
import { changedAt } from '../core/parse-answer.ts';

/** Sends what the library built. Throws for everything that is not an answer to the question. */
export type LibrarySender<Request> = (request: Request) => Promise<HttpResponse>;

/**
 * @throws what `send` threw, as it threw it; `upstream_changed` when the library cannot read an answer; and before
 * anything was sent, the library's own error.
 */
export async function runLibrary<Request, Result>(
  send: LibrarySender<Request>,
  run: (send: LibrarySender<Request>) => Promise<Result>,
): Promise<Result> {
  let isSent = false;
  let failure: { readonly error: unknown } | undefined;
  try {
    return await run(async (request) => {
      isSent = true;
      try {
        return await send(request);
      } catch (error) {
        failure = { error };
        throw error;
      }
    });
  } catch (error) {
    if (failure !== undefined) throw failure.error;
    if (!isSent) throw error;
    // Its message may quote the answer and its headers.
    const name = error instanceof Error ? error.name : typeof error;
    throw changedAt('$', { cause: new Error(`the client library cannot read the answer: ${name}`) });
  }
}
