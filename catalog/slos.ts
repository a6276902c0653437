/** Objectives for the quality of services, and how much of their error budgets is left. */
import { z } from 'zod';
import { Cursor, limitUpTo, Region, RegionRead, Tags, Time } from './common.ts';
import { defineOperation } from './operation.ts';

const Basis = z.string().describe('What is counted: periods or requests, as the system spells it');

/** A name, or the full identifier that holds it (Application Signals, SloIds). */
const SloId = z
  .string()
  .max(2048)
  .regex(
    /^(?:arn:aws[a-z-]*:application-signals:[^:\s]*:\d{12}:slo\/)?[0-9A-Za-z](?:[-._0-9A-Za-z ]{0,126}[0-9A-Za-z])?$/u,
    'must be the name or the identifier of an objective',
  );

export const slosList = defineOperation({
  name: 'slos.list',
  access: 'read',
  ofRegions: 'slos',
  summary: 'Service level objectives and what each is about.',
  arguments: () => z.strictObject({ region: Region.optional(), limit: limitUpTo(50), cursor: Cursor.optional() }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      slos: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          service: Tags.describe('What identifies the service; empty when the objective is of a plain metric'),
          operation: z.string().optional(),
          dependency: z.strictObject({ service: Tags, operation: z.string() }).optional(),
          basis: Basis.optional(),
          metricSource: z.string().optional().describe('Kind of source that the measured metric comes from'),
          createdAt: Time.optional(),
        }),
      ),
    }),
});

const Interval = z.strictObject({
  kind: z.enum(['rolling', 'calendar']),
  count: z.int(),
  unit: z.enum(['minute', 'hour', 'day', 'month']),
  startsAt: Time.optional().describe('Only for a calendar interval'),
});

const Budget = z.strictObject({
  id: z.string(),
  name: z.string(),
  status: z.enum(['ok', 'warning', 'breached', 'no_data', 'unknown']),
  basis: Basis.optional(),
  attainmentPercent: z.number().optional(),
  goalPercent: z.number().optional(),
  warningPercent: z.number().optional(),
  interval: Interval.optional(),
  budgetSec: z.int().optional().describe('Time that may be bad in an interval, of an objective over periods'),
  remainingSec: z.int().optional().describe('Negative when more than the budget is spent'),
  budgetRequests: z.int().optional().describe('Requests that may be bad, of an objective over requests'),
  remainingRequests: z.int().optional().describe('Negative when more than the budget is spent'),
  indicator: z
    .strictObject({
      service: Tags,
      operation: z.string().optional(),
      metricType: z.string().optional(),
      comparison: z.string().optional().describe('How a good value compares with the threshold'),
      threshold: z.number().optional(),
    })
    .optional(),
});

export const slosGetBudget = defineOperation({
  name: 'slos.getBudget',
  access: 'read',
  summary: 'Attainment and remaining error budget of service level objectives at one time.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      ids: z
        .array(SloId)
        .min(1)
        .max(50)
        .refine((ids) => new Set(ids).size === ids.length, 'must name each objective once'),
      at: Time.optional().describe('Time of the report; now if absent'),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      at: Time,
      budgets: z.array(Budget),
      failures: z
        .array(z.strictObject({ id: z.string(), code: z.string(), message: z.string() }))
        .describe('Objectives whose report the system refused'),
    }),
});

export const slosOperations = [slosGetBudget, slosList] as const;
