/** The enrolled instances, and the two acts an admin has over them. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { answeredBy } from '../../../catalog/answered-by.ts';
import { Fleet, FleetInstance, InstanceDetail, InstanceList } from '../api/api.ts';
import { PermissionList } from '../api/permissions.ts';
import { personOf, readerOf } from '../http/person-guard.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import type { FleetView } from '../fleet/fleet-view.ts';

const InstanceParams = z.strictObject({ instance: z.string().min(1).max(200) });
const InstanceQuery = z.strictObject({
  token: z
    .string()
    .regex(/^\P{Cc}{1,64}$/u)
    .optional(),
});

export function fleetRoutes(app: FastifyInstance, fleet: FleetView): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.route({
    method: 'GET',
    url: '/api/fleet',
    config: {
      access: 'reader',
      compress: true,
      summary: 'Instances with their state, each check with its remedy, and what expires within 30 days.',
    },
    schema: { response: { 200: Fleet } },
    handler: (request) => fleet.show(readerOf(request)),
  });

  typed.route({
    method: 'GET',
    url: '/api/instances',
    config: {
      access: 'reader',
      compress: true,
      summary:
        'Instances with their state, how many connectors work, and what each needs first; without whole reports.',
    },
    schema: { querystring: InstanceQuery, response: { 200: InstanceList } },
    handler: (request) => fleet.summarize(readerOf(request), request.query.token),
  });

  typed.route({
    method: 'GET',
    url: '/api/permissions',
    config: {
      access: 'reader',
      compress: true,
      summary: 'What the credential of each source may do, by permission, and which rights no operation needs.',
    },
    schema: { response: { 200: PermissionList } },
    handler: (request) => fleet.permissions(readerOf(request), answeredBy.connectors),
  });

  typed.route({
    method: 'GET',
    url: '/api/fleet/:instance',
    config: {
      access: 'reader',
      compress: true,
      summary: 'One instance with its last report, its identity, and what expires for it within 30 days.',
    },
    schema: { params: InstanceParams, response: { 200: InstanceDetail } },
    handler: async (request) => {
      const detail = await fleet.detail(readerOf(request), request.params.instance);
      if (detail === undefined) throw noSuchInstance();
      return detail;
    },
  });

  typed.route({
    method: 'POST',
    url: '/api/fleet/:instance/revoke',
    config: {
      access: 'admin',
      summary: 'Revoke an instance: its tunnel closes within a second and its identity is refused for good.',
    },
    schema: { params: InstanceParams, response: { 200: FleetInstance } },
    handler: async (request) => {
      const { organization, person } = personOf(request);
      const instance = await fleet.revoke(organization.id, request.params.instance, person);
      if (instance === undefined) throw noSuchInstance();
      request.log.info({ person: person.id, instance: instance.instance }, 'instance revoked');
      return instance;
    },
  });

  typed.route({
    method: 'POST',
    url: '/api/fleet/:instance/allow-reenrolment',
    config: { access: 'admin', summary: 'Let an instance enrol once more with a new key.' },
    schema: { params: InstanceParams, response: { 200: FleetInstance } },
    handler: async (request) => {
      const { organization, person } = personOf(request);
      const instance = await fleet.allowReenrolment(organization.id, request.params.instance, person);
      if (instance === undefined) throw noSuchInstance();
      request.log.info({ person: person.id, instance: instance.instance }, 're-enrolment allowed');
      return instance;
    },
  });
}

function noSuchInstance(): ApiProblem {
  return new ApiProblem({ status: 404, code: 'not_found', message: 'This organization has no such instance.' });
}
