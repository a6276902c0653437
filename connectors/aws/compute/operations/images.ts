/** Machine images: the account's own, or those requested by identifier, whatever account owns them. */
import { ask } from '../../access/ask.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { filtersOf } from '../../filters.ts';
import { readKept } from '../../cached-page.ts';
import { answerPage, pageSizeFor } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';
import { toImage } from './to-image.ts';

export const imageOperations = {
  'compute.listImages': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      // Without an owner or identifiers, EC2 lists every image that anybody made public.
      const asked = args.ids === undefined ? { Owners: ['self'] } : { Filters: filtersOf({ 'image-id': args.ids }) };
      const { EC2Client: Client, DescribeImagesCommand } = await import('@aws-sdk/client-ec2');
      return answerPage(
        { operation: 'compute.listImages', args, region, what: 'machine images' },
        (after) =>
          readKept(after, {
            limit: args.limit,
            size: pageSizeFor(args.limit),
            async read(NextToken, MaxResults) {
              const command = new DescribeImagesCommand({
                ...asked,
                NextToken,
                MaxResults,
                // A machine may still run from an image that is no longer offered.
                IncludeDeprecated: true,
                IncludeDisabled: true,
              });
              const answer = await ask(context, { call: 'ec2:DescribeImages', region, Client, command });
              return { items: answer.Images ?? [], next: answer.NextToken };
            },
          }),
        (images) => ({ region, images: images.map(toImage) }),
      );
    },
  },
} satisfies AwsOperations<'compute.listImages'>;
