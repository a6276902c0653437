/** Networks and what is in them. What joins them: `network-gateways.ts`; what spreads traffic: `network-load-balancers.ts`. */
import { z } from 'zod';
import { Cursor, Identifier, limitUpTo, Region, RegionRead, RegionReadIfOne, State, Tags, Time } from './common.ts';
import { hexId, hexIds, Ids, TagFilters, Zone } from './compute.ts';
import {
  networkListGateways,
  networkListPeerings,
  networkListRouteTables,
  networkListTransitGateways,
  networkListVpcEndpoints,
  networkListVpnConnections,
} from './network-gateways.ts';
import { networkGetTargetHealth, networkListLoadBalancers } from './network-load-balancers.ts';
import { defineOperation } from './operation.ts';

const IpAddresses = z
  .array(z.union([z.ipv4(), z.ipv6()]))
  .min(1)
  .max(100);

export const networkListVpcs = defineOperation({
  name: 'network.listVpcs',
  access: 'read',
  ofRegions: 'vpcs',
  summary: 'Virtual private networks with address ranges, state and tags.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      filters: z.strictObject({ ids: Ids.optional(), names: Ids.optional(), tags: TagFilters.optional() }).optional(),
      limit: limitUpTo(1000),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionReadIfOne,
      vpcs: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string().optional(),
          description: z.string().optional(),
          state: State.optional(),
          isDefault: z.boolean(),
          ownerId: z.string().optional(),
          cidrBlocks: z.array(z.string()).describe('Empty where only subnets have ranges'),
          ipv6CidrBlocks: z.array(z.string()),
          mtuBytes: z.int().optional(),
          routingMode: z.string().optional(),
          internetGatewayBlock: z.string().optional().describe('Directions in which internet gateways are blocked'),
          dhcpOptionsId: z.string().optional(),
          peerings: z
            .array(
              z.strictObject({
                name: z.string(),
                peerVpcId: z.string(),
                state: State,
                stateReason: z.string().optional(),
              }),
            )
            .optional()
            .describe('Absent where peerings are a list of their own'),
          createdAt: Time.optional(),
          tags: Tags,
        }),
      ),
    }),
});

export const networkListSubnets = defineOperation({
  name: 'network.listSubnets',
  access: 'read',
  ofRegions: 'subnets',
  summary: 'Subnets with address ranges, free addresses, placement and tags.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      filters: z
        .strictObject({
          ids: Ids.optional(),
          names: Ids.optional(),
          vpcIds: Ids.optional(),
          zones: z.array(Zone).min(1).max(20).optional(),
          tags: TagFilters.optional(),
        })
        .optional(),
      limit: limitUpTo(1000),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionReadIfOne,
      subnets: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string().optional(),
          vpcId: z.string().optional(),
          state: State.optional(),
          region: z.string(),
          zone: z.string().optional().describe('Absent for a subnet of a whole region'),
          purpose: z.string().optional(),
          cidrBlock: z.string().optional().describe('Absent for a subnet that has IPv6 only'),
          ipv6CidrBlocks: z.array(z.string()),
          secondaryCidrBlocks: z.array(z.strictObject({ name: z.string(), cidrBlock: z.string() })),
          availableIpAddresses: z.int().optional(),
          gatewayAddress: z.string().optional(),
          assignsPublicIp: z.boolean().optional(),
          hasFlowLogs: z.boolean().optional(),
          reachesProviderPrivately: z
            .boolean()
            .optional()
            .describe('True when machines without a public address reach the services of the provider'),
          internetGatewayBlock: z.string().optional().describe('Directions in which internet gateways are blocked'),
          createdAt: Time.optional(),
          tags: Tags,
        }),
      ),
    }),
});

const FirewallRule = z.strictObject({
  direction: z.enum(['ingress', 'egress']),
  action: z.enum(['allow', 'deny']),
  priority: z.int().optional().describe('The lowest that matches decides; absent where all rules count'),
  protocol: z.string().describe('Name or number; all for every protocol'),
  ports: z.array(z.strictObject({ from: z.int(), to: z.int() })).describe('Empty: every port'),
  icmp: z
    .strictObject({ type: z.int(), code: z.int().optional() })
    .optional()
    .describe('Absent: every type, or another protocol'),
  peers: z
    .array(
      z.strictObject({
        kind: z.enum(['cidrBlock', 'securityGroup', 'prefixList', 'networkTag', 'identity']),
        value: z.string(),
        ownerId: z.string().optional(),
        description: z.string().optional(),
      }),
    )
    .describe('From where (ingress) or to where (egress); any one of them suffices'),
});

