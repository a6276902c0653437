import { z } from 'zod';
import { answerJson, type DescribedRoute } from '../../../test/contract/described-upstream.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';
import { bothKeys, whole, window } from './shared.ts';

const texts = z.array(z.string());
const Link = z.strictObject({ name: z.string(), type: z.string(), url: z.string(), provider: z.string().optional() });
const Contact = z.strictObject({ name: z.string().optional(), type: z.string(), contact: z.string() });

const Entity = z.strictObject({
  id: z.string(),
  type: z.string(),
  attributes: z.strictObject({
    apiVersion: z.string(),
    kind: z.string(),
    name: z.string(),
    namespace: z.string(),
    owner: z.string(),
    description: z.string(),
    displayName: z.string(),
    tags: texts,
  }),
  relationships: z.strictObject({
    schema: z.strictObject({ data: z.strictObject({ id: z.string(), type: z.string() }) }),
  }),
});

const Schema = z.strictObject({
  id: z.string(),
  type: z.literal('schema'),
  attributes: z.strictObject({
    schema: z.strictObject({
      apiVersion: z.enum(['v3', 'v2.2', 'v2.1', 'v2']),
      kind: z.literal('service'),
      metadata: z.strictObject({
        name: z.string(),
        links: z.array(Link).optional(),
        contacts: z.array(Contact).optional(),
      }),
      spec: z.strictObject({
        type: z.string(),
        tier: z.string(),
        lifecycle: z.string(),
        languages: texts,
        dependsOn: texts,
        componentOf: texts,
      }),
    }),
  }),
});

const services = ['shop', 'pay', 'ship'];

const entityOf = (name: string): z.infer<typeof Entity> => ({
  id: `e-${name}`,
  type: 'entity',
  attributes: {
    apiVersion: 'v3',
    kind: 'service',
    name,
    namespace: 'default',
    owner: 'checkout',
    description: 'Sells things',
    displayName: name,
    tags: ['env:prod'],
  },
  relationships: { schema: { data: { id: `s-${name}`, type: 'schema' } } },
});

const schemaOf = (name: string): z.infer<typeof Schema> => ({
  id: `s-${name}`,
  type: 'schema',
  attributes: {
    schema: {
      apiVersion: 'v3',
      kind: 'service',
      metadata: {
        name,
        links: [{ name: 'Runbook', type: 'runbook', url: 'https://wiki.example/shop' }],
        contacts: [{ name: 'Checkout', type: 'slack', contact: 'https://chat.example/checkout' }],
      },
      spec: {
        type: 'web',
        tier: 'high',
        lifecycle: 'production',
        languages: ['go'],
        dependsOn: ['service:pay'],
        componentOf: ['system:store'],
      },
    },
  },
});

const Definition = z.strictObject({
  id: z.string(),
  type: z.string(),
  attributes: z.strictObject({
    meta: z.looseObject({}),
    schema: z.strictObject({
      'schema-version': z.literal('v2.2'),
      'dd-service': z.string(),
      team: z.string(),
      tier: z.string(),
      application: z.string(),
      languages: texts,
      tags: texts,
      links: z.array(Link),
      contacts: z.array(Contact),
    }),
  }),
});

const definitionOf = (name: string): z.infer<typeof Definition> => ({
  id: `d-${name}`,
  type: 'service-definition',
  attributes: {
    meta: { origin: 'github' },
    schema: {
      'schema-version': 'v2.2',
      'dd-service': name,
      team: 'checkout',
      tier: 'high',
      application: 'store',
      languages: ['go'],
      tags: ['env:prod'],
      links: [{ name: 'Runbook', type: 'runbook', url: 'https://wiki.example/shop' }],
      contacts: [{ type: 'email', contact: 'checkout@example.com' }],
    },
  },
});

export const topologyRoutes: readonly DescribedRoute[] = [
  {
    call: 'GET /api/v2/catalog/entity',
    headers: bothKeys,
    query: z.strictObject({
      'filter[kind]': z.literal('service'),
      'filter[name]': z.string().optional(),
      'page[limit]': whole(1, 100),
      'page[offset]': whole(0).optional(),
      include: z.literal('schema').optional(),
      includeDiscovered: z.literal('true').optional(),
    }),
    answers: z.strictObject({
      data: z.array(Entity),
      included: z.array(Schema),
      meta: z.strictObject({ count: z.int(), includeCount: z.int() }),
    }),
    reply({ query }) {
      const name = query.get('filter[name]');
      const [at, size] = [Number(query.get('page[offset]') ?? 0), Number(query.get('page[limit]'))];
      const page = services.filter((one) => name === null || one === name).slice(at, at + size);
      return answerJson({
        data: page.map(entityOf),
        included: page.map(schemaOf),
        meta: { count: page.length, includeCount: page.length },
      });
    },
  },
  {
    call: 'GET /api/v2/services/definitions',
    headers: bothKeys,
    query: z.strictObject({
      'page[size]': whole(1, 100),
      'page[number]': whole(0),
      schema_version: z.enum(['v1', 'v2', 'v2.1', 'v2.2']),
    }),
    answers: z.strictObject({ data: z.array(Definition) }),
    reply({ query }) {
      const [page, size] = [Number(query.get('page[number]')), Number(query.get('page[size]'))];
      return answerJson({ data: services.slice(page * size, (page + 1) * size).map(definitionOf) });
    },
  },
  {
    // In the vendor's documentation only: its machine-readable description lacks this call.
    call: 'GET /api/v1/service_dependencies',
    headers: bothKeys,
    query: z.strictObject({
      env: z.string().min(1),
      primary_tag: z.string().optional(),
      start: whole(1_000_000_000, 9_999_999_999).optional(),
      end: whole(1_000_000_000, 9_999_999_999).optional(),
    }),
    answers: z.record(z.string(), z.strictObject({ calls: z.array(z.string()) })),
    reply: ({ query }) =>
      answerJson(query.get('env') === 'nowhere' ? {} : { shop: { calls: ['pay', 'ship'] }, pay: { calls: [] } }),
  },
];

export const topologyQuestions = {
  'topology.listServices': [{ limit: 1 }, { name: 'nothing' }],
  'topology.getDependencies': [{ env: 'prod' }, { env: 'prod', window }, { env: 'nowhere' }],
} satisfies Exemplar['questions'];
