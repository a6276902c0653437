/**
 * What joins networks to each other and to the outside: routes, gateways, peerings, private endpoints and
 * tunnels. A tunnel is returned without its keys and without the device configuration, which contains them.
 */
import { z } from 'zod';
import { Cursor, Identifier, limitUpTo, Region, RegionRead, State, Tags, Time } from './common.ts';
import { hexIds, TagFilters } from './compute.ts';
import { defineOperation } from './operation.ts';

const RouteTarget = z.strictObject({
  kind: z.enum([
    'local',
    'gateway',
    'natGateway',
    'transitGateway',
    'peering',
    'networkInterface',
    'instance',
    'egressOnlyGateway',
    'localGateway',
    'carrierGateway',
    'coreNetwork',
    'other',
  ]),
  id: z.string(),
});

export const networkListRouteTables = defineOperation({
  name: 'network.listRouteTables',
  access: 'read',
  ofRegions: 'routeTables',
  summary: 'Route tables with their routes and the subnets and gateways that use them.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      filters: z
        .strictObject({
          ids: hexIds('rtb').optional(),
          vpcIds: hexIds('vpc').optional(),
          subnetIds: hexIds('subnet').optional(),
          tags: TagFilters.optional(),
        })
        .optional(),
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      routeTables: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string().optional(),
          vpcId: z.string().optional(),
          isMain: z.boolean().describe('True for the table of subnets that name none'),
          associations: z.array(
            z.strictObject({
              subnetId: z.string().optional(),
              gatewayId: z.string().optional(),
              state: State.optional(),
            }),
          ),
          propagatingGatewayIds: z.array(z.string()),
          routes: z.array(
            z.strictObject({
              destination: z.string().describe('Address range or prefix list'),
              target: RouteTarget.optional(),
              state: State,
              origin: z.string().optional(),
            }),
          ),
          tags: Tags,
        }),
      ),
    }),
});

export const networkListVpcEndpoints = defineOperation({
  name: 'network.listVpcEndpoints',
  access: 'read',
  ofRegions: 'endpoints',
  summary: 'Private endpoints of services with state, names, placement and access policy.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      filters: z
        .strictObject({
          ids: hexIds('vpce').optional(),
          vpcIds: hexIds('vpc').optional(),
          serviceNames: z.array(Identifier).min(1).max(50).optional(),
          tags: TagFilters.optional(),
        })
        .optional(),
      limit: limitUpTo(1000),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      endpoints: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string().optional(),
          type: z.string().optional(),
          serviceName: z.string().optional(),
          serviceRegion: z.string().optional(),
          vpcId: z.string().optional(),
          state: State,
          stateReason: z.string().optional(),
          subnetIds: z.array(z.string()),
          routeTableIds: z.array(z.string()),
          securityGroupIds: z.array(z.string()),
          interfaceIds: z.array(z.string()),
          dnsNames: z.array(z.string()),
          hasPrivateDns: z.boolean(),
          policy: z.string().optional().describe('Access policy as JSON text; absent where endpoints have none'),
          createdAt: Time.optional(),
          tags: Tags,
        }),
      ),
    }),
});

const PeeringSide = z.strictObject({
  vpcId: z.string().optional(),
  ownerId: z.string().optional(),
  region: z.string().optional(),
  cidrBlocks: z.array(z.string()),
  ipv6CidrBlocks: z.array(z.string()),
  resolvesPeerNames: z
    .boolean()
    .optional()
    .describe('True when a public name asked from the other side gives a private address'),
});

export const networkListPeerings = defineOperation({
  name: 'network.listPeerings',
  access: 'read',
  ofRegions: 'peerings',
  summary: 'Peerings between two networks with the state and the address ranges of both sides.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      filters: z
        .strictObject({
          ids: hexIds('pcx').optional(),
          requesterVpcIds: hexIds('vpc').optional(),
          accepterVpcIds: hexIds('vpc').optional(),
          tags: TagFilters.optional(),
        })
        .optional(),
      limit: limitUpTo(1000),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      peerings: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string().optional(),
          state: State,
          stateReason: z.string().optional(),
          requester: PeeringSide,
          accepter: PeeringSide,
          expiresAt: Time.optional().describe('Until when an unanswered request stands'),
          tags: Tags,
        }),
      ),
    }),
});

