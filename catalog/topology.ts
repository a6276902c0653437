/** Which services exist and which calls which. */
import { z } from 'zod';
import { Cursor, Identifier, limitUpTo, Region, Tags } from './common.ts';
import { defineOperation } from './operation.ts';
import { Window } from './window.ts';

const ServiceName = Identifier.max(255);

export const topologyListServices = defineOperation({
  name: 'topology.listServices',
  access: 'read',
  ofRegions: 'services',
  summary: 'Services that are known, with environment, owner and what describes them.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      name: ServiceName.optional().describe('Only services of exactly this name'),
      window: Window.optional().describe('Only services seen in it, for a system that finds services by their traffic'),
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: z.string().optional().describe('Region that was read, where the system has regions'),
      services: z.array(
        z.strictObject({
          name: z.string(),
          kind: z.string().optional(),
          environment: z.string().optional(),
          namespace: z.string().optional(),
          description: z.string().optional(),
          owner: z.string().optional().describe('Team'),
          tier: z.string().optional(),
          lifecycle: z.string().optional(),
          application: z.string().optional(),
          languages: z.array(z.string()),
          dependsOn: z
            .array(z.string())
            .describe('Declared dependencies; what is called is not read from traffic here'),
          links: z.array(z.strictObject({ title: z.string(), kind: z.string().optional(), url: z.string() })),
          contacts: z.array(z.strictObject({ kind: z.string(), address: z.string(), name: z.string().optional() })),
          attributes: Tags.describe('Further facts, such as the platform it runs on'),
          tags: Tags.describe('A tag that has several values has them joined with commas'),
        }),
      ),
    }),
});

export const topologyGetDependencies = defineOperation({
  name: 'topology.getDependencies',
  access: 'read',
  summary: 'Which services of an environment call which, as traces saw it.',
  arguments: () =>
    z.strictObject({
      env: z
        .string()
        .max(200)
        .regex(/^[^\s\p{C}]+$/u, 'must be the name of an environment, without spaces'),
      window: Window.optional().describe('Window of the traces; the last hour if absent'),
    }),
  result: () =>
    z.strictObject({
      services: z.array(z.string()).describe('All of them, those without calls too'),
      calls: z.array(z.strictObject({ client: z.string(), server: z.string() })),
    }),
});

export const topologyGetServiceGraph = defineOperation({
  name: 'topology.getServiceGraph',
  access: 'read',
  summary: 'Calls between services in a window, with their number and failures.',
  arguments: () =>
    z.strictObject({
      window: Window,
      service: ServiceName.optional().describe('Only calls from or to this service'),
      limit: limitUpTo(5000, 500).describe('Most pairs of services to return, the busiest first'),
    }),
  result: () =>
    z.strictObject({
      calls: z.array(
        z.strictObject({
          client: z.string(),
          server: z.string(),
          kind: z.string().optional().describe('What connects them, where it is not a plain request'),
          requests: z.number().describe('Requests in the window, extrapolated at its ends'),
          failedRequests: z.number().optional().describe('Absent when failures are not recorded'),
        }),
      ),
    }),
});

export const topologyOperations = [topologyGetDependencies, topologyGetServiceGraph, topologyListServices] as const;
