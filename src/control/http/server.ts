/**
 * The HTTP application without its routes: one envelope for every error, security headers on every
 * answer, one log line a request, and a list of its own routes from which the interface description
 * and the authorisation test are made.
 */
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { ApiProblem } from '../problem/api-problem.ts';
import { answerError } from './answer-error.ts';
import { addressGroup, clientAddressOf, TrustedProxies } from '../peers/client-address.ts';
import { FairGate } from '../peers/fair-gate.ts';
import { logRequest, logRequests } from './log.ts';
import type { ConnectionCounters, ConnectionGuard, ConnectionLimits } from '../peers/connection-guard.ts';
import { endWith, guardRequests } from '../peers/guard-requests.ts';
import { readDescriptorLimit, sharePorts } from '../peers/port-limits.ts';
import { type DescribedRoute, describeRoute } from './openapi.ts';
import { announceDeprecation } from './deprecation.ts';
import { compressAnswers } from './compress-answers.ts';
import { addSecurityHeaders, setSecurityHeaders } from './security-headers.ts';
import { compileValidator } from './validate.ts';
import type { WebApp } from './web-app.ts';

export interface AppOptions {
  readonly log: FastifyBaseLogger;
  /** Undefined serves plain HTTP, which only tests that never listen want. */
  readonly tls: (() => TlsOptions) | undefined;
  readonly web: WebApp;
  /** Ceilings of the port. Default: its share of the descriptors of the process. */
  readonly connections?: ConnectionLimits;
  /** Default: none. */
  readonly proxies?: TrustedProxies;
}

export interface App {
  readonly fastify: FastifyInstance;
  /** Every route added so far. */
  readonly routes: readonly DescribedRoute[];
  /** Undefined without TLS. */
  readonly connections: ConnectionCounters | undefined;
}

const bodyLimitBytes = 64 * 1024;

/**
 * A proxy in front keeps connections for about a minute; ours must outlast it, or it sends into a closed one. A
 * whole request, whose body is small, comes within the time that a peer has to prove itself.
 */
const timeouts = {
  handshakeTimeout: 8000,
  requestTimeout: 8000,
  headersTimeout: 8000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1000,
} as const;

/** Routes are added to `fastify` before it listens. */
export function createApp({
  log,
  tls,
  web,
  connections = sharePorts(readDescriptorLimit()).app,
  proxies = TrustedProxies.none,
}: AppOptions): App {
  let guard: ConnectionGuard | undefined;
  const options: FastifyServerOptions = {
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: proxies.isEmpty ? false : (address) => proxies.has(address),
    // What comes over an open connection while the process stops is still answered.
    return503OnClosing: false,
    bodyLimit: bodyLimitBytes,
    routerOptions: { maxParamLength: 256 },
    frameworkErrors: refuseEarly,
    clientErrorHandler: (error, socket) => {
      log.info({ code: error.code }, 'a request could not be read');
      // Node stops reading from a peer that reads too little, and takes what came meanwhile for an error.
      if (error.code === 'HPE_PAUSED' && guard !== undefined) guard.cut(socket, 'pipelined');
      else refuseUnreadable(error, socket);
    },
    ...(tls !== undefined && {
      serverFactory: (handler): Server => {
        const server = createServer({ ...tls(), ALPNProtocols: ['http/1.1'], ...timeouts }, handler);
        guard = guardRequests(server, {
          ...connections,
          isShared: (address) => proxies.has(address),
          clientOf: (request) => clientAddressOf(request, proxies),
        });
        return server;
      },
    }),
  };
  const fastify: FastifyInstance = Fastify(options);
  const routes: DescribedRoute[] = [];
  fastify.addHook('onRoute', (options) => {
    routes.push(...describeRoute(options));
  });
  fastify.removeContentTypeParser('text/plain');
  fastify.setValidatorCompiler(compileValidator);
  fastify.setSerializerCompiler(serializerCompiler);
  fastify.setErrorHandler(answerError);
  fastify.decorate('strangers', new FairGate());
  fastify.decorate('proved', (request: FastifyRequest, subject: string) => guard?.prove(request.raw.socket, subject));
  fastify.decorateRequest('callerAddress', '');
  fastify.decorateRequest('callerGroup', '');
  fastify.addHook('onRequest', (request, _reply, done) => {
    request.callerAddress = clientAddressOf(request.raw, proxies);
    request.callerGroup = addressGroup(request.callerAddress);
    done();
  });
  addSecurityHeaders(fastify);
  // Before the body is read: what no route is for is not refused because of it.
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answerUnmatched({ request, reply, routes, web });
    else done();
  });
  announceDeprecation(fastify);
  compressAnswers(fastify);
  logRequests(fastify);
  return { fastify, routes, connections: guard?.counters };
}

/** For what is refused before a route is looked for, when no hook runs. */
function refuseEarly(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  answerError(error, request, setSecurityHeaders(request, reply));
  logRequest(request, reply);
}

interface Unmatched {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly routes: readonly DescribedRoute[];
  readonly web: WebApp;
}

function answerUnmatched({ request, reply, routes, web }: Unmatched): void {
  const path = request.url.split('?', 1)[0] ?? '/';
  const allowed = methodsAt(path, routes);
  if (allowed.length > 0) {
    void reply.header('allow', allowed.join(', '));
    throw new ApiProblem({
      status: 405,
      code: 'method_not_allowed',
      message: `This address accepts ${allowed.join(', ')}.`,
    });
  }
  if ((request.method === 'GET' || request.method === 'HEAD') && web.answer(request, reply)) return;
  throw new ApiProblem({ status: 404, code: 'not_found', message: 'There is nothing at this address.' });
}

/** Of several addresses that match, a fixed one is meant before one with a parameter. */
function methodsAt(path: string, routes: readonly DescribedRoute[]): string[] {
  const matching = routes.filter(({ url }) => patternOf(url).test(path));
  const parametersOf = ({ url }: DescribedRoute): number => url.split('/:').length - 1;
  const fewest = Math.min(...matching.map(parametersOf));
  const methods = matching.filter((route) => parametersOf(route) === fewest).map(({ method }) => method);
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
}

function patternOf(url: string): RegExp {
  const escaped = url.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(/:[A-Za-z_]+/gu, '[^/]+')}$`, 'u');
}

interface Unreadable {
  readonly status: string;
  readonly code: string;
  readonly message: string;
}

const unreadable: Unreadable = {
  status: '400 Bad Request',
  code: 'invalid_request',
  message: 'The request is not valid HTTP.',
};
const unreadables: Readonly<Record<string, Unreadable>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'headers_too_large',
    message: 'The headers are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'request_timeout',
    message: 'The request did not arrive completely in time.',
  },
};

/** A request that is not HTTP never reaches Fastify's error handling: the same envelope, written by hand. */
function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, code, message } = unreadables[error.code ?? ''] ?? unreadable;
  const body = JSON.stringify({ error: { code, message, request_id: randomUUID() } });
  endWith(
    socket,
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
