/**
 * Duplicate keys in one object of a JSON text. A parser silently keeps the last of them,
 * so a reader of the file and the program would see two different lists.
 */

/** Strings whole, so that a brace inside one opens nothing; of the rest only what gives the text its structure. */
const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gu;

interface Level {
  /** Undefined for an array. */
  readonly keys: Set<string> | undefined;
  readonly path: string;
  /** The key, or the index in the array, of the current value. */
  at: string | number;
}

/** Paths such as `targets[0].workload`, in the order of the text. `json` must parse. */
export function findRepeatedKeys(json: string): string[] {
  const repeated: string[] = [];
  const levels: Level[] = [];
  let text = '';
  for (const [found] of json.matchAll(token)) {
    const level = levels.at(-1);
    if (found === '{') levels.push({ keys: new Set(), path: pathOf(level), at: '' });
    else if (found === '[') levels.push({ keys: undefined, path: pathOf(level), at: 0 });
    else if (found === '}' || found === ']') levels.pop();
    else if (found === ',' && typeof level?.at === 'number') level.at++;
    else if (found === ':' && level?.keys !== undefined) {
      level.at = String(JSON.parse(text));
      if (level.keys.has(level.at)) repeated.push(pathOf(level));
      level.keys.add(level.at);
    } else text = found;
  }
  return repeated;
}

function pathOf(level: Level | undefined): string {
  if (level === undefined) return '';
  if (typeof level.at === 'number') return `${level.path}[${level.at}]`;
  return level.path === '' ? level.at : `${level.path}.${level.at}`;
}
