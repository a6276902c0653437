/** One call of a client library of the vendor: the library builds the request, and our schemas and symptoms read the answer. */
import { runLibrary } from '../../../src/connector/run-library.ts';
import { Fault } from '../../../src/core/fault.ts';
import type { HttpResponse } from '../../../src/core/http-client.ts';
import { type Question, readAnswer, send } from '../ask.ts';
import type { GcpContext } from '../context.ts';
import { type FilledCall, fillPath } from '../fill-path.ts';
import type { Method } from '../slice.ts';
import { type MethodId, methods } from '../slices.ts';
import type { AnswerOf } from '../schema.ts';

/** What a library hands over to be sent. Its headers are not sent: they name versions of the runtime. */
export interface LibraryRequest {
  readonly verb: string;
  readonly url: URL;
  readonly json?: object | undefined;
}

export type SendRequest = (request: LibraryRequest) => Promise<HttpResponse>;

/** `once` as in `Question`; `call` makes one call of the library, sent by the function that it is given. */
export interface LibraryQuestion<Id extends MethodId> extends Pick<Question<Id>, 'path' | 'once'> {
  readonly call: (sendRequest: SendRequest) => Promise<unknown>;
}

/** @throws Fault as `ask` does, and `upstream_changed` for an answer that the library itself cannot read. */
export async function askLibrary<Id extends MethodId>(
  context: GcpContext,
  id: Id,
  { path, call, ...rest }: LibraryQuestion<Id>,
): Promise<AnswerOf<Id>> {
  const method: Method = methods[id];
  const filled = fillPath(method.call, path);
  const { answer } = await runLibrary(
    async (request: LibraryRequest) => {
      if (!isCall(request, filled)) throw notTheCall(method, request);
      const { json, url } = request;
      const question = { ...filled, query: queryOf(url), ...(json !== undefined && { json }), ...rest };
      const response = await send(context, method, question);
      return { response, data: readAnswer(context, id, response) };
    },
    (forward) => call(async (request) => (await forward(request)).response),
  );
  return answer.data;
}

/** Escapes differ between the libraries; what is sent is the declared call, filled by us. */
function isCall({ verb, url }: LibraryRequest, filled: FilledCall): boolean {
  const isPath = decodeURIComponent(url.pathname) === decodeURIComponent(filled.path);
  return verb === filled.verb && url.protocol === 'https:' && url.host === filled.host && isPath;
}

/** How the libraries want the JSON written. Our schemas read enumerations by their names, and spaces cost nothing. */
const formOfAnswer = new Set(['$alt', 'prettyPrint']);

function queryOf({ searchParams }: URL): Readonly<Record<string, string>> {
  return Object.fromEntries([...searchParams].filter(([name]) => !formOfAnswer.has(name)));
}

function notTheCall({ call }: Method, { verb, url }: LibraryRequest): Fault {
  return new Fault(
    'bug',
    {},
    `Report it to Farol: the library asked for ${verb} ${url.host}${url.pathname}, not ${call}.`,
  );
}
