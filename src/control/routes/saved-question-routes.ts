/** Questions that people save to ask them again. Nothing is asked here. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { catalog } from '../../../catalog/index.ts';
import { SavedQuestion, SavedQuestionCreate, SavedQuestionList, SavedQuestionShare } from '../api/api.ts';
import { personOf } from '../http/person-guard.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import type { SavedQuestions } from '../questions/saved-questions.ts';

const QuestionParams = z.strictObject({ question: z.string().min(1).max(64) });

export function savedQuestionRoutes(app: FastifyInstance, saved: SavedQuestions): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.route({
    method: 'GET',
    url: '/api/saved-questions',
    config: {
      access: 'member',
      compress: true,
      summary: 'Questions that the caller saved, and those that others share.',
    },
    schema: { response: { 200: SavedQuestionList } },
    handler: async (request) => ({ questions: await saved.list(personOf(request)) }),
  });

  typed.route({
    method: 'POST',
    url: '/api/saved-questions',
    config: {
      access: 'member',
      summary: 'Save a read with its arguments, for the caller or shared with the organization.',
    },
    schema: { body: SavedQuestionCreate, response: { 201: SavedQuestion } },
    handler: async (request, reply) => {
      if (catalog.get(request.body.operation)?.access !== 'read') throw notARead();
      return reply.code(201).send(await saved.save(personOf(request), request.body));
    },
  });

  typed.route({
    method: 'PUT',
    url: '/api/saved-questions/:question',
    config: {
      access: 'member',
      summary: 'Share a question that the caller saved with the organization, or stop sharing it.',
    },
    schema: { params: QuestionParams, body: SavedQuestionShare, response: { 200: SavedQuestion } },
    handler: async (request) => {
      const question = await saved.share(personOf(request), request.params.question, request.body.shared);
      if (question === undefined) throw notFound();
      return question;
    },
  });

  typed.route({
    method: 'DELETE',
    url: '/api/saved-questions/:question',
    config: {
      access: 'member',
      summary: 'Remove a question that the caller saved; an owner or admin also removes one that is shared.',
    },
    schema: { params: QuestionParams, response: { 204: z.undefined() } },
    handler: async (request, reply) => {
      if (!(await saved.remove(personOf(request), request.params.question))) throw notFound();
      return reply.code(204).send();
    },
  });
}

function notARead(): ApiProblem {
  return new ApiProblem({
    status: 400,
    code: 'invalid_body',
    field: 'operation',
    message: 'operation: must be a read of the catalog. GET /api/catalog lists all.',
  });
}

function notFound(): ApiProblem {
  return new ApiProblem({ status: 404, code: 'not_found', message: 'The organization has no such saved question.' });
}
