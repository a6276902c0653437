/** Answers of the ruler and of the Alertmanager: only the fields we use. */
import { z } from 'zod';
import { rowsOf } from '../../../src/core/rows.ts';

const Labels = z.record(z.string(), z.string());

/** An alert as the ruler holds it. */
export const RuleAlert = z.looseObject({
  labels: Labels,
  annotations: Labels.nullish(),
  state: z.string(),
  activeAt: z.string().nullish(),
  value: z.string().nullish(),
});
export type RuleAlert = z.infer<typeof RuleAlert>;

const Rule = z.looseObject({
  type: z.string(),
  name: z.string(),
  query: z.string().optional(),
  /** Seconds that the condition must hold. */
  duration: z.number().optional(),
  state: z.string().optional(),
  health: z.string().optional(),
  lastError: z.string().optional(),
  labels: Labels.nullish(),
  annotations: Labels.nullish(),
  alerts: rowsOf(RuleAlert).nullish(),
  /** These two only of a rule that Grafana manages. */
  isPaused: z.boolean().nullish(),
  notificationSettings: z.looseObject({ receiver: z.string().optional() }).nullish(),
});
export type Rule = z.infer<typeof Rule>;

const Group = z.looseObject({ name: z.string(), file: z.string(), rules: rowsOf(Rule) });
export type Group = z.infer<typeof Group>;

export const RulesAnswer = z.looseObject({
  status: z.literal('success'),
  warnings: z.array(z.string()).nullish(),
  /** The token is of a Grafana that does not return all groups at once. */
  data: z.looseObject({ groups: rowsOf(Group), groupNextToken: z.string().optional() }),
});

/** An alert as the Alertmanager holds it: after routing, silences and inhibitions. */
const SentAlert = z.looseObject({
  fingerprint: z.string(),
  labels: Labels,
  annotations: Labels,
  startsAt: z.string(),
  receivers: rowsOf(z.looseObject({ name: z.string() })),
  status: z.looseObject({
    state: z.enum(['unprocessed', 'active', 'suppressed']),
    silencedBy: z.array(z.string()),
    inhibitedBy: z.array(z.string()),
    /** Of time intervals; absent before version 0.28. */
    mutedBy: z.array(z.string()).optional(),
  }),
});
export type SentAlert = z.infer<typeof SentAlert>;
export const AlertsAnswer = rowsOf(SentAlert);
