/** Transit gateways, each with everything that is attached to it: two lists, joined. */
import type { TransitGatewayAttachment } from '@aws-sdk/client-ec2';
import { ask } from '../../access/ask.ts';
import type { AwsContext } from '../../access/context.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { answerPage, pageSizeFor } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';
import { filtersOf } from '../../filters.ts';
import { readKept } from '../../cached-page.ts';
import { type Missing, readPart, withMissing } from '../../parts.ts';
import { toTransitGateway } from './to-transit-gateway.ts';

/** Of a thousand attachments each; the quota of one gateway is five thousand. */
const mostAttachmentPages = 10;

export const transitGatewayOperations = {
  'network.listTransitGateways': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const missing: Missing = [];
      let attachments: readonly TransitGatewayAttachment[] = [];
      const { EC2Client: Client, DescribeTransitGatewaysCommand } = await import('@aws-sdk/client-ec2');
      const page = await answerPage(
        { operation: 'network.listTransitGateways', args, region, what: 'transit gateways' },
        async (after) => {
          const gateways = await readKept(after, {
            limit: args.limit,
            size: pageSizeFor(args.limit),
            async read(NextToken, MaxResults) {
              const command = new DescribeTransitGatewaysCommand({ NextToken, MaxResults });
              const answer = await ask(context, { call: 'ec2:DescribeTransitGateways', region, Client, command });
              return { items: answer.TransitGateways ?? [], next: answer.NextToken };
            },
          });
          const ids = gateways.items.flatMap(({ TransitGatewayId: id }) => (id === undefined ? [] : [id]));
          attachments = await readAttachments({ context, region, missing }, ids);
          return gateways;
        },
        (gateways) => ({
          region,
          transitGateways: gateways.map((gateway) => toTransitGateway(gateway, attachments)),
        }),
      );
      return withMissing(page, missing);
    },
  },
} satisfies AwsOperations<'network.listTransitGateways'>;

interface Asked {
  readonly context: AwsContext;
  readonly region: string;
  readonly missing: Missing;
}

async function readAttachments(
  { context, region, missing }: Asked,
  gatewayIds: readonly string[],
): Promise<TransitGatewayAttachment[]> {
  const found: TransitGatewayAttachment[] = [];
  if (gatewayIds.length === 0) return found;
  const Filters = filtersOf({ 'transit-gateway-id': gatewayIds });
  const { EC2Client: Client, DescribeTransitGatewayAttachmentsCommand } = await import('@aws-sdk/client-ec2');
  await readPart(missing, 'Attachments', async () => {
    let NextToken: string | undefined;
    for (let count = 1; count <= mostAttachmentPages; count += 1) {
      const command = new DescribeTransitGatewayAttachmentsCommand({ Filters, NextToken, MaxResults: 1000 });
      const answer = await ask(context, { call: 'ec2:DescribeTransitGatewayAttachments', region, Client, command });
      found.push(...(answer.TransitGatewayAttachments ?? []));
      NextToken = answer.NextToken;
      if (NextToken === undefined || NextToken === '') return;
    }
    missing.push(`Only the first ${found.length} attachments were read: ask with a smaller limit.`);
  });
  return found;
}
