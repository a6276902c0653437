/**
 * From where the work that runs now was asked for. It goes with a request through every call that it makes, so that no
 * act can be recorded without it. Outside a request it is the machine of the control plane.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ActWay } from '../api/api.ts';

export interface ActOrigin {
  readonly way: ActWay;
  /** Address of the client; undefined on the machine itself. */
  readonly address: string | undefined;
}

const asking = new AsyncLocalStorage<() => ActOrigin>();

export function originOf(): ActOrigin {
  return asking.getStore()?.() ?? { way: 'machine', address: undefined };
}

/** `read` is called when an act is recorded: while a request begins it is not yet known who asks. */
export function askedFrom(read: () => ActOrigin, work: () => void): void {
  asking.run(read, work);
}
