/** Network interfaces, those that services of AWS made included. */
import { Fault } from '../../../../src/core/fault.ts';
import type { ArgumentsOf } from '../../../../catalog/index.ts';
import { ask } from '../../access/ask.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { answerPage, pageSizeFor } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';
import { filtersOf, type FilterValues } from '../../filters.ts';
import { readKept } from '../../cached-page.ts';
import { toInterface } from './to-interface.ts';

export const interfaceOperations = {
  'network.listInterfaces': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const Filters = filtersOf(valuesOf(args.filters ?? {}), args.filters?.tags);
      const { EC2Client: Client, DescribeNetworkInterfacesCommand } = await import('@aws-sdk/client-ec2');
      return answerPage(
        { operation: 'network.listInterfaces', args, region, what: 'network interfaces' },
        (after) =>
          readKept(after, {
            limit: args.limit,
            size: pageSizeFor(args.limit),
            async read(NextToken, MaxResults) {
              const command = new DescribeNetworkInterfacesCommand({
                Filters,
                NextToken,
                MaxResults,
                // Otherwise those of managed services are left out where the account hides them.
                IncludeManagedResources: true,
              });
              const answer = await ask(context, { call: 'ec2:DescribeNetworkInterfaces', region, Client, command });
              return { items: answer.NetworkInterfaces ?? [], next: answer.NextToken };
            },
          }),
        (interfaces) => ({ region, interfaces: interfaces.map(toInterface) }),
      );
    },
  },
} satisfies AwsOperations<'network.listInterfaces'>;

type Asked = NonNullable<ArgumentsOf<'network.listInterfaces'>['filters']>;

function valuesOf(asked: Asked): FilterValues {
  const ofPrivate = familyOf('privateIpAddresses', asked.privateIpAddresses);
  const ofPublic = familyOf('publicIpAddresses', asked.publicIpAddresses);
  return {
    'network-interface-id': asked.ids,
    'vpc-id': asked.vpcIds,
    'subnet-id': asked.subnetIds,
    'group-id': asked.securityGroupIds,
    'attachment.instance-id': asked.instanceId === undefined ? undefined : [asked.instanceId],
    'addresses.private-ip-address': ofPrivate.ipv4,
    'addresses.association.public-ip': ofPublic.ipv4,
    'ipv6-addresses.ipv6-address': bothOf(ofPrivate.ipv6, ofPublic.ipv6),
  };
}

interface Family {
  readonly ipv4?: readonly string[];
  readonly ipv6?: readonly string[];
}

/** Addresses of the two families are different filters, all of which must hold: asked together they would find nothing. */
function familyOf(field: keyof Asked, addresses: readonly string[] | undefined): Family {
  if (addresses === undefined) return {};
  const ipv6 = addresses.filter((address) => address.includes(':'));
  if (ipv6.length === 0) return { ipv4: addresses };
  if (ipv6.length === addresses.length) return { ipv6 };
  throw new Fault(
    'invalid_arguments',
    { field: `filters.${field}` },
    'Ask for IPv4 and IPv6 addresses in two requests.',
  );
}

/** An IPv6 address is private and public at once, so that either filter means the same list. */
function bothOf(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): readonly string[] | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  throw new Fault(
    'invalid_arguments',
    { field: 'filters.publicIpAddresses' },
    'Name IPv6 addresses in one filter only: here they are private and public at once.',
  );
}
