/** Incidents that people declared, with who leads them and how long each phase took. */
import { z } from 'zod';
import { Cursor, limitUpTo, Time } from './common.ts';
import { defineOperation } from './operation.ts';

const Person = z.strictObject({ name: z.string().optional(), email: z.string().optional() });

const Incident = z.strictObject({
  id: z.string(),
  number: z.int().optional().describe('Number that people use'),
  title: z.string(),
  state: z.string().optional().describe('As the system spells it, such as active, stable or resolved'),
  severity: z.string().optional(),
  visibility: z.string().optional(),
  isTest: z.boolean().optional(),
  createdAt: Time.optional(),
  declaredAt: Time.optional(),
  detectedAt: Time.optional(),
  resolvedAt: Time.optional(),
  archivedAt: Time.optional(),
  modifiedAt: Time.optional(),
  timeToDetectSec: z.int().optional(),
  timeToRespondSec: z.int().optional(),
  timeToRepairSec: z.int().optional(),
  timeToResolveSec: z.int().optional(),
  customerImpact: z
    .strictObject({
      scope: z.string().optional(),
      from: Time.optional(),
      to: Time.optional().describe('Absent while customers are affected'),
      durationSec: z.int().optional(),
    })
    .optional()
    .describe('Absent when no impact on customers is recorded'),
  commander: Person.optional(),
  declaredBy: Person.optional(),
  fields: z.record(z.string(), z.array(z.string())).describe('Fields of the organization, such as services and teams'),
});

export const incidentsList = defineOperation({
  name: 'incidents.list',
  access: 'read',
  summary: 'Incidents with state, severity, times and impact on customers.',
  arguments: () =>
    z.strictObject({
      query: z
        .discriminatedUnion('dialect', [
          z.strictObject({ dialect: z.literal('datadog'), text: z.string().trim().min(1).max(1000) }),
        ])
        .optional()
        .describe('Search for incidents; every incident if absent'),
      states: z
        .array(
          z
            .string()
            .max(64)
            .regex(/^[\w-]+$/u, 'must be a state such as active'),
        )
        .min(1)
        .max(10)
        .optional()
        .describe('Only incidents in one of these states'),
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () => z.strictObject({ incidents: z.array(Incident) }),
});

export const incidentsGet = defineOperation({
  name: 'incidents.get',
  access: 'read',
  summary: 'One incident with its attachments.',
  arguments: () => z.strictObject({ id: z.guid() }),
  result: () =>
    Incident.extend({
      attachments: z.array(
        z.strictObject({
          kind: z.string().optional(),
          title: z.string().optional(),
          url: z.string().optional(),
          modifiedAt: Time.optional(),
        }),
      ),
    }),
});

export const incidentsOperations = [incidentsGet, incidentsList] as const;
