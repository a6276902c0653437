/** A memory cgroup without a limit for one run: its peak charge is then that run's alone. */
import { createMemoryCgroup, type MemoryCgroup } from '../demo/memory-cgroup.ts';

let made = 0;

/** @throws Error when this user cannot make one. */
export async function inFreshCgroup<T>(run: (cgroup: MemoryCgroup) => Promise<T>): Promise<T> {
  made += 1;
  const cgroup = createMemoryCgroup(`farol-bench-${process.pid}-${made}`, 'unlimited');
  if (cgroup === undefined) {
    throw new Error('no memory cgroup can be made here; run this as root, with a memory controller mounted');
  }
  try {
    return await run(cgroup);
  } finally {
    cgroup.remove();
  }
}