export const networkListSecurityGroups = defineOperation({
  name: 'network.listSecurityGroups',
  access: 'read',
  ofRegions: 'securityGroups',
  summary: 'Firewall rules: what is let in and out, from and to where, and for which machines.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      filters: z
        .strictObject({
          ids: Ids.optional(),
          names: Ids.optional(),
          vpcIds: Ids.optional(),
          tags: TagFilters.optional(),
        })
        .optional(),
      limit: limitUpTo(1000),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionReadIfOne,
      securityGroups: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          description: z.string().optional(),
          vpcId: z.string().optional(),
          ownerId: z.string().optional(),
          isEnabled: z.boolean(),
          isLogged: z.boolean().optional(),
          appliesTo: z
            .strictObject({ networkTags: z.array(z.string()), identities: z.array(z.string()) })
            .optional()
            .describe('Absent where machines name the group; both empty: every machine of the network'),
          rules: z.array(FirewallRule),
          createdAt: Time.optional(),
          tags: Tags,
        }),
      ),
    }),
});

export const networkListInterfaces = defineOperation({
  name: 'network.listInterfaces',
  access: 'read',
  ofRegions: 'interfaces',
  summary: 'Network interfaces with addresses, security groups and what they are attached to.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      filters: z
        .strictObject({
          ids: hexIds('eni').optional(),
          vpcIds: hexIds('vpc').optional(),
          subnetIds: hexIds('subnet').optional(),
          securityGroupIds: hexIds('sg').optional(),
          instanceId: hexId('i').optional(),
          privateIpAddresses: IpAddresses.optional(),
          publicIpAddresses: IpAddresses.optional(),
          tags: TagFilters.optional(),
        })
        .optional(),
      limit: limitUpTo(1000),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      interfaces: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string().optional(),
          description: z.string().optional(),
          type: z.string().optional(),
          state: State,
          vpcId: z.string().optional(),
          subnetId: z.string().optional(),
          zone: z.string().optional(),
          macAddress: z.string().optional(),
          privateIpAddresses: z.array(z.string()),
          publicIpAddresses: z.array(z.string()),
          ipv6Addresses: z.array(z.string()),
          privateDnsName: z.string().optional(),
          publicDnsName: z.string().optional(),
          securityGroupIds: z.array(z.string()),
          checksSourceAndDestination: z.boolean().optional(),
          isManagedByProvider: z.boolean(),
          requesterId: z.string().optional().describe('Service or account that made it for the customer'),
          attachment: z
            .strictObject({
              instanceId: z.string().optional(),
              ownerId: z.string().optional(),
              deviceIndex: z.int().optional(),
              state: State.optional(),
              attachedAt: Time.optional(),
            })
            .optional(),
          tags: Tags,
        }),
      ),
    }),
});

export const networkListAddresses = defineOperation({
  name: 'network.listAddresses',
  access: 'read',
  ofRegions: 'addresses',
  summary: 'Reserved addresses and what uses them.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      filters: z
        .strictObject({ ids: Ids.optional(), addresses: IpAddresses.optional(), tags: TagFilters.optional() })
        .optional(),
      limit: limitUpTo(1000),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionReadIfOne,
      addresses: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string().optional(),
          description: z.string().optional(),
          address: z.string(),
          prefixLength: z.int().optional().describe('For a reserved range'),
          isPublic: z.boolean(),
          isInUse: z.boolean(),
          usedBy: z.array(z.string()).describe('Identifiers of what uses it'),
          privateIpAddress: z.string().optional().describe('The address behind a public one'),
          purpose: z.string().optional(),
          region: z.string().optional().describe('Absent for an address that is in no one region'),
          vpcId: z.string().optional(),
          subnetId: z.string().optional(),
          createdAt: Time.optional(),
          tags: Tags,
        }),
      ),
    }),
});

export const networkListPrefixLists = defineOperation({
  name: 'network.listPrefixLists',
  access: 'read',
  ofRegions: 'prefixLists',
  summary: 'Named lists of address ranges that routes and firewall rules refer to; the ranges are not told.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      filters: z
        .strictObject({
          ids: hexIds('pl').optional(),
          names: z.array(Identifier).min(1).max(100).optional(),
          tags: TagFilters.optional(),
        })
        .optional(),
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      prefixLists: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          state: State.optional(),
          stateReason: z.string().optional(),
          addressFamily: z.string().optional(),
          maxEntries: z.int().optional(),
          version: z.int().optional(),
          ownerId: z.string().optional(),
          tags: Tags,
        }),
      ),
    }),
});

export const networkOperations = [
  networkGetTargetHealth,
  networkListAddresses,
  networkListGateways,
  networkListInterfaces,
  networkListLoadBalancers,
  networkListPeerings,
  networkListPrefixLists,
  networkListRouteTables,
  networkListSecurityGroups,
  networkListSubnets,
  networkListTransitGateways,
  networkListVpcEndpoints,
  networkListVpcs,
  networkListVpnConnections,
] as const;
