/** Machines that a customer rents, their disks, images and groups. Functions and containers: `compute-workloads.ts`. */
import { z } from 'zod';
import { Cursor, Identifier, limitUpTo, Region, RegionRead, RegionReadIfOne, State, Tags, Time } from './common.ts';
import {
  computeGetFunction,
  computeListContainerImages,
  computeListEcsClusters,
  computeListEventSourceMappings,
  computeListFunctions,
  computeListImageRepositories,
  computeListServerlessServices,
} from './compute-workloads.ts';
import { defineOperation } from './operation.ts';

export const Zone = z
  .string()
  .max(60)
  .regex(/^[a-z]{2,20}(?:-[a-z0-9]+)+$/u, 'must be a zone such as eu-west-1a')
  .describe('Zone of a region');

/** A tag without a value asks that the key exists. */
export const TagFilters = z
  .array(z.strictObject({ key: z.string().min(1).max(128), value: z.string().max(256).optional() }))
  .min(1)
  .max(10)
  .describe('Tags or labels, all of which an entry must have');

export const Ids = z.array(Identifier).min(1).max(100);

/** An identifier of the form `<prefix>-<8 or 17 hexadecimal digits>`. */
export function hexId(prefix: string): z.ZodString {
  return z.string().regex(new RegExp(`^${prefix}-(?:[0-9a-f]{8}|[0-9a-f]{17})$`, 'u'), `must begin with ${prefix}-`);
}

export function hexIds(prefix: string): z.ZodArray<z.ZodString> {
  return z.array(hexId(prefix)).min(1).max(100);
}

/** One word means opposite things at two providers (`terminated`: gone, or only stopped), so these are ours. */
const InstanceState = z.enum(['starting', 'running', 'stopping', 'stopped', 'suspended', 'deleted', 'unknown']);

const InstanceFilters = z.strictObject({
  ids: Ids.optional(),
  names: Ids.optional(),
  states: z.array(InstanceState).min(1).max(InstanceState.options.length).optional(),
  vpcId: Identifier.optional(),
  subnetId: Identifier.optional(),
  privateIpAddresses: z
    .array(z.union([z.ipv4(), z.ipv6()]))
    .min(1)
    .max(100)
    .optional(),
  tags: TagFilters.optional(),
});

export const computeListInstances = defineOperation({
  name: 'compute.listInstances',
  access: 'read',
  ofRegions: 'instances',
  summary: 'Virtual machines with state, placement, addresses and tags.',
  arguments: () =>
    z
      .strictObject({
        region: Region.optional(),
        zone: Zone.optional(),
        filters: InstanceFilters.optional(),
        limit: limitUpTo(1000),
        cursor: Cursor.optional(),
      })
      .refine(({ region, zone }) => region === undefined || zone === undefined || zone.startsWith(region), {
        path: ['zone'],
        message: 'must lie in the region',
      }),
  result: () =>
    z.strictObject({
      region: RegionReadIfOne,
      instances: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string().optional(),
          state: InstanceState,
          providerState: State,
          stateReason: z.string().optional(),
          type: z.string().optional(),
          isSpot: z.boolean().describe('True when the provider may take the machine back'),
          architecture: z.string().optional(),
          platform: z.string().optional(),
          imageId: z.string().optional(),
          zone: z.string().optional(),
          vpcId: z.string().optional(),
          subnetIds: z.array(z.string()),
          privateIpAddresses: z.array(z.string()),
          publicIpAddresses: z.array(z.string()),
          ipv6Addresses: z.array(z.string()),
          privateDnsName: z.string().optional(),
          publicDnsName: z.string().optional(),
          securityGroupIds: z.array(z.string()),
          networkTags: z.array(z.string()).optional().describe('What firewall rules select by, where they select so'),
          identity: z.string().optional().describe('Role or service account that the machine acts as'),
          volumeIds: z.array(z.string()),
          createdAt: Time.optional(),
          startedAt: Time.optional(),
          stoppedAt: Time.optional(),
          tags: Tags,
        }),
      ),
    }),
});

