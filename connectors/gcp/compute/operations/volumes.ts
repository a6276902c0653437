import type { ArgumentsOf, DataOf } from '../../../../catalog/index.ts';
import type { Disk } from '../schema.ts';
import { type GcpContext, type GcpOperations, projectOf } from '../../context.ts';
import { outcomeOf, readList } from '../../paging.ts';
import { gibibyte, lastPart, noneOf, present, relativeName, timeOf, wholeNumber } from '../../wording.ts';
import { hasTags, idOf, isIn, isNamed, type Placed, readScopes } from '../../aggregated-lists.ts';

type Told = DataOf<'compute.listVolumes'>['volumes'][number];
type Filters = NonNullable<ArgumentsOf<'compute.listVolumes'>['filters']>;

export const volumeOperations: GcpOperations<'compute.listVolumes'> = {
  'compute.listVolumes': {
    async run(args, context) {
      const { region, filters = {} } = args;
      const list = await readList({
        operation: 'compute.listVolumes',
        args,
        read: async ({ pageToken }) => {
          const page = await readScopes(context, 'compute.disks.aggregatedList', pageToken);
          return {
            ...page,
            rows: page.rows.filter(({ scope }) => isIn(scope, { region })).map((one) => tell(context, one)),
          };
        },
        keep: (one) => matches(one, filters),
        empty: noneOf('volumes', projectOf(context), region !== undefined || args.filters !== undefined),
      });
      return { data: { ...present({ region }), volumes: [...list.rows] }, ...outcomeOf(list) };
    },
  },
};

const mebibyte = 2 ** 20;

/** Every disk is encrypted: https://cloud.google.com/compute/docs/disks/disk-encryption */
function tell(context: GcpContext, placed: Placed<Disk>): Told {
  const { row } = placed;
  const throughput = wholeNumber(row.provisionedThroughput);
  return {
    id: idOf(context, placed, 'disks'),
    name: row.name,
    state: row.status ?? 'UNKNOWN',
    type: lastPart(row.type ?? ''),
    sizeBytes: (wholeNumber(row.sizeGb) ?? 0) * gibibyte,
    zones: [...row.replicaZones, ...(row.zone === undefined ? [] : [row.zone])].map(lastPart),
    isEncrypted: true,
    attachments: row.users.map((user) => ({ instanceId: relativeName(user) })),
    tags: row.labels,
    ...present({
      iops: wholeNumber(row.provisionedIops),
      throughputBytesPerSec: throughput === undefined ? undefined : throughput * mebibyte,
      encryptionKeyId: row.diskEncryptionKey?.kmsKeyName,
      sourceSnapshotId: row.sourceSnapshot === undefined ? undefined : relativeName(row.sourceSnapshot),
      sourceImageId: row.sourceImage === undefined ? undefined : relativeName(row.sourceImage),
      createdAt: timeOf(row.creationTimestamp),
      lastAttachedAt: timeOf(row.lastAttachTimestamp),
      lastDetachedAt: timeOf(row.lastDetachTimestamp),
    }),
  };
}

function matches(one: Told, { ids, instanceId, isAttached, tags }: Filters): boolean {
  return (
    (ids === undefined || ids.includes(one.id)) &&
    (instanceId === undefined || one.attachments.some((attached) => isNamed([instanceId], attached.instanceId))) &&
    (isAttached === undefined || one.attachments.length > 0 === isAttached) &&
    hasTags(one.tags, tags)
  );
}
