/** `GET /api/events`: a page learns that something changed and reads it again. */
import type { FastifyInstance } from 'fastify';
import { LiveEvent } from '../api/api.ts';
import { personOf } from '../http/person-guard.ts';
import type { Sessions } from '../people/sessions.ts';
import type { EventStreams } from './event-stream.ts';

export function eventRoutes(app: FastifyInstance, streams: EventStreams, sessions: Sessions): void {
  app.route({
    method: 'GET',
    url: '/api/events',
    exposeHeadRoute: false,
    config: {
      access: 'member',
      summary: 'Stream of changes; each message is a LiveEvent.',
      media: ['text/event-stream'],
      event: LiveEvent,
    },
    handler: (request, reply) => {
      const { session, organization, person } = personOf(request);
      streams.open(reply, {
        organization: organization.id,
        person: person.id,
        session,
        isStillValid: () => sessions.isAlive(session),
      });
    },
  });
}
