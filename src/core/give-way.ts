import { setPriority } from 'node:os';

/** What the scheduler gives a thread of this niceness beside one of 0: about a tenth. */
const niceness = 10;

/**
 * On Linux a priority belongs to a thread: after this call the event loop goes first where both want the same processor.
 * Where a filter of system calls refuses it, both share the processor as equals, which costs time and no answer.
 */
export function giveWay(lower: (niceness: number) => void = setPriority): void {
  if (process.platform !== 'linux') return;
  try {
    lower(niceness);
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
}

function isRefused(error: unknown): boolean {
  const { info } = error as { readonly info?: { readonly code?: string } };
  return info?.code === 'EPERM' || info?.code === 'EACCES';
}
