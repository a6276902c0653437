/** JSON Schemas that generators of other languages read: patterns of every regular expression library, and no more than is meant. */

/** Unicode's control characters, in the only spelling that all know. */
const controlCharacters = String.raw`\x00-\x1f\x7f-\x9f`;

/** Undefined for a pattern that only ECMAScript reads: the server checks it nevertheless. */
export function portablePattern(pattern: string): string | undefined {
  const spelled = pattern.replaceAll(String.raw`\P{Cc}`, `[^${controlCharacters}]`);
  return /\\[pPk]|\(\?(?!:)|\\u/u.test(spelled) ? undefined : spelled;
}

/** A copy. A format says what the long pattern beside it says, and bounds of every integer say nothing. */
export function portableSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(portableSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]: [string, unknown]): [string, unknown][] => {
      if (key === 'pattern' && typeof value === 'string') {
        const pattern = 'format' in schema ? undefined : portablePattern(value);
        return pattern === undefined ? [] : [[key, pattern]];
      }
      const isBound = (key === 'minimum' || key === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
      return isBound ? [] : [[key, portableSchema(value)]];
    }),
  );
}
