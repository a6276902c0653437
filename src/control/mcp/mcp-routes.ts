/**
 * The Model Context Protocol, stateless: each message is authenticated, answered and forgotten, by any replica. The
 * library reads the protocol, of this revision and of clients of 2025; it never sees the token, and is loaded by the
 * first message: most control planes have no assistant.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiProblem } from '../problem/api-problem.ts';
import { checkNesting } from '../http/validate.ts';
import { admitAssistant, type AdmitDeps, type Assistant } from './admit-assistant.ts';
import { CallRate, messageLimits } from '../peers/call-rate.ts';
import { mcpPath, protectedResourceRoutes } from './protected-resource.ts';
import { type FleetReader, RecentFleet } from './tools/recent-fleet.ts';
import type { ToolDeps } from './tools/tool.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on the route of MCP: whose token it is. */
    assistant: Assistant | undefined;
  }
}

/** One message. Several in one array, which clients of 2025 could send once, are refused. */
const Message = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(200), z.int()]).optional(),
  method: z.string().min(1).max(200),
  params: z.record(z.string(), z.unknown()).optional(),
});

export type McpDeps = AdmitDeps & Omit<ToolDeps, 'log' | 'fleet'> & { readonly fleet: FleetReader };

export function mcpRoutes(app: FastifyInstance, deps: McpDeps): void {
  const { clock } = deps.asking;
  const rate = new CallRate(clock);
  const messages = new CallRate(clock, messageLimits);
  const fleet = new RecentFleet(deps.fleet, clock);
  protectedResourceRoutes(app, deps);
  app.decorateRequest('assistant', undefined);
  app.route({
    method: 'POST',
    url: mcpPath,
    config: {
      access: 'own',
      summary: 'One message of the Model Context Protocol, with an MCP token in the header. It reads only.',
      media: ['application/json', 'text/event-stream'],
    },
    schema: { body: Message },
    // Before the body is read.
    onRequest: async (request, reply) => {
      request.assistant = await admitAssistant(request, reply, deps);
      const waitSec = messages.take(request.assistant.id);
      if (waitSec !== undefined) throw tooManyMessages(waitSec);
    },
    handler: async (request, reply) => {
      const { assistant: holder, id: requestId, log } = request;
      if (holder === undefined) throw new Error('the route lets no request without a token through');
      checkNesting(request.body, 'params');
      const left = new AbortController();
      reply.raw.once('close', () => left.abort());
      let failure: Error | undefined;
      const [{ createMcpHandler }, { createToolServer }] = await Promise.all([
        import('@modelcontextprotocol/server'),
        import('./tool-server.ts'),
      ]);
      const { fetch } = createMcpHandler(
        () => createToolServer({ deps: { ...deps, fleet, log }, rate, holder, requestId, left: left.signal }),
        { onerror: (error) => (failure = error) },
      );
      const answer = await fetch(webRequest(request, deps.publicOrigin(), left.signal), { parsedBody: request.body });
      if (answer.status >= 500) log.error({ err: failure }, 'a message of MCP failed');
      return reply.send(answer);
    },
  });
}

function tooManyMessages(retryAfterSec: number): ApiProblem {
  const { calls, withinSec } = messageLimits;
  return new ApiProblem({
    status: 429,
    code: 'too_many_calls',
    message: `A token may send ${calls} messages in ${withinSec} s.`,
    retryAfterSec,
  });
}

/** What the protocol is read from; the token and the cookie are not. */
const passedHeaders = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id'];

function webRequest({ headers }: FastifyRequest, origin: string, signal: AbortSignal): Request {
  const passed = passedHeaders.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return new Request(new URL(mcpPath, origin), { method: 'POST', headers: passed, signal });
}
