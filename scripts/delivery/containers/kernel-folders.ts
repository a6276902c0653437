/** File systems of the kernel that the Profiler's container mounts from the host. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const kernelMounts = { tracefs: '/sys/kernel/tracing', debugfs: '/sys/kernel/debug' } as const;

/** Returns the folders that were not mounted before, to be unmounted again. */
export function mountKernelFolders(): string[] {
  const mounts = readFileSync('/proc/self/mounts', 'utf8');
  return Object.entries(kernelMounts).flatMap(([kind, folder]) => {
    if (mounts.includes(` ${folder} ${kind} `)) return [];
    execFileSync('mount', ['-t', kind, kind, folder], { stdio: 'pipe' });
    return [folder];
  });
}
