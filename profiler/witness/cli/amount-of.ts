import type { Feature } from '../bundle.ts';
import type { AxisId } from '../collector-record.ts';

/** What a key counts, in the unit of its axis. */
export function amountOf({ amount }: Feature): number {
  return amount;
}

/** What `amountOf` counts, for axes whose keys all count the same; other keys say it themselves. */
export const unitOf: Partial<Record<AxisId, string>> = {
  cpu_time: 'ns',
  cpu_stacks: 'samples',
  syscalls: 'calls',
  files: 'opens',
  file_changes: 'changes',
  file_io: 'calls',
  processes: 'events',
  signals: 'signals',
  executable_memory: 'calls',
  capabilities: 'checks',
};
