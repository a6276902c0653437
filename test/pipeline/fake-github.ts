/** GitHub's interface for comments on pull requests, on loopback. What GitHub would refuse, or what nobody should send, is a violation. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const repository = '/repos/acme/shop';
const Body = z.strictObject({ body: z.string().min(1).max(65_536) });

interface Comment {
  readonly id: number;
  readonly login: string;
  body: string;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export class FakeGithub {
  readonly token = 'ghs_FakeInstallationToken000000000000';
  readonly author = 'github-actions[bot]';
  readonly pullRequest = 7;
  readonly sha = 'f'.repeat(40);
  readonly comments: Comment[] = [];
  readonly violations: string[] = [];
  /** Of requests, method and path. */
  readonly seen: string[] = [];
  canWrite = true;
  hasPullRequest = true;
  readonly #server: Server;
  #nextId = 1000;

  private constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  static async start(): Promise<FakeGithub> {
    const fake = new FakeGithub();
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  comment(login: string, body: string): Comment {
    const made = { id: this.#nextId++, login, body };
    this.comments.push(made);
    return made;
  }

  reset(): void {
    for (const list of [this.comments, this.violations, this.seen]) list.length = 0;
    this.canWrite = true;
    this.hasPullRequest = true;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '', this.url);
    this.seen.push(`${method} ${url.pathname}`);
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
    const isWrite = method === 'POST' || method === 'PATCH';
    const sent = isWrite ? Body.safeParse(parse(text)).data?.body : '';
    const refusal = this.#judge(headers, { isWrite, hasBody: sent !== undefined });
    const { status, body } =
      refusal ?? this.#route(`${method} ${url.pathname.replace(repository, '')}`, url, sent ?? '');
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
    // Pretty or compact: readers must not depend on it.
    response.end(JSON.stringify(body, null, this.seen.length % 2 === 0 ? 2 : 0));
  }

  /** What the headers and the form of a request are refused with. */
  #judge(
    headers: IncomingHttpHeaders,
    { isWrite, hasBody }: { isWrite: boolean; hasBody: boolean },
  ): Answer | undefined {
    const wanted = {
      authorization: `Bearer ${this.token}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      ...(isWrite && { 'content-type': 'application/json' }),
    };
    const wrong = Object.entries(wanted).filter(([name, value]) => headers[name] !== value);
    this.violations.push(...wrong.map(([name]) => `the header ${name} is not as it has to be`));
    if (wrong.length > 0) return { status: 401, body: { message: 'Bad credentials' } };
    if (headers['user-agent'] === undefined) return { status: 403, body: { message: 'Request forbidden' } };
    if (!hasBody) {
      this.violations.push('a body that is not exactly { body }');
      return { status: 422, body: { message: 'Validation Failed' } };
    }
    if (!isWrite || this.canWrite) return undefined;
    return { status: 403, body: { message: 'Resource not accessible by integration', status: '403' } };
  }

  #route(call: string, url: URL, body: string): Answer {
    const query = [...url.searchParams.keys()].toSorted().join(',');
    const patched = /^PATCH \/issues\/comments\/(\d+)$/u.exec(call)?.[1];
    if (patched !== undefined && query === '') return this.#change(Number(patched), body);
    switch (`${call}?${query}`) {
      case `GET /issues/${this.pullRequest}/comments?page,per_page`: {
        const [page, size] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('per_page'))];
        return { status: 200, body: this.comments.slice((page - 1) * size, page * size).map(show) };
      }
      case `POST /issues/${this.pullRequest}/comments?`:
        return { status: 201, body: show(this.comment(this.author, body)) };
      case `GET /commits/${this.sha}/pulls?`: {
        const head = { ref: 'topic', sha: this.sha, repo: { id: 1, number: 99 } };
        const found = { url: 'u', id: 5, head, number: this.pullRequest, state: 'closed' };
        return { status: 200, body: this.hasPullRequest ? [found] : [] };
      }
      default:
        this.violations.push(`${call}?${query}`);
        return { status: 404, body: { message: 'Not Found' } };
    }
  }

  #change(id: number, body: string): Answer {
    const comment = this.comments.find((one) => one.id === id);
    if (comment === undefined) return { status: 404, body: { message: 'Not Found' } };
    if (comment.login !== this.author) this.violations.push(`changed the comment of ${comment.login}`);
    comment.body = body;
    return { status: 200, body: show(comment) };
  }
}

function show({ id, login, body }: Comment): unknown {
  const type = login.endsWith('[bot]') ? 'Bot' : 'User';
  return {
    url: `https://api.github.com${repository}/issues/comments/${id}`,
    id,
    node_id: 'IC_x',
    user: { login, id: 41_898_282, type, site_admin: false },
    created_at: '2026-11-25T10:00:00Z',
    author_association: 'NONE',
    body,
    reactions: { url: 'u', total_count: 0, '+1': 0 },
    performed_via_github_app: type === 'Bot' ? { id: 15_368, owner: { login: 'github', id: 9919 } } : null,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
