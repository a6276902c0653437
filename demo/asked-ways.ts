/** The ways in which a question reaches an Agent, each with what this installation checks on it. */
import { z } from 'zod';
import { ApiError, OperationRefusal, OperationResponse } from '../src/control/api/api.ts';
import type { ControlApi } from '../src/control/api/api-client.ts';

export interface Question {
  readonly operation: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export type Asked =
  | { readonly kind: 'answered'; readonly complete: boolean; readonly data: unknown }
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string };

/** Rejects when the response is neither an answer nor a refusal. */
export type AskWay = (question: Question) => Promise<Asked>;

/** The route of the page and of programs. What `api` signs in with decides which of the two it is. */
export function askByRoute(api: ControlApi): AskWay {
  return async ({ operation, args }) => {
    const path = `/api/operations/${encodeURIComponent(operation)}`;
    const { status, body } = await api.callRaw({ method: 'POST', path, body: { args } });
    if (status === 200) return answered(OperationResponse.parse(body).result);
    const byAgent = OperationRefusal.safeParse(body);
    if (byAgent.success) {
      const { code, summary, remedy } = byAgent.data.error;
      return refused(code, `${summary} ${remedy}`);
    }
    const { code, message } = ApiError.parse(body).error;
    return refused(code, message);
  };
}

const protocolVersion = '2026-07-28';
const tool = 'catalog_read';

/** What a call of the tool returns, as far as the demo reads it. */
const ToolAnswer = z.object({
  result: z.object({
    isError: z.boolean().optional(),
    structuredContent: z.object({ complete: z.boolean(), data: z.unknown() }).optional(),
    _meta: z.object({ 'farol/error': z.object({ code: z.string(), message: z.string() }).optional() }).optional(),
  }),
});

/** `api` has an MCP token. One message without a session, as any client of this revision sends it. */
export function askByMcp(api: ControlApi): AskWay {
  return async ({ operation, args }) => {
    const { status, body } = await api.callRaw({
      method: 'POST',
      path: '/mcp',
      headers: {
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': protocolVersion,
        'mcp-method': 'tools/call',
        'mcp-name': tool,
      },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: tool,
          arguments: { operation, arguments: args },
          _meta: {
            'io.modelcontextprotocol/protocolVersion': protocolVersion,
            'io.modelcontextprotocol/clientInfo': { name: 'farol-demo', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      },
    });
    if (status !== 200) {
      const { code, message } = ApiError.parse(body).error;
      return refused(code, message);
    }
    const { structuredContent, _meta: meta } = ToolAnswer.parse(body).result;
    const failure = meta?.['farol/error'];
    if (failure !== undefined) return refused(failure.code, failure.message);
    if (structuredContent === undefined) throw new Error(`${tool} returned neither an answer nor a failure`);
    return answered(structuredContent);
  };
}

function answered({ complete, data }: { readonly complete: boolean; readonly data?: unknown }): Asked {
  return { kind: 'answered', complete, data };
}

function refused(code: string, reason: string): Asked {
  return { kind: 'refused', code, reason };
}
