/**
 * Answers of the interface, as far as they are used: https://www.checklyhq.com/docs/api-reference/. Requests, answers,
 * scripts, logs and recordings hold secrets and are not read at all; of a request only the address is.
 */
import { z } from 'zod';
import { InstantText } from '../../src/connector/instants.ts';
import { rowsOf } from '../../src/core/rows.ts';

const text = z.string().nullish();
const flag = z.boolean().nullish();

export const Check = z.looseObject({
  id: z.string(),
  name: z.string(),
  checkType: z.string(),
  activated: z.boolean(),
  muted: flag,
  /** Minutes; 0 for a check that runs more than once a minute. */
  frequency: z.number().nullish(),
  /** Seconds, where `frequency` is 0. */
  frequencyOffset: z.number().nullish(),
  /** Milliseconds. */
  maxResponseTime: z.number().nullish(),
  locations: z.array(z.string()).nullish(),
  privateLocations: z.array(z.string()).nullish(),
  /** Always returned; lists are filtered by it. */
  tags: z.array(z.string()).nullable(),
  request: z.looseObject({ url: text, hostname: text }).nullish(),
  created_at: InstantText.nullish(),
  updated_at: InstantText.nullish(),
});
export type Check = z.infer<typeof Check>;

/** Of the list of accounts, which Checkly calls a beta: what is not there cannot be relied on. */
export const Account = z.looseObject({ id: z.string(), name: z.string() });
export type Account = z.infer<typeof Account>;
export const AccountsAnswer = rowsOf(Account);

export const ChecksAnswer = rowsOf(Check);

const Phases = z.looseObject({
  wait: z.number().optional(),
  dns: z.number().optional(),
  tcp: z.number().optional(),
  firstByte: z.number().optional(),
  download: z.number().optional(),
});

const Failures = z.looseObject({ errors: z.array(z.string()).nullish() }).nullish();

export const Result = z.looseObject({
  id: z.string(),
  hasFailures: flag,
  hasErrors: flag,
  isDegraded: flag,
  runLocation: text,
  startedAt: InstantText,
  stoppedAt: InstantText.nullish(),
  /** Milliseconds. */
  responseTime: z.number().nullish(),
  attempts: z.number().nullish(),
  resultType: text,
  apiCheckResult: z
    .looseObject({
      requestError: text,
      response: z.looseObject({ status: z.number().nullish(), timingPhases: Phases.nullish() }).nullish(),
    })
    .nullish(),
  browserCheckResult: Failures,
  multiStepCheckResult: Failures,
});
export type Result = z.infer<typeof Result>;

export const ResultsPage = z.looseObject({ entries: rowsOf(Result), nextId: text });

export const OlderResults = rowsOf(Result);
