/** Asset inventory, recommendations, findings, service accounts and policies. */
import { z } from 'zod';
import { omitsEmpty } from '../../../src/connector/omits-empty.ts';
import { flag, labels, Money, number, text, texts } from '../schema-parts.ts';

export const SearchedResource = z.object({
  name: z.string(),
  assetType: z.string(),
  displayName: text,
  description: text,
  state: text,
  location: text,
  project: text,
  folders: texts,
  organization: text,
  parentFullResourceName: text,
  parentAssetType: text,
  networkTags: texts,
  kmsKeys: texts,
  createTime: text,
  updateTime: text,
  labels,
});
export type SearchedResource = z.infer<typeof SearchedResource>;

/** `resource.data` holds the whole resource, secrets in it too, and is not among the fields read. */
export const Asset = z.object({
  name: z.string(),
  assetType: z.string(),
  ancestors: texts,
  updateTime: text,
  resource: z.object({ location: text, parent: text }).optional(),
});
export type Asset = z.infer<typeof Asset>;

export const Recommendation = z.object({
  name: z.string(),
  description: text,
  recommenderSubtype: text,
  priority: text,
  lastRefreshTime: text,
  targetResources: texts,
  stateInfo: z.object({ state: text }).optional(),
  primaryImpact: z
    .object({ category: text, costProjection: z.object({ cost: Money.optional(), duration: text }).optional() })
    .optional(),
  content: z.object({ overview: z.record(z.string(), z.unknown()).default({}) }).optional(),
});
export type Recommendation = z.infer<typeof Recommendation>;

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
  compliances: z.array(z.object({ standard: text, version: text, ids: texts })).default([]),
  securityMarks: z.object({ marks: labels }).optional(),
});
export type Finding = z.infer<typeof Finding>;

export const FoundResource = z.object({ name: text, displayName: text, type: text, projectName: text });
export type FoundResource = z.infer<typeof FoundResource>;

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

export const Policy = z.object({
  bindings: z
    .array(
      z.object({
        role: z.string(),
        members: texts,
        condition: z.object({ title: text, description: text, expression: text }).optional(),
      }),
    )
    .default([]),
  auditConfigs: z
    .array(
      z.object({
        service: z.string(),
        auditLogConfigs: z.array(z.object({ logType: text, exemptedMembers: texts })).default([]),
      }),
    )
    .default([]),
});
export type Policy = z.infer<typeof Policy>;

export const governanceAnswers = {
  'cloudasset.searchAllResources': z.object({ results: z.array(SearchedResource).default([]), nextPageToken: text }),
  'cloudasset.assets.list': z.object({ assets: z.array(Asset).default([]), nextPageToken: text }),
  'recommender.projects.locations.recommenders.recommendations.list': z.object({
    recommendations: z.array(Recommendation).default([]),
    nextPageToken: text,
  }),
  'securitycenter.projects.sources.findings.list': z.object({
    listFindingsResults: z.array(z.object({ finding: Finding, resource: FoundResource.optional() })).default([]),
    nextPageToken: text,
  }),
  'iam.projects.serviceAccounts.list': z.object({ accounts: z.array(ServiceAccount).default([]), nextPageToken: text }),
  'iam.projects.serviceAccounts.keys.list': z.object({ keys: z.array(ServiceAccountKey).default([]) }),
  'cloudresourcemanager.projects.getIamPolicy': omitsEmpty(Policy, ['bindings', 'auditConfigs']),
  'cloudresourcemanager.projects.testIamPermissions': z.object({ permissions: texts }),
};
