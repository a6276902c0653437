/**
 * The Model Context Protocol, stateless: each message is authenticated, answered and forgotten, by any replica. The
 * library reads the protocol, of this revision and of clients of 2025; it never sees the token.
 */
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { McpMessage } from '../api.ts';
import type { TokenHolder } from '../tokens/access-tokens.ts';
import { admitAssistant, type AdmitDeps } from './admit-assistant.ts';
import { CallRate } from './call-rate.ts';
import { mcpPath, protectedResourceRoutes } from './protected-resource.ts';
import { createToolServer } from './tool-server.ts';
import type { ToolDeps } from './tool-deps.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on the route of MCP: whose token it is. */
    assistant: TokenHolder | undefined;
  }
}

export type McpDeps = AdmitDeps & Omit<ToolDeps, 'log'>;

export function mcpRoutes(app: FastifyInstance, deps: McpDeps): void {
  const rate = new CallRate(deps.asking.clock);
  protectedResourceRoutes(app, deps.publicOrigin);
  app.decorateRequest('assistant', undefined);
  app.route({
    method: 'POST',
    url: mcpPath,
    config: {
      access: 'own',
      summary: 'One message of the Model Context Protocol, with an MCP token in the header. It reads only.',
    },
    schema: { body: McpMessage },
    // Before the body is read.
    onRequest: async (request, reply) => {
      request.assistant = await admitAssistant(request, reply, deps);
    },
    handler: async (request, reply) => {
      const { assistant: holder, id: requestId, log } = request;
      if (holder === undefined) throw new Error('the route lets no request without a token through');
      const left = new AbortController();
      reply.raw.once('close', () => left.abort());
      let failure: Error | undefined;
      const { fetch } = createMcpHandler(
        () => createToolServer({ deps: { ...deps, log }, rate, holder, requestId, left: left.signal }),
        { maxSubscriptions: 0, onerror: (error) => (failure = error) },
      );
      const answer = await fetch(webRequest(request, deps.publicOrigin(), left.signal), { parsedBody: request.body });
      if (answer.status >= 500) log.error({ err: failure }, 'a message of MCP failed');
      return reply.send(answer);
    },
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
