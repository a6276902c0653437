/**
 * The control plane's log: JSON lines on standard error, standard output being for the start-up lines.
 * A request is one line with method, route template, status and time. Addresses as sent, query
 * strings, headers, cookies and bodies are never given to the log; as a second line of defence every
 * line passes a filter that replaces whatever has the shape of a token.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pino, type Logger } from 'pino';
import { Redactor } from '../../core/redact.ts';
import { printableJson } from '../../core/text/hidden-characters.ts';
import { scrubTokens } from '../tokens/token-text.ts';

export interface LogSink {
  write(line: string): unknown;
}

/** `redactor` knows the secrets that this process read; tokens of others are known only by their shape. */
export function openLog(level: string, sink: LogSink = process.stderr, redactor = new Redactor()): Logger {
  return pino(
    {
      level,
      base: { program: 'farol-control' },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError, req: () => undefined, res: () => undefined },
    },
    { write: (line: string) => sink.write(printableJson(redactor.text(scrubTokens(line)))) },
  );
}

/** The cause chain is logged, because a driver reports its error there; extra properties, which may hold values, are not. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/** One line for each answered request. Probes are logged at debug level, because they would fill the log. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply);
    done();
  });
}

export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? 'unmatched';
  const line = {
    method: request.method,
    route,
    status: reply.statusCode,
    duration_ms: Math.round(reply.elapsedTime * 10) / 10,
  };
  if (route === '/healthz' || route === '/readyz') request.log.debug(line, 'request');
  else request.log.info(line, 'request');
}
