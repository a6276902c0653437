import type { DataOf } from '../../../../catalog/index.ts';
import type { Network, Subnetwork } from '../schema.ts';
import { ask } from '../../ask.ts';
import { hasTags, idOf, isIn, isNamed, noteOf, type Placed, readScopes, regionOf } from '../../aggregated-lists.ts';
import { type GcpContext, type GcpOperations, projectOf } from '../../context.ts';
import { outcomeOf, readList } from '../../paging.ts';
import { noneOf, present, relativeName, timeOf, withoutRegions } from '../../wording.ts';

type ToldVpc = DataOf<'network.listVpcs'>['vpcs'][number];
type ToldSubnet = DataOf<'network.listSubnets'>['subnets'][number];

export const vpcOperations: GcpOperations<'network.listSubnets' | 'network.listVpcs'> = {
  'network.listVpcs': {
    async run(args, context) {
      const { filters = {} } = args;
      const list = await readList({
        operation: 'network.listVpcs',
        args,
        read: async ({ pageToken }) => {
          const answer = await ask(context, 'compute.networks.list', {
            path: { project: projectOf(context) },
            query: { maxResults: '500', pageToken },
          });
          return {
            rows: answer.items.map((row) => tellVpc(context, row)),
            nextPageToken: answer.nextPageToken,
            notes: noteOf('the list', answer.warning),
          };
        },
        keep: (one) =>
          (filters.ids === undefined || filters.ids.includes(one.id)) &&
          isNamed(filters.names, one.id) &&
          hasTags(one.tags, filters.tags),
        empty: noneOf('networks', projectOf(context), args.filters !== undefined),
      });
      return { data: { vpcs: [...list.rows] }, ...withoutRegions(outcomeOf(list), args.region) };
    },
  },

  'network.listSubnets': {
    async run(args, context) {
      const { region, filters = {} } = args;
      const list = await readList({
        operation: 'network.listSubnets',
        args,
        read: async ({ pageToken }) => {
          const page = await readScopes(context, 'compute.subnetworks.aggregatedList', pageToken);
          return {
            ...page,
            rows: page.rows.filter(({ scope }) => isIn(scope, { region })).map((one) => tellSubnet(context, one)),
          };
        },
        // A subnet spans its region, so that no zone and no label picks it.
        keep: (one) =>
          (filters.ids === undefined || filters.ids.includes(one.id)) &&
          isNamed(filters.names, one.id) &&
          isNamed(filters.vpcIds, one.vpcId ?? '') &&
          (filters.zones === undefined || filters.zones.some((zone) => zone.startsWith(`${one.region}-`))) &&
          hasTags(one.tags, filters.tags),
        empty: noneOf('subnets', projectOf(context), region !== undefined || args.filters !== undefined),
      });
      return { data: { ...present({ region }), subnets: [...list.rows] }, ...outcomeOf(list) };
    },
  },
};

/** A network spans all regions and has no ranges of its own, but for one of the legacy kind. */
function tellVpc(context: GcpContext, row: Network): ToldVpc {
  return {
    id: idOf(context, { row, scope: 'global' }, 'networks'),
    name: row.name,
    isDefault: row.name === 'default',
    cidrBlocks: row.IPv4Range === undefined ? [] : [row.IPv4Range],
    ipv6CidrBlocks: row.internalIpv6Range === undefined ? [] : [row.internalIpv6Range],
    peerings: row.peerings.map(({ name, network, state, stateDetails }) => ({
      name,
      peerVpcId: relativeName(network ?? ''),
      state: state ?? 'UNKNOWN',
      ...present({ stateReason: stateDetails }),
    })),
    tags: {},
    ...present({
      description: row.description,
      mtuBytes: row.mtu,
      routingMode: row.routingConfig?.routingMode,
      createdAt: timeOf(row.creationTimestamp),
    }),
  };
}

function tellSubnet(context: GcpContext, placed: Placed<Subnetwork>): ToldSubnet {
  const { row, scope } = placed;
  const ipv6 = [row.ipv6CidrRange, row.externalIpv6Prefix, row.internalIpv6Prefix].flatMap((range) => range ?? []);
  return {
    id: idOf(context, placed, 'subnetworks'),
    name: row.name,
    vpcId: relativeName(row.network),
    region: regionOf(scope) ?? relativeName(row.region),
    ipv6CidrBlocks: [...new Set(ipv6)],
    secondaryCidrBlocks: row.secondaryIpRanges.map(({ rangeName, ipCidrRange }) => ({
      name: rangeName,
      cidrBlock: ipCidrRange,
    })),
    tags: {},
    ...present({
      state: row.state,
      purpose: row.purpose,
      cidrBlock: row.ipCidrRange,
      gatewayAddress: row.gatewayAddress,
      hasFlowLogs: row.logConfig?.enable ?? row.enableFlowLogs,
      reachesProviderPrivately: row.privateIpGoogleAccess,
      createdAt: timeOf(row.creationTimestamp),
    }),
  };
}
