/** Load balancers, and the health of their targets. */
import { z } from 'zod';
import { Cursor, Identifier, limitUpTo, Region, RegionRead, RegionReadIfOne, State, Tags, Time } from './common.ts';
import { defineOperation } from './operation.ts';

export const networkListLoadBalancers = defineOperation({
  name: 'network.listLoadBalancers',
  access: 'read',
  ofRegions: 'loadBalancers',
  summary: 'Load balancers with addresses, placement, listeners and back ends as far as the list tells them.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      limit: limitUpTo(400),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionReadIfOne,
      loadBalancers: z.array(
        z.strictObject({
          id: z.string().describe('What network.getTargetHealth takes'),
          name: z.string(),
          description: z.string().optional(),
          type: z.string().optional(),
          isPublic: z.boolean(),
          state: State.optional(),
          stateReason: z.string().optional(),
          dnsName: z.string().optional(),
          ipAddresses: z.array(z.string()),
          region: z.string().optional().describe('Absent for one that is in no one region'),
          vpcId: z.string().optional(),
          subnetIds: z.array(z.string()),
          zones: z.array(z.string()),
          securityGroupIds: z.array(z.string()),
          listeners: z
            .array(
              z.strictObject({
                protocol: z.string(),
                ports: z.array(z.strictObject({ from: z.int(), to: z.int() })).describe('Empty: every port'),
                targetPort: z.int().optional(),
              }),
            )
            .optional()
            .describe('Absent where the list does not tell them'),
          backends: z
            .array(
              z.strictObject({
                name: z.string(),
                protocol: z.string().optional(),
                timeoutSec: z.int().optional(),
                healthChecks: z.array(z.string()),
                groups: z.array(
                  z.strictObject({
                    id: z.string(),
                    balancingMode: z.string().optional(),
                    capacity: z.number().optional().describe('Share of the capacity that is used, 0 to 1'),
                    isFailover: z.boolean().optional(),
                  }),
                ),
              }),
            )
            .optional()
            .describe('Absent where the list does not tell them'),
          instanceIds: z.array(z.string()).optional().describe('Machines registered without a group between'),
          createdAt: Time.optional(),
          tags: Tags,
        }),
      ),
    }),
});

export const networkGetTargetHealth = defineOperation({
  name: 'network.getTargetHealth',
  access: 'read',
  summary: 'Health of every target behind one load balancer, with the reason where it is not healthy.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      loadBalancer: Identifier.describe('Identifier of network.listLoadBalancers'),
      limit: limitUpTo(15).describe('Most target groups to return'),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      loadBalancer: z.string(),
      targetGroups: z
        .array(
          z.strictObject({
            id: z.string().optional(),
            name: z.string().optional(),
            protocol: z.string().optional(),
            port: z.int().optional(),
            targetType: z.string().optional(),
            healthCheck: z
              .strictObject({
                isEnabled: z.boolean().optional(),
                protocol: z.string().optional(),
                port: z.string().optional().describe('A number, or traffic-port for the port of the target'),
                path: z.string().optional(),
                intervalSec: z.int().optional(),
                timeoutSec: z.int().optional(),
                healthyAfter: z.int().optional().describe('Successes in a row'),
                unhealthyAfter: z.int().optional().describe('Failures in a row'),
                expects: z.string().optional().describe('Status codes that count as success'),
              })
              .optional(),
            targets: z.array(
              z.strictObject({
                id: z.string(),
                port: z.int().optional(),
                zone: z.string().optional(),
                isHealthy: z.boolean(),
                state: State,
                reason: z.string().optional(),
                description: z.string().optional(),
              }),
            ),
          }),
        )
        .describe('One without a name where machines are registered without a group between'),
    }),
});
