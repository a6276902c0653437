/** Who sends a malformed request: the caller whose body or address the route reads, with what it must have beside. */
import type { MalformedRoute } from './malformed-routes.ts';

export type Headers = Readonly<Record<string, string>>;

/** The first headers and the body of an answer, or undefined where there was none. */
export type Post = (
  path: string,
  headers: Headers,
  body?: unknown,
) => Promise<{ readonly status: number; readonly cookies: readonly string[]; readonly text: string }>;

export interface CallerDeps {
  readonly origin: string;
  readonly post: Post;
  /** Headers of a person who signed in by a new link. */
  readonly signIn: () => Promise<Headers>;
  /** A token of this kind with these scopes. */
  readonly mint: (kind: string, scopes: readonly string[]) => Promise<string>;
  /** How many requests each route is sent. */
  readonly count: number;
}

/** So many requests share a ticket or a session that a well-formed one may have used up. */
const sharedBy = 5;
const sharedSessionBy = 5;

export interface Asked {
  readonly headers: Headers;
  /** What an answer to it must have in its query to be read on. */
  readonly state?: string;
}

interface CallerTokens {
  readonly program: Headers;
  readonly incident: Headers;
  /** Many, because each may send so many messages in a minute. */
  readonly assistants: readonly Headers[];
}

/** Below the 120 calls of one token in a minute, however fast they come; with the most tokens, up to 800 calls a second. */
const messagesOfToken = 100;
const mostAssistants = 400;

export class MalformedCallers {
  readonly #deps: CallerDeps;
  readonly #person: Headers;
  readonly #tokens: CallerTokens;
  #ticket: Promise<Asked> = Promise.resolve({ headers: {} });
  #leaving: Promise<Headers> = Promise.resolve({});

  private constructor(deps: CallerDeps, person: Headers, tokens: CallerTokens) {
    this.#deps = deps;
    this.#person = person;
    this.#tokens = tokens;
  }

  static async open(deps: CallerDeps): Promise<MalformedCallers> {
    const bearer = async (kind: string, scopes: readonly string[]): Promise<Headers> => ({
      authorization: `Bearer ${await deps.mint(kind, scopes)}`,
    });
    const assistants: Headers[] = [];
    while (assistants.length < Math.min(mostAssistants, Math.ceil(deps.count / messagesOfToken))) {
      assistants.push({ ...(await bearer('mcp', ['captures'])), accept: 'application/json, text/event-stream' });
    }
    return new MalformedCallers(deps, await deps.signIn(), {
      program: await bearer('read', ['operations']),
      assistants,
      incident: await bearer('incident', []),
    });
  }

  assistant(at: number): Headers {
    const { assistants } = this.#tokens;
    return assistants[at % assistants.length] ?? {};
  }

  /** `at`: which request to the route it is, from 1. */
  async headersOf({ method, path: to }: MalformedRoute, at: number): Promise<Asked> {
    const route = `${method} ${to}`;
    if (to === '/mcp') return { headers: this.assistant(at) };
    if (route === 'POST /api/markers') return { headers: this.#tokens.incident };
    if (route === 'DELETE /api/session') return { headers: await this.#leave(at) };
    if (route === 'POST /api/session/passkey' || route === 'POST /api/session/choice') {
      return this.#ticketFor('/api/session/passkey/options', { origin: this.#deps.origin }, at);
    }
    if (route === 'POST /api/passkeys') return this.#ticketFor('/api/passkeys/options', this.#person, at);
    if (route === 'GET /api/session/sso/callback') {
      return this.#ticketFor('/api/session/sso', { origin: this.#deps.origin }, at);
    }
    if (isForStrangers(route)) return { headers: { origin: this.#deps.origin } };
    const isAsker = /^\/api\/(?:operations|catalog|markers|instances|fleet)/u.test(to);
    const isProgram = isAsker && !to.includes('{instance}/') && at % 2 === 0;
    return { headers: isProgram ? this.#tokens.program : this.#person };
  }

  /** A new ticket is asked for now and then, because an answer that is read uses it up. */
  #ticketFor(path: string, headers: Headers, at: number): Promise<Asked> {
    if (at % sharedBy === 1) this.#ticket = this.#askTicket(path, headers);
    return this.#ticket;
  }

  async #askTicket(path: string, headers: Headers): Promise<Asked> {
    const { cookies, text } = await this.#deps.post(path, headers, path.endsWith('/sso') ? {} : undefined);
    const cookie = [headers['cookie'], ...cookies].filter((one) => one !== undefined).join('; ');
    const location = /"location":"(?<location>[^"]+)"/u.exec(text)?.groups?.['location'];
    const state = location === undefined ? null : new URL(location).searchParams.get('state');
    return { headers: { ...headers, cookie }, ...(state !== null && { state }) };
  }

  /** A session that may end. */
  #leave(at: number): Promise<Headers> {
    if (at % sharedSessionBy === 1) this.#leaving = this.#deps.signIn();
    return this.#leaving;
  }
}

function isForStrangers(route: string): boolean {
  return /^(?:GET \/api\/session\/ways|POST \/api\/session(?:\/passkey\/options|\/sso)?|GET \/\.well-known\/.*)$/u.test(
    route,
  );
}
