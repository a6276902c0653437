/** Volumes of block storage. */
import { ask } from '../../access/ask.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { filtersOf } from '../../filters.ts';
import { readKept } from '../../cached-page.ts';
import { answerPage, pageSizeFor } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';
import { toVolume } from './to-volume.ts';

const attached = ['in-use'];
const unattached = ['creating', 'available', 'deleting', 'deleted', 'error'];

export const volumeOperations = {
  'compute.listVolumes': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const { ids, instanceId, isAttached, tags } = args.filters ?? {};
      const ofInstance = instanceId === undefined ? undefined : [instanceId];
      const Filters = filtersOf(
        { 'volume-id': ids, 'attachment.instance-id': ofInstance, status: statusesOf(isAttached) },
        tags,
      );
      const { EC2Client: Client, DescribeVolumesCommand } = await import('@aws-sdk/client-ec2');
      return answerPage(
        { operation: 'compute.listVolumes', args, region, what: 'volumes' },
        (after) =>
          readKept(after, {
            limit: args.limit,
            size: pageSizeFor(args.limit),
            async read(NextToken, MaxResults) {
              const command = new DescribeVolumesCommand({
                Filters,
                NextToken,
                MaxResults,
                // Otherwise those of managed services are left out where the account hides them.
                IncludeManagedResources: true,
              });
              const answer = await ask(context, { call: 'ec2:DescribeVolumes', region, Client, command });
              return { items: answer.Volumes ?? [], next: answer.NextToken };
            },
          }),
        (volumes) => ({ region, volumes: volumes.map(toVolume) }),
      );
    },
  },
} satisfies AwsOperations<'compute.listVolumes'>;

function statusesOf(isAttached: boolean | undefined): readonly string[] | undefined {
  if (isAttached === undefined) return undefined;
  return isAttached ? attached : unattached;
}
