/** What is known of one permission, and since when: checks judge many of them over several runs. */
export interface GrantVerdict {
  /** In the vendor's spelling: the permission itself, or the action that a wildcard of it covers. */
  readonly grant: string;
  /** `undecided`: the answer does not show it, or the check has not run yet. `not_asked`: a check would cost or change something. */
  readonly verdict: 'allowed' | 'denied' | 'undecided' | 'not_asked';
  /** When the system last answered the question; absent when it never did. */
  readonly at?: string | undefined;
  /** The answer is older than what is said of it can be relied on. */
  readonly old?: true | undefined;
  /** Why it is undecided or never asked, or why the answer was not renewed. */
  readonly because?: string | undefined;
}

/** What a run of a check knows of those before it. */
export interface Past {
  readonly verdicts: readonly GrantVerdict[];
  /** No run follows: a check that judges many permissions judges them all now. */
  readonly isOnlyRun: boolean;
}

/** An answer is asked for again after this time. */
export const renewAfterMs = 60 * 60_000;
/** An older answer is called old. */
const oldAfterMs = 6 * 60 * 60_000;

/** Undefined for what was never answered. */
export function ageOf({ at }: GrantVerdict, nowMs: number): number | undefined {
  return at === undefined ? undefined : nowMs - Date.parse(at);
}

/** The same with `old` as it is now. */
export function dated({ old: _before, ...verdict }: GrantVerdict, nowMs: number): GrantVerdict {
  const age = ageOf(verdict, nowMs);
  return age !== undefined && age > oldAfterMs ? { ...verdict, old: true } : verdict;
}
