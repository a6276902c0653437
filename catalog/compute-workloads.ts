/**
 * What runs without a machine of one's own: functions, serverless services, container clusters and the images
 * they run. Only the names of environment variables are returned, because the values are where secrets live; command
 * lines are not returned at all, for the same reason.
 */
import { z } from 'zod';
import { Cursor, Identifier, limitUpTo, Region, RegionRead, RegionReadIfOne, State, Tags, Time } from './common.ts';
import { defineOperation } from './operation.ts';

const EnvironmentVariables = z.array(z.string()).describe('Names only');

/** A name, a partial ARN or a whole one, with a version or alias or without. */
const FunctionName = z
  .string()
  .min(1)
  .max(256)
  .regex(/^[A-Za-z0-9_:.$-]+$/u, 'must be the name or the ARN of a function');

const CloudFunction = z.strictObject({
  id: z.string(),
  name: z.string(),
  region: z.string(),
  description: z.string().optional(),
  version: z.string().optional(),
  state: State.optional(),
  stateReason: z.string().optional(),
  lastUpdateState: State.optional(),
  lastUpdateReason: z.string().optional(),
  runtime: z.string().optional(),
  packageType: z.string().optional(),
  architecture: z.string().optional(),
  entryPoint: z.string().optional(),
  codeSizeBytes: z.int().optional(),
  codeSha256: z.string().optional(),
  memoryBytes: z.int().optional(),
  temporaryStorageBytes: z.int().optional(),
  timeoutSec: z.int().optional(),
  minInstances: z.int().optional(),
  maxInstances: z.int().optional(),
  requestsPerInstance: z.int().optional().describe('Most requests that one instance serves at a time'),
  identity: z.string().optional().describe('Role or service account that the function acts as'),
  environmentVariables: EnvironmentVariables.optional().describe('Names only; absent when they could not be read'),
  vpcId: z.string().optional(),
  subnetIds: z.array(z.string()),
  securityGroupIds: z.array(z.string()),
  layers: z.array(z.string()),
  deadLetterTarget: z.string().optional(),
  tracing: z.string().optional(),
  logDestination: z.string().optional(),
  url: z.string().optional(),
  trigger: z
    .strictObject({
      type: z.string(),
      topic: z.string().optional(),
      retries: z.boolean().optional().describe('True when an event whose handling failed comes again'),
    })
    .optional(),
  updatedAt: Time.optional(),
  createdAt: Time.optional(),
  tags: Tags.optional().describe('Absent where the list does not tell them'),
});

export const computeListFunctions = defineOperation({
  name: 'compute.listFunctions',
  access: 'read',
  ofRegions: 'functions',
  summary: 'Functions with runtime, limits, network placement and the names of their environment variables.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      limit: limitUpTo(1000),
      cursor: Cursor.optional(),
    }),
  result: () => z.strictObject({ region: RegionReadIfOne, functions: z.array(CloudFunction) }),
});

export const computeGetFunction = defineOperation({
  name: 'compute.getFunction',
  access: 'read',
  summary: 'One function: configuration, state and the reason for it.',
  arguments: () => z.strictObject({ region: Region.optional(), name: FunctionName }),
  result: () => z.strictObject({ region: RegionRead, function: CloudFunction }),
});

export const computeListEventSourceMappings = defineOperation({
  name: 'compute.listEventSourceMappings',
  access: 'read',
  ofRegions: 'mappings',
  summary: 'What feeds functions from queues and streams, with batch, retry and failure settings.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      function: FunctionName.optional(),
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      mappings: z.array(
        z.strictObject({
          id: z.string(),
          function: z.string(),
          source: z.string().optional().describe('Absent for brokers that the customer runs'),
          brokers: z.array(z.string()).optional(),
          topics: z.array(z.string()),
          queues: z.array(z.string()),
          state: State,
          stateReason: z.string().optional(),
          lastResult: z.string().optional(),
          startingPosition: z.string().optional(),
          batchSize: z.int().optional(),
          batchWindowSec: z.int().optional(),
          batchesPerShard: z.int().optional(),
          maxConcurrency: z.int().optional(),
          maxRetries: z.int().optional().describe('-1: until the record expires'),
          maxRecordAgeSec: z.int().optional().describe('-1: no limit'),
          splitsBatchOnError: z.boolean().optional(),
          reportsFailedItems: z.boolean().describe('True when a failed item does not fail its whole batch'),
          failureDestination: z.string().optional(),
          eventFilters: z.array(z.string()).describe('Patterns; events that match none are dropped'),
          updatedAt: Time.optional(),
        }),
      ),
    }),
});

