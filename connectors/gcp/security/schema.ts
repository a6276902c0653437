/** Findings, and keys of service accounts. */
import { z } from 'zod';
import { flag, labels, number, text, texts } from '../schema-parts.ts';
import { rowsOf } from '../../../src/core/rows.ts';

/** What a finding says of processes, files and environment variables may hold secrets and is not read. */
export const Finding = z.object({
  name: z.string(),
  category: z.string().default(''),
  findingClass: text,
  severity: text,
  state: text,
  mute: text,
  description: text,
  nextSteps: text,
  resourceName: text,
  parentDisplayName: text,
  eventTime: text,
  createTime: text,
  externalUri: text,
  vulnerability: z
    .object({ cve: z.object({ id: text, cvssv3: z.object({ baseScore: number }).optional() }).optional() })
    .optional(),
  mitreAttack: z.object({ primaryTactic: text, primaryTechniques: texts }).optional(),
  attackExposure: z.object({ score: number }).optional(),
  access: z.object({ principalEmail: text, callerIp: text, methodName: text, serviceName: text }).optional(),
  compliances: rowsOf(z.object({ standard: text, version: text, ids: texts })).default([]),
  securityMarks: z.object({ marks: labels }).optional(),
});
export type Finding = z.infer<typeof Finding>;

export const FoundResource = z.object({ name: text, displayName: text, type: text, projectName: text });
export type FoundResource = z.infer<typeof FoundResource>;

/** `privateKeyData` comes only with a key that is being made; it is not among the fields read. */
export const ServiceAccountKey = z.object({
  name: z.string(),
  keyType: text,
  keyOrigin: text,
  disabled: flag,
  disableReason: text,
  validAfterTime: text,
  validBeforeTime: text,
});
export type ServiceAccountKey = z.infer<typeof ServiceAccountKey>;

export const securityAnswers = {
  'securitycenter.projects.sources.findings.list': z.object({
    listFindingsResults: rowsOf(z.object({ finding: Finding, resource: FoundResource.optional() })).default([]),
    nextPageToken: text,
  }),
  'iam.projects.serviceAccounts.keys.list': z.object({ keys: rowsOf(ServiceAccountKey).default([]) }),
};
