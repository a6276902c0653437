/** Why the Profiler refuses to start, or what it warns of: in the words of somebody who can mend it. */
export interface BootProblem {
  readonly code: string;
  readonly cause: string;
  readonly cost: string;
  readonly fix: string;
  /** Nothing that this version measures is lost: it is said at the start, and is no finding of the instance. */
  readonly isHarmless?: true;
}

export interface BootVerdict {
  readonly refusals: readonly BootProblem[];
  readonly warnings: readonly BootProblem[];
}
