const longestName = 100;

/** An unknown name is shown, but not everything it may contain: at most 101 characters. */
export function printableName(name: string): string {
  const shown = name.slice(0, longestName).replaceAll(/[^\x21-\x7e]/gu, '?');
  return name.length > longestName ? `${shown}…` : shown;
}
