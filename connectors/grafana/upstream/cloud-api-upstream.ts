/**
 * Stacks as the vendor's description of the Cloud API has them (grafana-com-public-clients, openapi.json).
 * The search for dashboards is not in it: its shape is that of a Grafana instance's own search.
 */
import { z } from 'zod';
import { answerJson, type DescribedRoute } from '../../../test/contract/described-upstream.ts';

const Status = z.enum(['active', 'deleted', 'suspended', 'unknown']);
const Backend = { Id: z.number(), Name: z.string(), Url: z.string(), Status };

/** Those of the some hundred fields that matter; the description allows no others than its own, so only its names stand here. */
const Instance = z.strictObject({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  url: z.string(),
  status: z.enum(['active', 'archived', 'deleted', 'paused', 'starting', 'suspended']),
  description: z.string(),
  orgId: z.number(),
  orgSlug: z.string(),
  orgName: z.string(),
  regionSlug: z.string(),
  plan: z.string(),
  runningVersion: z.string(),
  version: z.string(),
  deleteProtection: z.boolean(),
  dashboardCnt: z.number(),
  createdAt: z.string(),
  updatedAt: z.string().nullable(),
  labels: z.record(z.string(), z.string()).optional(),
  machineLearningLogsToken: z.string(),
  hmInstancePromId: Backend.Id,
  hmInstancePromName: Backend.Name,
  hmInstancePromUrl: Backend.Url,
  hmInstancePromStatus: Backend.Status,
  hlInstanceId: Backend.Id,
  hlInstanceUrl: Backend.Url,
  hlInstanceStatus: Backend.Status,
  htInstanceId: Backend.Id,
  htInstanceUrl: Backend.Url,
  htInstanceStatus: Backend.Status,
  amInstanceId: Backend.Id,
  amInstanceUrl: Backend.Url,
  amInstanceStatus: Backend.Status,
});

export const stackOf = (id: number) => ({
  id,
  slug: `shop-${id}`,
  name: `shop-${id}.grafana.net`,
  url: `https://shop-${id}.grafana.net`,
  status: 'active',
  description: '',
  orgId: 1,
  orgSlug: 'acme',
  orgName: 'Acme',
  regionSlug: 'eu',
  plan: 'payg',
  runningVersion: '13.0.1',
  version: 'stable',
  deleteProtection: true,
  dashboardCnt: 12,
  createdAt: '2024-05-01T08:00:00.000Z',
  updatedAt: null,
  labels: { team: 'shop' },
  machineLearningLogsToken: 'token-of-machine-learning',
  hmInstancePromId: 1_234_567,
  hmInstancePromName: `shop-${id}-prom`,
  hmInstancePromUrl: 'https://prometheus-prod-01-eu-west-0.grafana.net',
  hmInstancePromStatus: 'active',
  hlInstanceId: 234_567,
  hlInstanceUrl: 'https://logs-prod-eu-west-0.grafana.net',
  hlInstanceStatus: 'active',
  htInstanceId: 345_678,
  htInstanceUrl: '',
  htInstanceStatus: 'active',
  amInstanceId: 0,
  amInstanceUrl: '',
  amInstanceStatus: 'unknown',
});

/** Stacks of the account, for the pages of the list. */
const stacks = [1, 2, 3].map(stackOf);

const Dashboard = z.strictObject({
  id: z.int(),
  uid: z.string(),
  title: z.string(),
  uri: z.string(),
  url: z.string(),
  type: z.literal('dash-db'),
  tags: z.array(z.string()),
  isStarred: z.boolean(),
  folderId: z.int().optional(),
  folderUid: z.string().optional(),
  folderTitle: z.string().optional(),
  sortMeta: z.int(),
});

const dashboard = {
  id: 7,
  uid: 'abc',
  title: 'Checkout',
  uri: 'db/checkout',
  url: '/d/abc/checkout',
  type: 'dash-db',
  tags: ['shop'],
  isStarred: false,
  folderTitle: 'Services',
  sortMeta: 0,
};

export const cloudApiRoutes: readonly DescribedRoute[] = [
  {
    call: 'GET /api/instances',
    query: z.strictObject({
      page: z.string().regex(/^\d+$/u),
      pageSize: z.string().regex(/^\d+$/u),
      orderBy: z.literal('id'),
      direction: z.enum(['asc', 'desc']),
      includeLabels: z.literal('true'),
    }),
    headers: z.looseObject({ authorization: z.string().regex(/^Bearer /u) }),
    answers: z.strictObject({
      items: z.array(Instance),
      orderBy: z.string(),
      direction: z.enum(['asc', 'desc']),
      total: z.number(),
      pages: z.number(),
      pageSize: z.number(),
      page: z.number(),
    }),
    reply: ({ query }) => {
      const [page, pageSize] = [Number(query.get('page')), Number(query.get('pageSize'))];
      return answerJson({
        items: stacks.slice((page - 1) * pageSize, page * pageSize),
        orderBy: 'id',
        direction: 'asc',
        total: stacks.length,
        pages: Math.ceil(stacks.length / pageSize),
        pageSize,
        page,
      });
    },
  },
  {
    call: 'GET /api/instances/{instanceId}',
    headers: z.looseObject({ authorization: z.string().regex(/^Bearer /u) }),
    answers: Instance,
    reply: ({ parts }) => {
      const stack = stacks.find(({ slug }) => slug === parts['instanceId']);
      return stack === undefined
        ? { status: 404, body: '{"code":"NotFound","message":"Element not found"}' }
        : answerJson(stack);
    },
  },
  {
    call: 'GET /api/instances/{instanceId}/api/search',
    query: z.strictObject({
      type: z.literal('dash-db'),
      query: z.string().optional(),
      tag: z.string().optional(),
      limit: z.string().regex(/^\d+$/u),
    }),
    headers: z.looseObject({ authorization: z.string().regex(/^Bearer /u) }),
    answers: z.array(Dashboard),
    reply: ({ query }) => answerJson(query.get('query') === 'nothing' ? [] : [dashboard]),
  },
];
