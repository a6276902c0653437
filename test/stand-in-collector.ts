/** Compiles the stand-in for the collector into a folder of the test, and tells it how to end. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CollectorRecord } from '../profiler/witness/bundle/record/collector-record.ts';

export type Plan =
  | 'exhaust'
  | 'die'
  | 'flood'
  | 'wait'
  | 'stubborn'
  | 'gone'
  | 'no_memory'
  | 'no_room'
  | 'not_listed'
  | 'list_refused'
  | 'mumble'
  | 'empty'
  | 'record';

/** How it answers the question which processes a name means. */
export type Listing = 'answer' | 'exhaust' | 'die' | 'flood' | 'wait' | 'mumble' | 'refuse';

export interface StandIn {
  readonly file: string;
  plan(plan: Plan, record?: CollectorRecord | string): void;
  /** From now on it does this when asked for processes; `answer` until set otherwise. */
  listing(listing: Listing): void;
  /** What it answers for a name: pids, which then match, or its very words. No process until set otherwise. */
  knows(workload: string, answer: readonly number[] | string): void;
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
    listing(listing) {
      writeFileSync(path.join(folder, 'listing'), listing);
    },
    knows(workload, answer) {
      const words = typeof answer === 'string' ? answer : JSON.stringify(listOf(answer));
      writeFileSync(path.join(folder, `processes-${workload}`), words);
    },
  };
}

function listOf(pids: readonly number[]): object {
  return {
    processes: pids.map((pid) => ({ pid, start_ticks: 1, matched_by: 'exe', namespace: { state: 'not_asked' } })),
    passed_over: [],
    counts: { matching: pids.length, passed_over: 0, unread: 0 },
  };
}
