import { z } from 'zod';
import { answerJson, type DescribedRoute } from '../../../test/contract/described-upstream.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';
import { bothKeys, id, refuse, text, time, User, users, whole } from './shared.ts';

const Related = z.strictObject({ data: z.strictObject({ id: z.string(), type: z.literal('users') }) });

const Incident = z.strictObject({
  id: z.string(),
  type: z.literal('incidents'),
  attributes: z.strictObject({
    title: z.string(),
    public_id: z.int(),
    state: z.string().nullable(),
    severity: z.enum(['UNKNOWN', 'SEV-0', 'SEV-1', 'SEV-2', 'SEV-3', 'SEV-4', 'SEV-5']),
    visibility: z.string().nullable(),
    is_test: z.boolean(),
    created: time,
    declared: time,
    detected: time.nullable(),
    resolved: time.nullable(),
    archived: time.nullable(),
    modified: time,
    time_to_detect: z.int(),
    time_to_internal_response: z.int(),
    time_to_repair: z.int(),
    time_to_resolve: z.int(),
    customer_impacted: z.boolean(),
    customer_impact_scope: z.string().nullable(),
    customer_impact_start: time.nullable(),
    customer_impact_end: time.nullable(),
    customer_impact_duration: z.int(),
    fields: z.record(
      z.string(),
      z.union([
        z.strictObject({ type: z.enum(['dropdown', 'textbox']), value: z.string().nullable() }),
        z.strictObject({
          type: z.enum(['multiselect', 'textarray', 'metrictag', 'autocomplete']),
          value: z.array(z.string()),
        }),
      ]),
    ),
  }),
  relationships: z.strictObject({ commander_user: Related, declared_by_user: Related }),
});
type Incident = z.infer<typeof Incident>;

export function incident(number: number, state = 'active'): Incident {
  const ana = { data: { id: 'a1', type: 'users' as const } };
  return {
    id: number === 1 ? id : id.replace('9cd8', `9cd${number}`),
    type: 'incidents',
    attributes: {
      title: `Payments fail ${number}`,
      public_id: number,
      state,
      severity: 'SEV-2',
      visibility: 'organization',
      is_test: false,
      created: '2026-11-19T10:00:00+00:00',
      declared: '2026-11-19T10:01:00+00:00',
      detected: null,
      resolved: null,
      archived: null,
      modified: '2026-11-19T11:00:00+00:00',
      time_to_detect: 0,
      time_to_internal_response: 120,
      time_to_repair: 0,
      time_to_resolve: 0,
      customer_impacted: true,
      customer_impact_scope: 'Half of all payments',
      customer_impact_start: '2026-11-19T09:55:00+00:00',
      customer_impact_end: null,
      customer_impact_duration: 3900,
      fields: {
        services: { type: 'autocomplete', value: ['shop', 'pay'] },
        root_cause: { type: 'textbox', value: null },
        state: { type: 'dropdown', value: state },
      },
    },
    relationships: { commander_user: ana, declared_by_user: ana },
  };
}

const incidents = [incident(1), incident(2, 'resolved'), incident(3)];

const Pagination = z.strictObject({
  pagination: z.strictObject({ next_offset: z.int(), offset: z.int(), size: z.int() }),
});
const listQuery = { include: z.literal('users'), 'page[size]': whole(1, 100), 'page[offset]': whole(0) };

function sliceOf(query: URLSearchParams, all: readonly Incident[]) {
  const [size, offset] = [Number(query.get('page[size]')), Number(query.get('page[offset]') ?? 0)];
  return { page: all.slice(offset, offset + size), meta: { pagination: { next_offset: offset + size, offset, size } } };
}

const Attachment = z.strictObject({
  id: z.string(),
  type: z.literal('incident_attachments'),
  attributes: z.strictObject({
    attachment_type: z.enum(['postmortem', 'link']),
    modified: time,
    attachment: z.strictObject({ documentUrl: z.string(), title: z.string() }),
  }),
  relationships: z.strictObject({}),
});

export const incidentsRoutes: readonly DescribedRoute[] = [
  {
    call: 'GET /api/v2/incidents',
    headers: bothKeys,
    query: z.strictObject(listQuery).partial(),
    answers: z.strictObject({ data: z.array(Incident), included: z.array(User), meta: Pagination }),
    reply({ query }) {
      const { page, meta } = sliceOf(query, incidents);
      return answerJson({ data: page, included: users, meta });
    },
  },
  {
    call: 'GET /api/v2/incidents/search',
    headers: bothKeys,
    query: z.strictObject({ ...listQuery, query: z.string().min(1) }),
    answers: z.strictObject({
      data: z.strictObject({
        type: z.literal('incidents_search_results'),
        attributes: z.strictObject({
          facets: z.strictObject({}),
          incidents: z.array(z.strictObject({ data: Incident })),
          total: z.int(),
        }),
      }),
      included: z.array(User),
      meta: Pagination,
    }),
    reply({ query }) {
      const text = query.get('query') ?? '';
      const all = text === 'nothing' ? [] : incidents;
      const { page, meta } = sliceOf(query, all);
      return answerJson({
        data: {
          type: 'incidents_search_results',
          attributes: { facets: {}, incidents: page.map((data) => ({ data })), total: all.length },
        },
        included: users,
        meta,
      });
    },
  },
  {
    call: 'GET /api/v2/incidents/{incident_id}',
    headers: bothKeys,
    query: z.strictObject({ include: z.literal('users,attachments') }),
    answers: z.strictObject({ data: Incident, included: z.array(z.union([User, Attachment])) }),
    reply({ parts }) {
      const one = incidents.find((each) => each.id === parts['incident_id']);
      if (one === undefined) return refuse(404, 'incident not found');
      const attachment = {
        id: 'at1',
        type: 'incident_attachments',
        attributes: {
          attachment_type: 'postmortem',
          modified: '2026-11-20T10:00:00+00:00',
          attachment: { documentUrl: 'https://app.datadoghq.eu/notebook/1', title: 'Postmortem' },
        },
        relationships: {},
      };
      return answerJson({ data: one, included: [...users, attachment] });
    },
  },
];

export const incidentsQuestions = {
  'incidents.list': [{ limit: 1 }, { states: ['active', 'stable'] }, { query: text('nothing') }],
  'incidents.get': [{ id }],
} satisfies Exemplar['questions'];
