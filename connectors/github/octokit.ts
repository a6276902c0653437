/** The seam to GitHub's client library: the library builds a request, and the Agent's one client sends it. */
import { runLibrary } from '../../src/connector/run-library.ts';
import type { HttpRequest } from '../../src/core/http-client.ts';
import type { GithubManifest } from './context.ts';

type Operations = GithubManifest['operations'];
/** The library spells its routes as the manifest declares its calls. */
export type Call =
  | Operations[keyof Operations]['upstream'][number]
  | GithubManifest['signIn'][number]
  | 'GET /rate_limit';

/** What fills the placeholders of a call; the others become its query, or the body of a write. */
export type CallParameters = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface LibraryCall {
  readonly call: Call;
  readonly parameters?: CallParameters | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

type BuiltRequest = Pick<HttpRequest, 'method' | 'path' | 'query' | 'built'>;

/** Its own log prints to the console. */
const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/**
 * One client for each call. The library is loaded at the first call, and only builds: it would turn large integers
 * into BigInt, and every failure of `send` into an error with status 500.
 * @returns what `send` returns. @throws what `send` throws, unchanged.
 */
export async function sendThroughOctokit<Answer>(
  base: URL,
  { call, parameters, headers = {} }: LibraryCall,
  send: (request: BuiltRequest) => Promise<Answer>,
): Promise<Answer> {
  const { Octokit } = await import('@octokit/rest');
  const prefix = base.pathname.replace(/\/+$/u, '');
  const { answer } = await runLibrary(send, (forward) => {
    const octokit = new Octokit({
      baseUrl: `${base.origin}${prefix}`,
      log: silent,
      request: {
        fetch: async (url: string, init: RequestInit) => {
          await forward(toRequest(new URL(url), prefix, init));
          return new Response(null, { status: 204 });
        },
      },
    });
    return octokit.request(spell(call), { ...parameters, headers });
  });
  return answer;
}

/** As a query parameter of its own the library would leave `+` in a search unescaped, which means a space. */
function spell(call: Call): string {
  return call === 'GET /search/code' ? `${call}{?q}` : call;
}

/** `path` is below the address and carries no query: symptoms tell the permission from its end. */
function toRequest(url: URL, prefix: string, { method, headers, body }: RequestInit): BuiltRequest {
  if (method !== 'GET' && method !== 'POST') throw new Error(`the library chose the method ${String(method)}`);
  if (body !== undefined && typeof body !== 'string') throw new Error('the library built a body that is not text');
  // Its user agent names the version of Node and the platform.
  const { 'user-agent': _, ...rest } = Object.fromEntries(new Headers(headers));
  return {
    method,
    path: url.pathname.slice(prefix.length),
    query: Object.fromEntries(url.searchParams),
    built: { headers: rest, content: body ?? '' },
  };
}

function ignore(): void {}
