/** Compiles the stand-in for the collector into a folder of the test, and tells it how to end. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CollectorRecord } from '../profiler/witness/collector-record.ts';

export type Plan =
  | 'exhaust'
  | 'die'
  | 'flood'
  | 'wait'
  | 'stubborn'
  | 'gone'
  | 'no_memory'
  | 'mumble'
  | 'empty'
  | 'record';

export interface StandIn {
  readonly file: string;
  plan(plan: Plan, record?: CollectorRecord | string): void;
}

/** Needs `cc` or `clang`. */
export function buildStandIn(folder: string): StandIn {
  const file = path.join(folder, 'ptop');
  const source = path.join(import.meta.dirname, 'stand-in-collector.c');
  execFileSync('/bin/sh', ['-c', 'exec "$(command -v cc || command -v clang)" "$@"', 'sh', '-O1', '-o', file, source]);
  return {
    file,
    plan(plan, record = '') {
      writeFileSync(path.join(folder, 'plan'), plan);
      writeFileSync(path.join(folder, 'record'), typeof record === 'string' ? record : JSON.stringify(record));
    },
  };
}
