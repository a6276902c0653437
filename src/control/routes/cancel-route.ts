/** Cancelling a request that has not ended: the person who asked may, and an admin. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { CaptureRecord } from '../api/api.ts';
import { hasRole } from '../api/authority.ts';
import { personOf } from '../http/person-guard.ts';
import type { SignedIn } from '../people/sessions.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import type { Canceller } from '../captures/capture-offers.ts';
import { CaptureParams } from '../captures/capture-queries.ts';
import type { CaptureReader } from '../captures/capture-reader.ts';
import { noSuchCapture } from './bundle-answers.ts';

export interface CancelRouteDeps {
  readonly reader: CaptureReader;
  /** Ends a request that has not ended, and stops what measures for it. */
  readonly cancel: (organization: string, requestId: string, by: Canceller) => Promise<void>;
}

export function cancelRoute(app: FastifyInstance, { reader, cancel }: CancelRouteDeps): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'POST',
    url: '/api/profiling/captures/:id/cancel',
    config: {
      access: 'member',
      summary: 'Cancel a capture request that has not ended: its requester, an admin or an owner.',
    },
    schema: { params: CaptureParams, response: { 200: CaptureRecord } },
    handler: async (request) => {
      const { id } = request.params;
      const signedIn = personOf(request);
      const { organization, person } = signedIn;
      const asked = await reader.find(organization.id, id);
      if (asked === undefined) throw noSuchCapture();
      requireRight(signedIn, asked);
      await cancel(organization.id, id, { label: `${person.name} (${person.role})`, doer: person });
      const record = await reader.find(organization.id, id);
      if (record === undefined) throw noSuchCapture();
      // Cancelling again answers the same; what ended by itself was not cancelled.
      if (record.reason?.code !== 'cancelled') throw hasEnded(record);
      request.log.info({ person: person.id, capture: id }, 'capture cancelled');
      return record;
    },
  });
}

function requireRight({ person }: SignedIn, { requested_by: by }: CaptureRecord): void {
  if (by.id === person.id || hasRole(person.role, 'admin')) return;
  throw new ApiProblem({
    status: 403,
    code: 'role_required',
    message: 'Only the person who requested the capture, an admin or an owner may cancel it.',
  });
}

function hasEnded({ status }: CaptureRecord): ApiProblem {
  return new ApiProblem({
    status: 409,
    code: 'capture_ended',
    message: `The capture ended before it could be cancelled; its outcome is ${status}.`,
  });
}
