/** POST {enroll_url}/begin and /finish. Instances call these; they authenticate by their token and key. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { EnrolBegin, EnrolChallenge, Enrolled, EnrolFinish } from '../../tunnel/enrolment-messages.ts';
import { InstanceClass } from '../../tunnel/messages.ts';
import { enrolmentBase } from '../config/addresses.ts';
import { asStranger } from '../peers/fair-gate.ts';
import { compileValidator } from '../http/validate.ts';
import { EnrolmentDesk, type EnrolmentDeskOptions } from '../enrolment/enrolment-desk.ts';

export type EnrolmentRoutesOptions = EnrolmentDeskOptions;

const bodyLimit = 8 * 1024;

/** The only fields read before it is known that the organization accepts this class. */
const Addressed = z.object({ tenant: z.string().min(1).max(63), class: InstanceClass });

export function enrolmentRoutes(app: FastifyInstance, options: EnrolmentRoutesOptions): void {
  const desk = new EnrolmentDesk(options);

  // The bodies are checked by the handlers: "not enabled" comes before anything else, a faulty field included.
  app.route({
    method: 'POST',
    url: `${enrolmentBase}/begin`,
    bodyLimit,
    config: {
      access: 'own',
      body: EnrolBegin,
      summary: 'First call of an enrolment: bootstrap token and public key, answered by a challenge.',
    },
    schema: { response: { 200: EnrolChallenge } },
    handler: async (request) => {
      const addressed = parseBody(Addressed, request.body);
      return asStranger(request, async () => {
        const organization = await desk.admit(addressed.tenant, addressed.class);
        return desk.begin(organization, parseBody(EnrolBegin, request.body));
      });
    },
  });

  app.route({
    method: 'POST',
    url: `${enrolmentBase}/finish`,
    bodyLimit,
    config: {
      access: 'own',
      body: EnrolFinish,
      summary: 'Second call of an enrolment: proof of the key, answered by the identity.',
    },
    schema: { response: { 200: Enrolled } },
    handler: async (request) => {
      const addressed = parseBody(Addressed, request.body);
      const enrolled = await asStranger(request, async () => {
        const organization = await desk.admit(addressed.tenant, addressed.class);
        return desk.finish(organization, parseBody(EnrolFinish, request.body));
      });
      const { organization, instance, class: instanceClass } = enrolled;
      request.log.info({ organization, instance, class: instanceClass }, 'instance enrolled');
      return enrolled;
    },
  });
}

/** @throws ApiProblem 400 naming the field. */
function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.infer<S> {
  const checked = compileValidator({ schema, httpPart: 'body' })(body);
  if ('error' in checked) throw checked.error;
  return checked.value as z.infer<S>; // parsed by this schema
}
