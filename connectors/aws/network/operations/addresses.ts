/** Elastic addresses. The call has no pages: it answers with all of them. */
import type { Address } from '@aws-sdk/client-ec2';
import type { DataOf } from '../../../../catalog/index.ts';
import { ask } from '../../access/ask.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { answerPage } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';
import { filtersOf } from '../../filters.ts';
import { readWhole } from '../../cached-page.ts';
import { distinct, nameIn, tagsOf, known } from '../../members.ts';

export const addressOperations = {
  'network.listAddresses': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const { ids, addresses, tags } = args.filters ?? {};
      const Filters = filtersOf({ 'allocation-id': ids, 'public-ip': addresses }, tags);
      const { EC2Client: Client, DescribeAddressesCommand } = await import('@aws-sdk/client-ec2');
      return answerPage(
        { operation: 'network.listAddresses', args, region, what: 'reserved addresses' },
        (after) =>
          readWhole(
            after,
            args.limit,
            async () => {
              const command = new DescribeAddressesCommand({ Filters });
              const answer = await ask(context, { call: 'ec2:DescribeAddresses', region, Client, command });
              return answer.Addresses ?? [];
            },
            idOf,
          ),
        (found) => ({ region, addresses: found.map((address) => toAddress(address, region)) }),
      );
    },
  },
} satisfies AwsOperations<'network.listAddresses'>;

/** One of EC2-Classic has no allocation: the address is its identifier. */
function idOf(address: Address): string {
  return need(address.AllocationId ?? address.PublicIp, 'Addresses[].AllocationId');
}

export function toAddress(address: Address, region: string): DataOf<'network.listAddresses'>['addresses'][number] {
  const { PublicIp, CarrierIp, CustomerOwnedIp, Tags } = address;
  return {
    id: idOf(address),
    address: need(PublicIp ?? CarrierIp ?? CustomerOwnedIp, 'Addresses[].PublicIp'),
    isPublic: (PublicIp ?? CarrierIp) !== undefined,
    isInUse: address.AssociationId !== undefined,
    usedBy: distinct([address.InstanceId, address.NetworkInterfaceId]),
    region,
    tags: tagsOf(Tags),
    ...known({
      name: nameIn(Tags),
      privateIpAddress: address.PrivateIpAddress,
      purpose: address.ServiceManaged,
      subnetId: address.SubnetId,
    }),
  };
}