export const computeListServerlessServices = defineOperation({
  name: 'compute.listServerlessServices',
  access: 'read',
  summary: 'Request-driven container services with revisions, traffic split, limits and conditions.',
  arguments: () =>
    z.strictObject({
      region: Region.optional().describe('Region; without it the answer says which regions were read'),
      limit: limitUpTo(500),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      regions: z.array(z.string()).describe('Regions that were read'),
      services: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          region: z.string(),
          description: z.string().optional(),
          url: z.string().optional(),
          isReady: z.boolean(),
          conditions: z.array(
            z.strictObject({
              type: z.string(),
              state: State,
              reason: z.string().optional(),
              message: z.string().optional(),
              changedAt: Time.optional(),
            }),
          ),
          latestReadyRevision: z.string().optional(),
          latestCreatedRevision: z.string().optional(),
          traffic: z.array(
            z.strictObject({
              revision: z.string().optional().describe('Absent for the latest ready revision'),
              percent: z.int(),
              tag: z.string().optional(),
            }),
          ),
          containers: z.array(
            z.strictObject({
              name: z.string().optional(),
              image: z.string(),
              ports: z.array(z.int()),
              limits: z.record(z.string(), z.string()),
              environmentVariables: EnvironmentVariables,
            }),
          ),
          minInstances: z.int().optional(),
          maxInstances: z.int().optional(),
          requestsPerInstance: z.int().optional(),
          timeoutSec: z.number().optional(),
          identity: z.string().optional().describe('Service account that the service acts as'),
          ingress: z.string().optional().describe('From where requests are let in'),
          vpcConnector: z.string().optional(),
          subnetIds: z.array(z.string()),
          createdAt: Time.optional(),
          updatedAt: Time.optional(),
          updatedBy: z.string().optional(),
          tags: Tags,
        }),
      ),
    }),
});

export const computeListEcsClusters = defineOperation({
  name: 'compute.listEcsClusters',
  access: 'read',
  ofRegions: 'clusters',
  summary: 'Names of the ECS clusters; what runs in them is not told.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      clusters: z.array(z.strictObject({ name: z.string(), arn: z.string() })),
    }),
});

/** Repositories may be in a group of regions, which one provider names by continent. */
const RepositoryRegion = z
  .union([Region, z.enum(['asia', 'europe', 'us'])])
  .describe('Region, or continent for a repository of several regions; the first configured region when left out');

export const computeListImageRepositories = defineOperation({
  name: 'compute.listImageRepositories',
  access: 'read',
  ofRegions: 'repositories',
  summary: 'Repositories of container images with their tag, scan and encryption settings.',
  arguments: () =>
    z.strictObject({
      region: RepositoryRegion.optional(),
      limit: limitUpTo(1000),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      repositories: z.array(
        z.strictObject({
          id: z.string().describe('What compute.listContainerImages takes'),
          name: z.string(),
          url: z.string().optional(),
          description: z.string().optional(),
          format: z.string().describe('What it holds, such as docker'),
          tagMutability: z.enum(['mutable', 'immutable', 'mixed']).optional(),
          isScannedOnPush: z.boolean().optional(),
          encryptionKeyId: z.string().optional().describe('Absent for a key of the provider'),
          sizeBytes: z.int().optional(),
          createdAt: Time.optional(),
          updatedAt: Time.optional(),
          tags: Tags.optional().describe('Absent where the list does not tell them'),
        }),
      ),
    }),
});

export const computeListContainerImages = defineOperation({
  name: 'compute.listContainerImages',
  access: 'read',
  ofRegions: 'images',
  summary: 'Images of one repository with tags, size, push time and scan summary.',
  arguments: () =>
    z.strictObject({
      region: RepositoryRegion.optional(),
      repository: Identifier.describe('Identifier of compute.listImageRepositories'),
      limit: limitUpTo(1000),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      images: z.array(
        z.strictObject({
          digest: z.string(),
          tags: z.array(z.string()),
          url: z.string().optional(),
          state: State.optional(),
          sizeBytes: z.int().optional(),
          mediaType: z.string().optional(),
          platforms: z.array(z.string()).optional().describe('As <operating system>/<architecture>'),
          pushedAt: Time.optional(),
          builtAt: Time.optional(),
          lastPulledAt: Time.optional(),
          scan: z
            .strictObject({
              state: State.optional(),
              reason: z.string().optional(),
              completedAt: Time.optional(),
              findingsBySeverity: z.record(z.string(), z.int()),
            })
            .optional(),
        }),
      ),
    }),
});
