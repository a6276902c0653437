/** Service accounts and policies. */
import { z } from 'zod';
import { omitsEmpty } from '../../../src/connector/omits-empty.ts';
import { flag, text, texts } from '../schema-parts.ts';
import { rowsOf } from '../../../src/core/rows.ts';

export const ServiceAccount = z.object({
  name: z.string(),
  uniqueId: text,
  email: z.string(),
  displayName: text,
  description: text,
  projectId: text,
  disabled: flag,
});
export type ServiceAccount = z.infer<typeof ServiceAccount>;

export const Policy = z.object({
  bindings: rowsOf(
    z.object({
      role: z.string(),
      members: texts,
      condition: z.object({ title: text, description: text, expression: text }).optional(),
    }),
  ).default([]),
  auditConfigs: rowsOf(
    z.object({
      service: z.string(),
      auditLogConfigs: rowsOf(z.object({ logType: text, exemptedMembers: texts })).default([]),
    }),
  ).default([]),
});
export type Policy = z.infer<typeof Policy>;

export const identityAnswers = {
  'iam.projects.serviceAccounts.list': z.object({ accounts: rowsOf(ServiceAccount).default([]), nextPageToken: text }),
  'cloudresourcemanager.projects.getIamPolicy': omitsEmpty(Policy, ['bindings', 'auditConfigs']),
  'cloudresourcemanager.projects.testIamPermissions': z.object({ permissions: texts }),
};
