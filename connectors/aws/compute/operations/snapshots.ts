/** Snapshots of volumes. Only the account's own: without an owner, EC2 lists every snapshot that anybody made public. */
import type { Snapshot } from '@aws-sdk/client-ec2';
import type { DataOf } from '../../../../catalog/index.ts';
import { ask } from '../../access/ask.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { bytesOfGib } from '../../units.ts';
import { filtersOf } from '../../filters.ts';
import { readKept } from '../../cached-page.ts';
import { known, nameIn, tagsOf, timeOf } from '../../members.ts';
import { answerPage, pageSizeFor } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';

export const snapshotOperations = {
  'compute.listSnapshots': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const Filters = filtersOf({ 'volume-id': args.volumeId === undefined ? undefined : [args.volumeId] });
      const { EC2Client: Client, DescribeSnapshotsCommand } = await import('@aws-sdk/client-ec2');
      return answerPage(
        { operation: 'compute.listSnapshots', args, region, what: 'snapshots' },
        (after) =>
          readKept(after, {
            limit: args.limit,
            size: pageSizeFor(args.limit),
            async read(NextToken, MaxResults) {
              const command = new DescribeSnapshotsCommand({ OwnerIds: ['self'], Filters, NextToken, MaxResults });
              const answer = await ask(context, { call: 'ec2:DescribeSnapshots', region, Client, command });
              return { items: answer.Snapshots ?? [], next: answer.NextToken };
            },
          }),
        (snapshots) => ({ region, snapshots: snapshots.map(toSnapshot) }),
      );
    },
  },
} satisfies AwsOperations<'compute.listSnapshots'>;

function toSnapshot(snapshot: Snapshot): DataOf<'compute.listSnapshots'>['snapshots'][number] {
  const { Tags } = snapshot;
  return {
    id: need(snapshot.SnapshotId, 'Snapshots[].SnapshotId'),
    state: need(snapshot.State, 'Snapshots[].State'),
    ...known({ isEncrypted: snapshot.Encrypted }),
    tags: tagsOf(Tags),
    ...known({
      name: nameIn(Tags),
      description: snapshot.Description,
      volumeId: volumeOf(snapshot),
      stateReason: snapshot.StateMessage,
      progressPercent: percentIn(snapshot.Progress),
      volumeSizeBytes: bytesOfGib(snapshot.VolumeSize),
      fullSizeBytes: snapshot.FullSnapshotSizeInBytes,
      storageTier: snapshot.StorageTier,
      encryptionKeyId: snapshot.KmsKeyId,
      startedAt: timeOf(snapshot.StartTime),
      completedAt: timeOf(snapshot.CompletionTime),
    }),
  };
}

/** A copied snapshot has no volume, and EC2 says so with an identifier that it documents as meaningless. */
function volumeOf({ VolumeId }: Snapshot): string | undefined {
  return VolumeId === 'vol-ffffffff' ? undefined : VolumeId;
}

function percentIn(progress: string | undefined): number | undefined {
  const digits = /^(\d{1,3})%$/u.exec(progress ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}
