/** Names under which connections to PostgreSQL keep what they have parsed and planned. The same text has the same name. */
const names = new Map<string, string>();

export function nameStatement(text: string): void {
  if (!names.has(text)) names.set(text, `farol_${names.size}`);
}

/** Undefined for what is not worth keeping. */
export function nameOfStatement(text: string): string | undefined {
  return names.get(text);
}
