/**
 * What the Agent and the process of its checks say to one another. That process reads the secrets where
 * the Agent reads them; the settings of the sources file are handed over, since the file may have changed.
 */
import { z } from 'zod';
import { HealthCheck } from '../../tunnel/messages.ts';
import { namedSourceShape } from '../connectors/sources.ts';

export const ToWorker = z.discriminatedUnion('say', [
  /** Once, at the start. `ca` is the PEM of the additional authority that the Agent trusts. */
  z.strictObject({
    say: z.literal('run'),
    /** Names of those to check. */
    sources: z.array(z.string()),
    named: z.array(namedSourceShape),
    ca: z.string().optional(),
    /** Results of the run before that hold verdicts: this process remembers nothing by itself. */
    before: z.array(HealthCheck),
  }),
  /** The place that was asked for under this number is free. */
  z.strictObject({ say: z.literal('turn'), turn: z.int() }),
]);
export type ToWorker = z.infer<typeof ToWorker>;

export const FromWorker = z.discriminatedUnion('say', [
  /** A call to this source's system wants a place; numbers are the worker's own. */
  z.strictObject({ say: z.literal('wait'), turn: z.int(), source: z.string() }),
  /** That call has ended. */
  z.strictObject({ say: z.literal('over'), turn: z.int() }),
  /** All checks of one source, redacted. */
  z.strictObject({ say: z.literal('checked'), source: z.string(), checks: z.array(HealthCheck) }),
  /** Last of all: what the run took, the start of the process included. */
  z.strictObject({ say: z.literal('done'), cpuMs: z.number().nonnegative() }),
]);
export type FromWorker = z.infer<typeof FromWorker>;
