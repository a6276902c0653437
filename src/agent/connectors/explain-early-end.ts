import { Fault } from '../../core/fault.ts';

export interface Ends {
  /** The caller, or the Agent itself when it stops. */
  readonly caller: AbortSignal;
  readonly deadline: AbortSignal;
}

/** The outcome of connector code, with the reason of an early end. A fault of its own stays. */
export async function explainEarlyEnd<T>(outcome: Promise<T>, { caller, deadline }: Ends): Promise<T> {
  try {
    return await outcome;
  } catch (error) {
    if (error instanceof Fault) throw error;
    if (caller.aborted) throw cancelledByCaller(error);
    if (!deadline.aborted) throw error;
    const remedy = 'The upstream system timed out: ask for less, or check the system itself.';
    throw new Fault('upstream_down', { code: 'TIMEOUT' }, remedy, { cause: error });
  }
}

export function cancelledByCaller(cause: unknown): Fault {
  const remedy = 'Ask again if the answer is still wanted.';
  return new Fault('refused', { rule: 'cancelled_by_caller' }, remedy, { cause });
}
