/**
 * A small real HTTP server that replaces the control plane while the app is developed and tested.
 * It is strict both ways: a request outside the contract and an answer of its own that does not parse
 * are violations, which tests read.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { z } from 'zod';
import type { Diff } from '../../profiler/witness/diff/diff.ts';
import { renderMarkdown } from '../../profiler/witness/say/text/render-markdown.ts';
import { ApiError, csrfHeader, Me, type Role, LiveEvent } from '../../src/control/api/api.ts';
import { createFakeState, type FakeState, newId, type Session } from './fake-state.ts';
import { FaultAnswer, Refusal } from './refusal.ts';
import type { Asked, Route } from './route.ts';
import { compareSeeded, routes, sentinels } from './routes.ts';
import { servePolicy } from './serve-policy.ts';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

export interface FakeControlPlane {
  readonly origin: string;
  readonly state: FakeState;
  close(): Promise<void>;
}

interface FakeOptions {
  readonly webDir: string;
  readonly port?: number;
  readonly isEmpty?: boolean;
}

const ranks: Readonly<Record<Role, number>> = { member: 1, admin: 2, owner: 3 };

/** Listens on loopback only. */
export async function startFakeControlPlane({
  webDir,
  port = 0,
  isEmpty = false,
}: FakeOptions): Promise<FakeControlPlane> {
  const state = createFakeState(Date.now(), isEmpty);
  const server = createServer((request, response) => {
    void answer(request, response, state, webDir).catch((error: unknown) => {
      state.violations.push(`${request.method} ${request.url}: ${String(error)}`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  state.address = `http://127.0.0.1:${bound}`;
  return { origin: state.address, state, close: () => closeServer(server) };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  state: FakeState,
  webDir: string,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://fake.test');
  response.setHeader('content-security-policy', contentSecurityPolicy);
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('referrer-policy', 'no-referrer');
  if (!/^\/(?:api|policies)\//u.test(url.pathname)) return serveFile(webDir, url.pathname, response);
  response.setHeader('cache-control', 'no-store');
  try {
    if (url.pathname.startsWith('/policies/')) return await servePolicy(url.pathname, response);
    if (url.pathname === '/api/events') {
      requireSession(request, state, 'member');
      return streamEvents(response, state);
    }
    if (url.pathname === '/api/ca.pem') {
      requireSession(request, state, 'member');
      return sendAuthority(response);
    }
    const bundle = /^\/api\/profiling\/captures\/([^/]+)\/bundle$/u.exec(url.pathname);
    if (bundle !== null) return sendBundle(response, bundle[1] ?? '');
    if (url.pathname === '/api/profiling/diff') {
      requireSession(request, state, 'member');
      return sendMarkdown(response, compareSeeded({ state, query: url.searchParams }), url.searchParams.get('format'));
    }
    await runRoute(request, response, state, url);
  } catch (error) {
    if (error instanceof FaultAnswer) return sendJson(response, error.status, { error: error.fault });
    if (!(error instanceof Refusal)) throw error;
    sendRefusal(response, error);
  }
  return undefined;
}

async function runRoute(request: IncomingMessage, response: ServerResponse, state: FakeState, url: URL): Promise<void> {
  const { route, params } = findRoute(request.method ?? '', url.pathname);
  const session = route.role === undefined ? nobody : requireSession(request, state, route.role);
  if (route.role !== undefined && route.method !== 'GET' && request.headers[csrfHeader] !== session.csrf) {
    throw new Error('a request that changes something came without the CSRF token');
  }
  const body: unknown = route.body === undefined ? undefined : JSON.parse(await readText(request));
  const asked: Asked = {
    state,
    session,
    params,
    query: url.searchParams,
    body: parseBody(route, body),
    headers: request.headers,
  };
  if (hasWorkload(body, sentinels.down)) return void response.destroy();
  const result = await route.run(asked);
  if (route.answer === undefined) return void response.writeHead(204).end();
  if (route.path === '/api/session') setCookie(response, state, Me.parse(result));
  const isGarbled = hasWorkload(body, sentinels.garbled) || params['id'] === sentinels.garbled;
  sendText(
    response,
    route.status ?? 200,
    isGarbled ? JSON.stringify(result) : writeAnswer(route.answer, result, state),
  );
  return undefined;
}

const written = new WeakMap<object, string>();

/** A large graph is checked and written once: each time, that would be a good part of what a measurement sees. */
function writeAnswer(answer: z.ZodType, result: unknown, { flame }: FakeState): string {
  const known = flame === undefined || result !== flame ? undefined : written.get(flame);
  const text = known ?? JSON.stringify(answer.parse(result));
  if (flame !== undefined && result === flame) written.set(flame, text);
  return text;
}

/** Values out of bounds are a person's mistake and answered as such; a wrong shape is the page's mistake. */
function parseBody(route: Route, body: unknown): unknown {
  const parsed = route.body?.safeParse(body);
  if (parsed === undefined || parsed.success) return parsed?.data;
  const [issue] = parsed.error.issues;
  if (issue?.code !== 'too_small' && issue?.code !== 'too_big') throw parsed.error;
  throw new Refusal(400, 'invalid_body', issue.message, { field: issue.path.join('.') });
}

const nobody: Session = { id: '', csrf: '', person: { id: '', name: '', role: 'member' } };

function findRoute(method: string, pathname: string): { route: Route; params: Record<string, string> } {
  const given = pathname.split('/').map(decodeURIComponent);
  for (const route of routes) {
    const wanted = route.path.split('/');
    if (route.method !== method || wanted.length !== given.length) continue;
    if (!wanted.every((part, index) => part.startsWith(':') || part === given[index])) continue;
    const pairs = wanted.flatMap((part, index) =>
      part.startsWith(':') ? [[part.slice(1), given[index] ?? ''] as const] : [],
    );
    return { route, params: Object.fromEntries(pairs) };
  }
  throw new Error('no such route in the contract');
}

function requireSession(request: IncomingMessage, state: FakeState, role: Role): Session {
  const id = /(?:^|;\s*)farol_session=([^;]+)/u.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const session = state.sessions.get(id);
  if (session === undefined) throw new Refusal(401, 'not_signed_in', 'Sign in with a one-time link.');
  if (ranks[session.person.role] < ranks[role]) {
    throw new Refusal(403, 'role_required', 'Only an owner or an admin may do this.');
  }
  return session;
}

function setCookie(response: ServerResponse, state: FakeState, me: Me): void {
  const session = [...state.sessions.values()].find(({ csrf }) => csrf === me.csrf);
  response.setHeader('set-cookie', `farol_session=${session?.id ?? ''}; Path=/; HttpOnly; SameSite=Strict`);
}

function sendRefusal(response: ServerResponse, { status, code, message, extras }: Refusal): void {
  const { field, retryAfterSec, removed } = extras;
  const body = ApiError.parse({
    error: {
      code,
      ...(field !== undefined && { field }),
      message,
      request_id: newId('req'),
      ...(removed !== undefined && { removed }),
    },
    ...(retryAfterSec !== undefined && { retry_after_seconds: retryAfterSec }),
  });
  sendJson(response, status, body);
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  sendText(response, status, JSON.stringify(body));
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(text);
}

function sendAuthority(response: ServerResponse): void {
  const headers = { 'content-type': 'application/x-pem-file', 'content-disposition': 'attachment; filename="ca.pem"' };
  response.writeHead(200, headers).end('-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n');
}

/** As the control plane renders it. The page asks for no other format. */
function sendMarkdown(response: ServerResponse, diff: Diff, format: string | null): void {
  if (format !== 'markdown') throw new Error('the page reads a comparison in parts');
  response.writeHead(200, { 'content-type': 'text/markdown; charset=utf-8' }).end(renderMarkdown(diff));
}

function sendBundle(response: ServerResponse, id: string): void {
  const headers = { 'content-type': 'application/gzip', 'content-disposition': `attachment; filename="${id}.json.gz"` };
  response.writeHead(200, headers).end('bundle');
}

function hasWorkload(body: unknown, workload: string): boolean {
  return typeof body === 'object' && body !== null && 'workload' in body && body.workload === workload;
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Streams changes until the page goes away or a test turns streaming off. */
function streamEvents(response: ServerResponse, state: FakeState): void {
  if (!state.isStreaming) {
    throw new Refusal(503, 'too_many_streams', 'Too many pages have live updates open; try again later.');
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(': open\n\n');
  const watch = (event: LiveEvent): void => {
    response.write(`data: ${JSON.stringify(LiveEvent.parse(event))}\n\n`);
  };
  state.watchers.add(watch);
  response.on('close', () => state.watchers.delete(watch));
}

/** Word for word what the control plane sends; a page that needs more than this fails its tests. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The built app as the control plane serves it: same policy, same fallback of page addresses to the one page. */
async function serveFile(webDir: string, pathname: string, response: ServerResponse): Promise<void> {
  const isAsset = /^\/(?:(?:assets\/)?[\w.-]+\.(?:js|css|svg)|docs\/(?:\w[\w-]*\/)*[\w.-]+\.(?:html|css))$/u.test(
    pathname,
  );
  const named = isAsset ? pathname : 'index.html';
  const file = path.join(webDir, pathname === '/docs/' ? 'docs/index.html' : named);
  try {
    const body = await readFile(file);
    response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' }).end(body);
  } catch {
    response.writeHead(404).end();
  }
}
