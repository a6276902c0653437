/**
 * Answers of the Cloud API: only the fields we use. An instance carries some hundred more, a token of a
 * product among them (`machineLearningLogsToken`), which is parsed away here.
 */
import { z } from 'zod';
import { rowsOf } from '../../../src/core/rows.ts';

const Text = z.string().nullish();
const Id = z.number().nullish();

export const Instance = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  url: z.string(),
  status: z.string(),
  description: Text,
  orgSlug: Text,
  regionSlug: Text,
  plan: Text,
  runningVersion: Text,
  version: Text,
  deleteProtection: z.boolean().nullish(),
  dashboardCnt: z.number().nullish(),
  createdAt: Text,
  updatedAt: Text,
  labels: z.record(z.string(), z.unknown()).nullish(),
  hmInstancePromId: Id,
  hmInstancePromUrl: Text,
  hmInstancePromStatus: Text,
  hlInstanceId: Id,
  hlInstanceUrl: Text,
  hlInstanceStatus: Text,
  htInstanceId: Id,
  htInstanceUrl: Text,
  htInstanceStatus: Text,
  hpInstanceId: Id,
  hpInstanceUrl: Text,
  hpInstanceStatus: Text,
  amInstanceId: Id,
  amInstanceUrl: Text,
  amInstanceStatus: Text,
});
export type Instance = z.infer<typeof Instance>;

export const InstancesAnswer = z.object({ items: rowsOf(Instance), page: z.int(), pages: z.int() });

/** The list of a Grafana instance's own search. */
export const DashboardsAnswer = rowsOf(
  z.object({
    uid: z.string(),
    title: z.string(),
    url: Text,
    tags: z.array(z.string()).nullish(),
    folderTitle: Text,
  }),
);
