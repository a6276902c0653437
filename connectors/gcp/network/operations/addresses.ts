import type { DataOf } from '../../../../catalog/index.ts';
import type { Address } from '../schema.ts';
import { hasTags, idOf, isIn, isNamed, type Placed, readScopes, regionOf } from '../../aggregated-lists.ts';
import { type GcpContext, type GcpOperations, projectOf } from '../../context.ts';
import { outcomeOf, readList } from '../../paging.ts';
import { noneOf, present, relativeName, timeOf } from '../../wording.ts';

type Told = DataOf<'network.listAddresses'>['addresses'][number];

export const addressOperations: GcpOperations<'network.listAddresses'> = {
  'network.listAddresses': {
    async run(args, context) {
      const { region, filters = {} } = args;
      const list = await readList({
        operation: 'network.listAddresses',
        args,
        read: async ({ pageToken }) => {
          const page = await readScopes(context, 'compute.addresses.aggregatedList', pageToken);
          return {
            ...page,
            rows: page.rows.filter(({ scope }) => isIn(scope, { region })).map((one) => tell(context, one)),
          };
        },
        keep: (one) =>
          isNamed(filters.ids, one.id) &&
          (filters.addresses === undefined || filters.addresses.includes(one.address)) &&
          hasTags(one.tags, filters.tags),
        empty: noneOf('reserved addresses', projectOf(context), region !== undefined || args.filters !== undefined),
      });
      return { data: { ...present({ region }), addresses: [...list.rows] }, ...outcomeOf(list) };
    },
  },
};

function tell(context: GcpContext, placed: Placed<Address>): Told {
  const { row, scope } = placed;
  return {
    id: idOf(context, placed, 'addresses'),
    name: row.name,
    address: row.address ?? '',
    isPublic: row.addressType !== 'INTERNAL',
    isInUse: row.status === 'IN_USE',
    usedBy: row.users.map(relativeName),
    tags: row.labels,
    ...present({
      description: row.description,
      prefixLength: row.prefixLength,
      purpose: row.purpose,
      region: regionOf(scope),
      vpcId: row.network === undefined ? undefined : relativeName(row.network),
      subnetId: row.subnetwork === undefined ? undefined : relativeName(row.subnetwork),
      createdAt: timeOf(row.creationTimestamp),
    }),
  };
}