export const computeListVolumes = defineOperation({
  name: 'compute.listVolumes',
  access: 'read',
  ofRegions: 'volumes',
  summary: 'Block storage volumes with size, performance, encryption and what they are attached to.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      filters: z
        .strictObject({
          ids: Ids.optional(),
          instanceId: Identifier.optional(),
          isAttached: z.boolean().optional(),
          tags: TagFilters.optional(),
        })
        .optional(),
      limit: limitUpTo(1000),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionReadIfOne,
      volumes: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string().optional(),
          state: State,
          type: z.string().optional(),
          sizeBytes: z.int().optional(),
          iops: z.int().optional(),
          throughputBytesPerSec: z.int().optional(),
          zones: z.array(z.string()).describe('More than one for a volume that is replicated'),
          isEncrypted: z.boolean().optional(),
          encryptionKeyId: z.string().optional().describe('Absent for a key of the provider'),
          sourceSnapshotId: z.string().optional(),
          sourceImageId: z.string().optional(),
          attachments: z.array(
            z.strictObject({
              instanceId: z.string(),
              device: z.string().optional(),
              state: State.optional(),
              attachedAt: Time.optional(),
            }),
          ),
          createdAt: Time.optional(),
          lastAttachedAt: Time.optional(),
          lastDetachedAt: Time.optional(),
          tags: Tags,
        }),
      ),
    }),
});

export const computeListSnapshots = defineOperation({
  name: 'compute.listSnapshots',
  access: 'read',
  ofRegions: 'snapshots',
  summary: 'Snapshots of volumes that the account owns.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      volumeId: hexId('vol').optional(),
      limit: limitUpTo(1000),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      snapshots: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string().optional(),
          description: z.string().optional(),
          volumeId: z.string().optional(),
          state: State,
          stateReason: z.string().optional(),
          progressPercent: z.number().optional(),
          volumeSizeBytes: z.int().optional(),
          fullSizeBytes: z.int().optional().describe('All blocks the snapshot refers to, shared with others or not'),
          storageTier: z.string().optional(),
          isEncrypted: z.boolean().optional(),
          encryptionKeyId: z.string().optional(),
          startedAt: Time.optional(),
          completedAt: Time.optional(),
          tags: Tags,
        }),
      ),
    }),
});

export const computeListImages = defineOperation({
  name: 'compute.listImages',
  access: 'read',
  ofRegions: 'images',
  summary: 'Machine images that the account owns, or those with the given identifiers.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      ids: hexIds('ami').optional(),
      limit: limitUpTo(1000),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      images: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string().optional(),
          description: z.string().optional(),
          state: State,
          stateReason: z.string().optional(),
          ownerId: z.string().optional(),
          isPublic: z.boolean().optional(),
          architecture: z.string().optional(),
          platform: z.string().optional(),
          rootDeviceType: z.string().optional(),
          snapshotIds: z.array(z.string()),
          sourceImageId: z.string().optional(),
          sourceInstanceId: z.string().optional(),
          createdAt: Time.optional(),
          deprecatedAt: Time.optional(),
          lastLaunchedAt: Time.optional(),
          tags: Tags,
        }),
      ),
    }),
});

export const computeListAutoScalingGroups = defineOperation({
  name: 'compute.listAutoScalingGroups',
  access: 'read',
  ofRegions: 'autoScalingGroups',
  summary: 'Groups of identical machines with their sizes, health settings and members by state.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionReadIfOne,
      autoScalingGroups: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          state: State.optional(),
          isStable: z.boolean().optional().describe('False while members are made, replaced or deleted'),
          minSize: z.int().optional(),
          maxSize: z.int().optional(),
          desiredSize: z.int(),
          instancesByState: z
            .record(z.string(), z.int())
            .describe('Number of members, by state in the words of the provider'),
          instances: z
            .array(
              z.strictObject({
                id: z.string(),
                type: z.string().optional(),
                zone: z.string().optional(),
                state: State,
                health: State,
              }),
            )
            .optional()
            .describe('Absent where the list of groups does not tell them'),
          launchTemplate: z
            .strictObject({ id: z.string().optional(), name: z.string().optional(), version: z.string().optional() })
            .optional(),
          zones: z.array(z.string()),
          subnetIds: z.array(z.string()),
          targetGroupIds: z.array(z.string()),
          healthCheckType: z.string().optional(),
          healthCheckGraceSec: z.int().optional(),
          suspendedProcesses: z
            .array(z.strictObject({ name: z.string(), reason: z.string().optional() }))
            .describe('What the group no longer does by itself'),
          createdAt: Time.optional(),
          tags: Tags,
        }),
      ),
    }),
});

export const computeOperations = [
  computeGetFunction,
  computeListAutoScalingGroups,
  computeListContainerImages,
  computeListEcsClusters,
  computeListEventSourceMappings,
  computeListFunctions,
  computeListImageRepositories,
  computeListImages,
  computeListInstances,
  computeListServerlessServices,
  computeListSnapshots,
  computeListVolumes,
] as const;
