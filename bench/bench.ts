/** What measures work with: what they are given, rounds whose drift favours nobody, and a memory cgroup for one run. */
import { createMemoryCgroup, type MemoryCgroup } from '../demo/memory-cgroup.ts';
import type { Narrator } from '../demo/narrator.ts';
import type { Workspace } from '../demo/workspace.ts';

export interface Bench {
  readonly repository: string;
  readonly workspace: Workspace;
  readonly narrator: Narrator;
  readonly repeat: number;
  readonly windowSec: number;
  /** Of a soak, or for how long replicas are killed in turn; each has a length of its own otherwise. */
  readonly minutes: number | undefined;
  /** Simulated ones of the fleet. */
  readonly instances: number;
  readonly big: boolean;
  readonly axes: boolean;
  /** Part of the names of the attacks that are wanted. */
  readonly attack: string;
  /** Aborts when the person at the terminal ends the run. */
  readonly signal: AbortSignal;
  readonly onStarted: (stop: () => void | Promise<void>) => void;
}

/** What is compared runs turn by turn, in every other round the other way round, so that a drift favours nobody. */
export async function takeTurns(
  repeat: number,
  turns: readonly (() => Promise<unknown>)[],
  onRound?: (round: string) => void,
): Promise<void> {
  for (let round = 1; round <= repeat; round++) {
    onRound?.(`round ${round} of ${repeat}`);
    for (const turn of round % 2 === 1 ? turns : turns.toReversed()) await turn();
  }
}

let made = 0;

/** A memory cgroup without a limit for one run: its peak charge is then that run's alone. @throws Error when this user cannot make one. */
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
