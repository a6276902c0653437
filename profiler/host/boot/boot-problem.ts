/** Why the Profiler refuses to start, or what it warns of: in the words of somebody who can mend it. */
export interface BootProblem {
  readonly code: string;
  readonly cause: string;
  readonly cost: string;
  readonly fix: string;
}

export interface BootVerdict {
  readonly refusals: readonly BootProblem[];
  readonly warnings: readonly BootProblem[];
}