const GatewayKind = z.enum(['internet', 'nat', 'customer', 'vpn']);

export const networkListGateways = defineOperation({
  name: 'network.listGateways',
  access: 'read',
  ofRegions: 'gateways',
  summary:
    'Gateways of one kind (internet, address translation, customer device or tunnel) with state and attachments.',
  arguments: () =>
    z.strictObject({
      kind: GatewayKind,
      region: Region.optional(),
      limit: limitUpTo(1000),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      kind: GatewayKind,
      gateways: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string().optional(),
          state: State.optional(),
          stateReason: z.string().optional(),
          attachments: z.array(z.strictObject({ vpcId: z.string(), state: State.optional() })),
          subnetId: z.string().optional(),
          connectivity: z.string().optional().describe('For address translation: public or private'),
          addresses: z.array(
            z.strictObject({
              publicIpAddress: z.string().optional(),
              privateIpAddress: z.string().optional(),
              interfaceId: z.string().optional(),
              state: State.optional(),
              stateReason: z.string().optional(),
            }),
          ),
          asn: z.string().optional().describe('Autonomous system number'),
          deviceName: z.string().optional(),
          createdAt: Time.optional(),
          deletedAt: Time.optional(),
          tags: Tags,
        }),
      ),
    }),
});

export const networkListVpnConnections = defineOperation({
  name: 'network.listVpnConnections',
  access: 'read',
  ofRegions: 'connections',
  summary: 'Site-to-site tunnels: state of each tunnel, routes and negotiated limits, without keys.',
  arguments: () => z.strictObject({ region: Region.optional() }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      connections: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string().optional(),
          state: State,
          type: z.string().optional(),
          customerGatewayId: z.string().optional(),
          vpnGatewayId: z.string().optional(),
          transitGatewayId: z.string().optional(),
          hasStaticRoutesOnly: z.boolean().optional(),
          localCidrBlock: z.string().optional(),
          remoteCidrBlock: z.string().optional(),
          routes: z.array(z.strictObject({ destination: z.string(), state: State })),
          tunnels: z.array(
            z.strictObject({
              outsideIpAddress: z.string().optional(),
              insideCidrBlock: z.string().optional(),
              state: State.optional(),
              stateReason: z.string().optional(),
              acceptedRoutes: z.int().optional(),
              changedAt: Time.optional(),
              deadPeerTimeoutSec: z.int().optional(),
              phase1LifetimeSec: z.int().optional(),
              phase2LifetimeSec: z.int().optional(),
              ikeVersions: z.array(z.string()),
            }),
          ),
          tags: Tags,
        }),
      ),
    }),
});

export const networkListTransitGateways = defineOperation({
  name: 'network.listTransitGateways',
  access: 'read',
  ofRegions: 'transitGateways',
  summary: 'Routers between networks, with everything that is attached to each and its state.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      transitGateways: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string().optional(),
          description: z.string().optional(),
          state: State,
          ownerId: z.string().optional(),
          asn: z.string().optional(),
          cidrBlocks: z.array(z.string()),
          defaultAssociationRouteTableId: z.string().optional(),
          defaultPropagationRouteTableId: z.string().optional(),
          hasDnsSupport: z.boolean().optional(),
          attachments: z.array(
            z.strictObject({
              id: z.string(),
              name: z.string().optional(),
              resourceType: z.string().optional(),
              resourceId: z.string().optional(),
              resourceOwnerId: z.string().optional(),
              state: State,
              routeTableId: z.string().optional(),
              associationState: State.optional(),
              createdAt: Time.optional(),
              tags: Tags,
            }),
          ),
          createdAt: Time.optional(),
          tags: Tags,
        }),
      ),
    }),
});
