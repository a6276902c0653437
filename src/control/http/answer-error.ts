/** The one place where an error becomes a response. One of ours is logged with its cause; the response contains nothing of it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ApiProblem, renderProblem } from '../problem/api-problem.ts';
import { toProblem } from '../problem/to-problem.ts';

/** Failures of ours, and not what a caller is refused. */
export function logFailure(problem: ApiProblem, { log }: FastifyRequest): void {
  if (problem.status >= 500) log.error({ code: problem.code, err: problem.cause ?? problem }, 'request failed');
}

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = toProblem(error);
  logFailure(problem, request);
  if (problem.retryAfterSec !== undefined) void reply.header('retry-after', String(problem.retryAfterSec));
  // A route may have said more.
  const isChallenged = reply.hasHeader('www-authenticate');
  if (problem.status === 401 && !isChallenged) void reply.header('www-authenticate', 'Bearer realm="farol"');
  // A schema of the success answer must not shape the error.
  const body = JSON.stringify(renderProblem(problem, request.id));
  void reply.code(problem.status).type('application/json; charset=utf-8').serializer(String).send(body);
}
