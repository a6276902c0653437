/** A replicate of a head, asked for by a person: same process, version and environment, same window and warm-up. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { CaptureAccepted, type CaptureRecord } from '../api/api.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import { personOf } from '../http/person-guard.ts';
import type { CaptureBody } from '../captures/capture-body.ts';
import { CaptureParams } from '../captures/capture-queries.ts';
import type { Requester } from '../captures/capture-queue.ts';
import type { CaptureReader } from '../captures/capture-reader.ts';
import { noSuchCapture } from './bundle-answers.ts';

export interface ReplicateRouteDeps {
  readonly reader: CaptureReader;
  /** @throws ApiProblem where the request is not accepted. */
  readonly enqueue: (organization: string, body: CaptureBody, by: Requester) => Promise<CaptureAccepted>;
}

export function replicateRoute(app: FastifyInstance, { reader, enqueue }: ReplicateRouteDeps): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'POST',
    url: '/api/profiling/captures/:id/replicates',
    config: { access: 'member', summary: 'Queue a replicate of a pushed main capture, with its window and warm-up.' },
    schema: { params: CaptureParams, response: { 202: CaptureAccepted } },
    handler: async (request, reply) => {
      const { person, organization } = personOf(request);
      const head = await reader.find(organization.id, request.params.id);
      if (head === undefined) throw noSuchCapture();
      requireHead(head);
      const { workload, version, env, duration_sec, warmup_sec, image } = head;
      const body = { workload, version, env, kind: 'replicate', duration_sec, warmup_sec, image } as const;
      const by = { type: 'person', name: person.name, id: person.id } as const;
      const accepted = await enqueue(organization.id, body, by);
      return reply.code(202).send(accepted);
    },
  });
}

function requireHead({ kind, status, recorded }: CaptureRecord): void {
  if (kind === 'head' && status === 'pushed' && !recorded) return;
  throw new ApiProblem({
    status: 409,
    code: 'not_a_pushed_head',
    message: 'A replicate repeats a main capture that was pushed and measured on this machine. Name one.',
  });
}
