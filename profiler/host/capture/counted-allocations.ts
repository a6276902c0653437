/**
 * Of which listed processes the requests for memory are counted as well. Each request then costs the target a trap
 * into the kernel, so nothing but a name asks for it; and no name here lists a process that the target list does not.
 */
import type { ListProblem, Target } from '../boot/target-list.ts';

export const allocationsVariable = 'RUNNER_PROFILE_ALLOCATIONS';

export interface CountedAllocations {
  readonly workloads: ReadonlySet<string>;
  readonly problems: readonly ListProblem[];
}

/** Reads names separated by commas; every problem at once. Without a list there is nothing to compare them with. */
export function readCountedAllocations(
  text: string | undefined,
  targets: readonly Target[] | undefined,
): CountedAllocations {
  const names = text === undefined || text.trim() === '' ? [] : text.split(',').map((name) => name.trim());
  const listed = new Set(targets?.map(({ workload }) => workload));
  const problems = names.flatMap((name, index) => {
    const cause = problemOf(name, targets !== undefined && !listed.has(name), names.indexOf(name) < index);
    return cause === undefined ? [] : [{ field: allocationsVariable, ...cause }];
  });
  return { workloads: new Set(problems.length > 0 ? [] : names), problems };
}

function problemOf(name: string, isUnlisted: boolean, isRepeated: boolean): Omit<ListProblem, 'field'> | undefined {
  if (name === '') {
    return {
      cause: `${allocationsVariable} has an empty name`,
      fix: 'Separate the names of processes by one comma each.',
    };
  }
  if (isUnlisted) {
    return {
      cause: `${allocationsVariable} names ${JSON.stringify(name)}, which is not in the target list`,
      fix: 'Write the name as the target list has it, or remove it.',
    };
  }
  return isRepeated
    ? { cause: `${allocationsVariable} names ${JSON.stringify(name)} twice`, fix: 'Remove one of the two.' }
    : undefined;
}
