/** Rows of queries as records by column. A name that a query repeats has a number added, so that no value hides another. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let distinct = name;
    for (let count = 2; taken.has(distinct); count += 1) distinct = `${name}_${count}`;
    taken.add(distinct);
    return distinct;
  });
}

/** A column without a value is left out. */
export function toRow(names: readonly string[], values: readonly (string | undefined)[]): Record<string, string> {
  // From entries and not by assignment: a column may have any name, even one that objects give a meaning to.
  return Object.fromEntries(
    names.flatMap((name, at): [string, string][] => {
      const value = values[at];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** What is said with the cursor of a query that was not over in time. */
export const stillRunning =
  'The query is still running: continue with nextCursor, which waits for it and does not start another.';
