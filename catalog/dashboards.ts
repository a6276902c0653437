/** Where figures are shown: the stacks that are rented and the dashboards in them. */
import { z } from 'zod';
import { Cursor, Identifier, limitUpTo, State, Tags, Time } from './common.ts';
import { defineOperation } from './operation.ts';

export const dashboardsListStacks = defineOperation({
  name: 'dashboards.listStacks',
  access: 'read',
  summary: 'Rented monitoring stacks with the backends they keep data in.',
  arguments: () => z.strictObject({ limit: limitUpTo(100), cursor: Cursor.optional() }),
  result: () =>
    z.strictObject({
      stacks: z.array(
        z.strictObject({
          id: z.string(),
          slug: z.string().describe('What dashboards.search takes'),
          name: z.string(),
          description: z.string().optional(),
          organization: z.string().optional(),
          url: z.string(),
          region: z.string().optional(),
          plan: z.string().optional(),
          version: z.string().optional(),
          state: State,
          isDeleteProtected: z.boolean().optional(),
          dashboards: z.int().optional().describe('Number of them'),
          backends: z.array(
            z.strictObject({
              kind: z.enum(['metrics', 'logs', 'traces', 'profiles', 'alerts']),
              id: z.string().describe('Also the user name of a credential for it'),
              url: z.string().optional(),
              state: State.optional(),
            }),
          ),
          createdAt: Time.optional(),
          updatedAt: Time.optional(),
          labels: Tags,
        }),
      ),
    }),
});

export const dashboardsSearch = defineOperation({
  name: 'dashboards.search',
  access: 'read',
  summary: 'Dashboards of a stack by words of their title, or by tag.',
  arguments: () =>
    z.strictObject({
      stack: z
        .string()
        .max(63)
        .regex(/^[a-z0-9][a-z0-9-]*$/u, 'must be the slug of a stack')
        .optional()
        .describe('Stack to search; the configured one when left out'),
      text: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .regex(/^\P{C}+$/u, 'must not contain control characters')
        .optional(),
      tag: Identifier.max(200).optional(),
      limit: limitUpTo(1000),
    }),
  result: () =>
    z.strictObject({
      stack: z.string().describe('Stack that was searched'),
      dashboards: z.array(
        z.strictObject({
          id: z.string(),
          title: z.string(),
          folder: z.string().optional().describe('Absent for a dashboard that is in no folder'),
          tags: z.array(z.string()),
          url: z.string().optional(),
        }),
      ),
    }),
});

export const dashboardsOperations = [dashboardsListStacks, dashboardsSearch] as const;
