/** Shapes of what a Grafana answers by itself; nothing that its definitions do not have. */
import { z } from 'zod';

const Labels = z.record(z.string(), z.string());
const Time = z.iso.datetime({ offset: true });

export const DataSources = z.array(
  z.strictObject({
    id: z.int(),
    uid: z.string(),
    orgId: z.int(),
    name: z.string(),
    type: z.string(),
    typeName: z.string(),
    typeLogoUrl: z.string(),
    access: z.enum(['proxy', 'direct']),
    url: z.string(),
    user: z.string(),
    database: z.string(),
    basicAuth: z.boolean(),
    isDefault: z.boolean(),
    jsonData: z.looseObject({}),
    readOnly: z.boolean(),
  }),
);

export const Dashboards = z.array(
  z.strictObject({
    id: z.int(),
    orgId: z.int(),
    uid: z.string(),
    title: z.string(),
    uri: z.string(),
    url: z.string(),
    slug: z.string(),
    type: z.literal('dash-db'),
    tags: z.array(z.string()),
    isStarred: z.boolean(),
    folderId: z.int().optional(),
    folderUid: z.string().optional(),
    folderTitle: z.string().optional(),
    folderUrl: z.string().optional(),
    sortMeta: z.int(),
    isDeleted: z.boolean(),
  }),
);

const Instance = z.strictObject({
  labels: Labels,
  annotations: Labels,
  state: z.string().regex(/^(?:Normal|Pending|Alerting|NoData|Error|Recovering)(?: \(\w+\))?$/u),
  activeAt: Time,
  value: z.string(),
});

const GrafanaRule = z.strictObject({
  uid: z.string(),
  name: z.string(),
  folderUid: z.string(),
  state: z.enum(['inactive', 'pending', 'firing', 'recovering', 'unknown']),
  query: z.string(),
  queriedDatasourceUIDs: z.array(z.string()),
  duration: z.number().optional(),
  keepFiringFor: z.number().optional(),
  annotations: Labels.optional(),
  labels: Labels.optional(),
  alerts: z.array(Instance).optional(),
  totals: z.record(z.string(), z.int()).optional(),
  totalsFiltered: z.record(z.string(), z.int()).optional(),
  health: z.enum(['ok', 'error', 'nodata']),
  lastError: z.string().optional(),
  isPaused: z.boolean(),
  notificationSettings: z.strictObject({ receiver: z.string() }).optional(),
  type: z.enum(['alerting', 'recording']),
  lastEvaluation: Time,
  evaluationTime: z.number(),
});

export const GrafanaRules = z.strictObject({
  status: z.literal('success'),
  data: z.strictObject({
    groups: z.array(
      z.strictObject({
        name: z.string(),
        file: z.string(),
        folderUid: z.string(),
        rules: z.array(GrafanaRule),
        totals: z.record(z.string(), z.int()),
        interval: z.number(),
        lastEvaluation: Time,
        evaluationTime: z.number(),
      }),
    ),
    groupNextToken: z.string().optional(),
    totals: z.record(z.string(), z.int()).optional(),
  }),
});
