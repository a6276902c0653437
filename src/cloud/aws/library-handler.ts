/**
 * The vendor's client library builds and signs a request and reads its answer; the owner of the socket
 * sends it. This is the seam between the two: the library's request handler, filled with one function.
 */
import type { BuiltBody } from '../../core/http-body.ts';
import type { HttpResponse } from '../../core/http-client.ts';

/** A finished request. The signature covers all of it, so that it is sent as it is. */
export interface BuiltRequest {
  /** Scheme, host and port that the library chose. */
  readonly base: URL;
  readonly method: 'GET' | 'POST';
  /** With its query. */
  readonly path: string;
  readonly built: BuiltBody;
}

/** What the library hands over to be sent. */
interface LibraryRequest {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null | undefined>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** `call` names the request in errors. The handler of a client whose own tries are off. */
export function createLibraryHandler(call: string, send: (request: BuiltRequest) => Promise<HttpResponse>): object {
  return {
    metadata: { handlerProtocol: 'http/1.1' },
    httpHandlerConfigs: () => ({}),
    updateHttpClientConfig: () => undefined,
    handle: async (request: LibraryRequest) => {
      const { method, protocol, hostname, port, headers, body } = request;
      if (method !== 'GET' && method !== 'POST') throw new Error(`${call} is sent by ${method}, which no read is`);
      const answer = await send({
        base: new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}`),
        method,
        path: `${request.path}${renderQuery(request.query)}`,
        built: { headers, content: contentOf(body, call) },
      });
      return { response: { statusCode: answer.status, headers: flat(answer.headers), body: answer.bytes } };
    },
  };
}

/** Everything that is asked fits in memory; a stream would be an upload, which no read is. */
function contentOf(body: unknown, call: string): string | Uint8Array {
  if (body === undefined || body === null) return '';
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (body instanceof String) return body.toString();
  throw new Error(`${call} has a body that is neither text nor bytes`);
}

function renderQuery(query: LibraryRequest['query']): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (value === null) return [`${escape(name)}=`];
    return (typeof value === 'string' ? [value] : value).map((one) => `${escape(name)}=${escape(one)}`);
  });
  return pairs.length === 0 ? '' : `?${pairs.toSorted().join('&')}`;
}

/** As the signature counts it: everything escaped but the unreserved characters of RFC 3986. */
function escape(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/gu,
    (one) => `%${one.codePointAt(0)?.toString(16).toUpperCase()}`,
  );
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

/** What the library made of an error answer: https://docs.aws.amazon.com/sdk-for-javascript/v3/developer-guide/ */
export interface ServiceError {
  readonly name: string;
  readonly message: string;
  readonly $metadata: { readonly httpStatusCode?: number; readonly requestId?: string };
  readonly $response?: { readonly headers?: Readonly<Record<string, string>> };
}

export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && '$metadata' in error && typeof error.$metadata === 'object';
}
