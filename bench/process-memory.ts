import { readFileSync } from 'node:fs';

export interface ProcessMemory {
  readonly rssBytes: number;
  /** Shared pages counted in parts: what ending the process would free, about. */
  readonly pssBytes: number;
}

/** Of a running process of this user, or of any when this is root. @throws Error when it cannot be read. */
export function readProcessMemory(pid: number): ProcessMemory {
  return {
    rssBytes: readKib(`/proc/${pid}/status`, 'VmRSS') * 1024,
    pssBytes: readKib(`/proc/${pid}/smaps_rollup`, 'Pss') * 1024,
  };
}

function readKib(file: string, field: string): number {
  const found = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'mu').exec(readFileSync(file, 'utf8'));
  if (found === null) throw new Error(`${file} has no field ${field}`);
  return Number(found[1]);
}
