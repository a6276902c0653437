const longestName = 100;

/** An unknown name is shown, but not everything it may contain: at most 101 characters. */
export function printableName(name: string): string {
  const shown = name.slice(0, longestName).replaceAll(/[^\x21-\x7e]/gu, '?');
  return name.length > longestName ? `${shown}…` : shown;
}

/** A text of somebody else for a terminal: nothing in it moves the cursor or turns the direction of writing. */
export function printableText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '?');
}
