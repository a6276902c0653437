/** Conditions that a system watches, the state each is in, and who is notified. */
import { z } from 'zod';
import { Cursor, limitUpTo, Region, Tags, Time } from './common.ts';
import { defineOperation } from './operation.ts';

/** One vocabulary for every system; `providerState` keeps its own word. `pending`: holds, but not for long enough yet. */
const MonitorState = z.enum(['ok', 'pending', 'warn', 'alert', 'no_data', 'unknown']);

/** A label without a value asks that the label exists. */
const LabelFilters = z
  .array(z.strictObject({ key: z.string().min(1).max(200), value: z.string().max(500).optional() }))
  .min(1)
  .max(10)
  .describe('Labels or tags, all of which a monitor must have');

const Alert = z.strictObject({
  state: z.enum(['active', 'suppressed', 'pending']),
  labels: Tags,
  since: Time.optional(),
  value: z.string().optional().describe('Value that raised it, as the system renders it'),
  silencedBy: z.array(z.string()).describe('Ids of silences and of alerts that mute it'),
  receivers: z.array(z.string()),
});

const Monitor = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: z.string().describe('What it watches, as the system spells it'),
  state: MonitorState,
  providerState: z.string().optional(),
  stateReason: z.string().optional(),
  stateSince: Time.optional(),
  isEnabled: z.boolean().optional().describe('False when nobody would be told'),
  isSilenced: z.boolean().optional(),
  severity: z.string().optional(),
  condition: z.string().optional().describe('Query or rule, in the words of the system'),
  threshold: z.number().optional(),
  holdsForSec: z.int().optional().describe('How long the condition must hold before it alerts'),
  message: z.string().optional().describe('What people are told'),
  notifies: z.array(z.string()).describe('Channels, topics or handles that are told'),
  labels: Tags.describe('Labels or tags; a tag that has several values has them joined with commas'),
  alerts: z.array(Alert).optional().describe('Alerts it has raised, where the system lists them'),
  createdAt: Time.optional(),
  modifiedAt: Time.optional(),
  createdBy: z.string().optional(),
});

export const monitorsList = defineOperation({
  name: 'monitors.list',
  access: 'read',
  ofRegions: 'monitors',
  summary: 'Monitors and alarms with their present state, what they watch and whom they tell.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      query: z
        .discriminatedUnion('dialect', [
          z.strictObject({ dialect: z.literal('datadog'), text: z.string().trim().min(1).max(1000) }),
        ])
        .optional()
        .describe('Search for monitors, where the system has one'),
      namePrefix: z
        .string()
        .min(1)
        .max(255)
        .regex(/^\P{C}+$/u, 'must not contain control characters')
        .optional()
        .describe('Only names that begin so'),
      states: z.array(MonitorState).min(1).max(MonitorState.options.length).optional(),
      labels: LabelFilters.optional(),
      limit: limitUpTo(1000),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: z.string().optional().describe('Region that was read, where the system has regions'),
      monitors: z.array(Monitor),
    }),
});

export const monitorsGet = defineOperation({
  name: 'monitors.get',
  access: 'read',
  summary: 'One monitor with its thresholds, the state of each group and the downtimes that silence it.',
  arguments: () => z.strictObject({ id: z.string().regex(/^\d{1,19}$/u, 'must be the number of a monitor') }),
  result: () =>
    Monitor.extend({
      thresholds: z.record(z.string(), z.number()).describe('By what they decide, such as critical or warning'),
      noDataAfterSec: z.int().optional(),
      evaluationDelaySec: z.int().optional(),
      renotifyAfterSec: z.int().optional(),
      groups: z.array(
        z.strictObject({
          name: z.string(),
          state: MonitorState,
          providerState: z.string().optional(),
          triggeredAt: Time.optional(),
          resolvedAt: Time.optional(),
          notifiedAt: Time.optional(),
          noDataAt: Time.optional(),
        }),
      ),
      downtimes: z.array(
        z.strictObject({
          id: z.string(),
          from: Time.optional(),
          to: Time.optional().describe('Absent for a downtime without an end'),
          scope: z.array(z.string()),
        }),
      ),
    }),
});

export const monitorsOperations = [monitorsGet, monitorsList] as const;
