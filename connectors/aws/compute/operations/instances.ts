/** Virtual machines, those that services of AWS run in this account included. */
import type { ArgumentsOf } from '../../../../catalog/index.ts';
import { Fault } from '../../../../src/core/fault.ts';
import { ask } from '../../access/ask.ts';
import type { AwsContext } from '../../access/context.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { filtersOf, type FilterValues } from '../../filters.ts';
import { readKept } from '../../cached-page.ts';
import { answerPage, pageSizeFor } from '../../paging.ts';
import { chooseRegion, configuredRegions } from '../../access/regions.ts';
import { statesToAsk } from './instance-states.ts';
import { toInstance } from './to-instance.ts';

/** Half of what EC2 would send at once: a thousand machines are more bytes than one answer may have. */
const largestPage = 500;

export const instanceOperations = {
  'compute.listInstances': {
    async run(args, context) {
      const region = regionOf(args, context);
      const states = statesToAsk(args.filters?.states);
      if (states?.length === 0) {
        const because = `EC2 has no state with the name ${args.filters?.states?.join(' or ')} here.`;
        return { data: { region, instances: [] }, complete: true, because, truncated: false };
      }
      const Filters = filtersOf(
        {
          'availability-zone': args.zone === undefined ? undefined : [args.zone],
          'instance-state-name': states,
          ...valuesOf(args.filters ?? {}),
        },
        args.filters?.tags,
      );
      const { EC2Client: Client, DescribeInstancesCommand } = await import('@aws-sdk/client-ec2');
      return answerPage(
        { operation: 'compute.listInstances', args, region, what: 'machines' },
        (after) =>
          readKept(after, {
            limit: args.limit,
            size: pageSizeFor(args.limit, largestPage),
            pages: 2,
            async read(NextToken, MaxResults) {
              const command = new DescribeInstancesCommand({
                Filters,
                NextToken,
                MaxResults,
                // Otherwise those of managed services are left out where the account hides them.
                IncludeManagedResources: true,
              });
              const answer = await ask(context, { call: 'ec2:DescribeInstances', region, Client, command });
              const { Reservations = [] } = answer;
              return { items: Reservations.flatMap(({ Instances = [] }) => Instances), next: answer.NextToken };
            },
          }),
        (instances) => ({ region, instances: instances.map(toInstance) }),
      );
    },
  },
} satisfies AwsOperations<'compute.listInstances'>;

type Asked = ArgumentsOf<'compute.listInstances'>;

/** Without a region, the one that the zone lies in. @throws Fault `invalid_arguments` for a place that is not configured. */
function regionOf({ region, zone }: Asked, context: AwsContext): string {
  if (region !== undefined || zone === undefined) return chooseRegion(context, region);
  const regions = configuredRegions(context);
  const found = regions.find((one) => zone.startsWith(one) && !/^\d/u.test(zone.slice(one.length)));
  if (found !== undefined) return found;
  throw new Fault(
    'invalid_arguments',
    { field: 'zone' },
    `Name a zone of one of the configured regions: ${regions.join(', ')}. The operator adds others to AWS_REGIONS.`,
  );
}

function valuesOf(asked: NonNullable<Asked['filters']>): FilterValues {
  const { privateIpAddresses: addresses = [] } = asked;
  const ipv6 = addresses.filter((address) => address.includes(':'));
  const ipv4 = addresses.filter((address) => !address.includes(':'));
  if (ipv4.length > 0 && ipv6.length > 0) {
    // They are different filters, all of which must hold: asked together they would find nothing.
    const remedy = 'Ask for IPv4 and IPv6 addresses in two requests.';
    throw new Fault('invalid_arguments', { field: 'filters.privateIpAddresses' }, remedy);
  }
  return {
    'instance-id': asked.ids,
    'tag:Name': asked.names,
    'vpc-id': asked.vpcId === undefined ? undefined : [asked.vpcId],
    'subnet-id': asked.subnetId === undefined ? undefined : [asked.subnetId],
    'network-interface.addresses.private-ip-address': ipv4.length === 0 ? undefined : ipv4,
    'network-interface.ipv6-addresses.ipv6-address': ipv6.length === 0 ? undefined : ipv6,
  };
}
