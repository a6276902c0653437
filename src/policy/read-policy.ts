/** A policy and a snapshot of actions, as files: what is not exactly of our form is refused by the place where it differs. */
import { z } from 'zod';
import type { ActionSnapshot } from './policy-diff.ts';
import type { AwsPolicy } from './aws-policy.ts';

const Action = z.string().regex(/^[a-z0-9-]+:[A-Za-z0-9*]+$/u, 'must be <service>:<Action>');

export const AwsPolicyForm = z.strictObject({
  Version: z.literal('2012-10-17'),
  Statement: z.array(
    z.strictObject({
      Sid: z.string().regex(/^[A-Za-z0-9]+$/u),
      Effect: z.literal('Allow'),
      Action: z.array(Action).min(1),
      Resource: z.literal('*'),
    }),
  ),
});

export const ActionSnapshotForm = z.strictObject({
  source: z.string(),
  actions: z.record(Action, z.enum(['List', 'Read', 'Tagging', 'Write', 'Permissions management'])),
});

/** @throws Error naming the place, for text that is not a policy of this form. */
export function parseAwsPolicy(text: string): AwsPolicy {
  return parseDocument(AwsPolicyForm, text, 'policy');
}

/** @throws Error naming the place, for text that is not a snapshot. */
export function parseSnapshot(text: string): ActionSnapshot {
  return parseDocument(ActionSnapshotForm, text, 'snapshot');
}

/** @throws Error naming the place, for text that is not of the form. */
export function parseDocument<S extends z.ZodType>(schema: S, text: string, what: string): z.infer<S> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`This ${what} is not JSON.`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(
    `This ${what} is not valid at ${issue?.path.map(String).join('.') || 'its top'}: ${issue?.message ?? ''}`,
  );
}
