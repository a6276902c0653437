/** Bodies of every wrong form for a route, from the schema that its description has. */

export type Random = () => number;

export interface JsonSchema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

const oddKeys = ['__proto__', 'constructor', 'toString', 'Args', '', '\u0000', '💥', 'token', 'q'.repeat(300)];
const oddTexts = [...oddKeys, ' ', 'a b', 'é', '../../etc/passwd', '%00', "' or 1=1 --", '\ud800', 'a'.repeat(20_000)];
const noJson = ['', ' ', 'null', '7', '[]', '"args"', '{"args":', '\ufeff', 'NaN', '{]', `{"a":${'['.repeat(9000)}`];
const depth = 9000;
const deep = [`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`, `${'['.repeat(depth)}${']'.repeat(depth)}`];

export function pick<T>(random: Random, list: readonly T[]): T {
  const one = list[Math.floor(random() * list.length)];
  if (one === undefined) throw new Error('there is nothing to pick from');
  return one;
}

/** What is sent as the body, well formed or not. */
export function makeBody(random: Random, schema: JsonSchema | undefined): string {
  const kind = random();
  if (kind < 0.1) return pick(random, noJson);
  if (kind < 0.13) return pick(random, deep);
  if (kind < 0.2) return makeText(random).slice(0, 200);
  if (kind < 0.3) return JSON.stringify(makeValue(random, 3)) ?? '';
  return writeObject(random, schema);
}

/** Its fields, some of them wrong, some missing, and now and then one that nobody knows. As text, so that no key is lost. */
export function writeObject(random: Random, { properties = {} }: JsonSchema = {}): string {
  const fields = Object.entries(properties).filter(() => random() < 0.8);
  const written = fields.map(([name, schema]) => `${JSON.stringify(name)}:${makeField(random, schema)}`);
  if (random() < 0.5) written.push(`${JSON.stringify(pick(random, oddKeys))}:${makeField(random, {})}`);
  return `{${written.join(',')}}`;
}

export function makeField(random: Random, schema: JsonSchema): string {
  if (random() < 0.02) return pick(random, deep);
  if (random() < 0.5 && schema.properties !== undefined) return writeObject(random, schema);
  return JSON.stringify(makeValue(random, 3)) ?? 'null';
}

function makeValue(random: Random, levels: number): unknown {
  const kind = Math.floor(random() * (levels > 0 ? 8 : 6));
  if (kind === 0) return null;
  if (kind === 1) return random() < 0.5;
  if (kind === 2) return pick(random, [0, -1, 1.5, 1e308, -0, 2 ** 53, 2 ** 31, Math.floor(random() * 1e6)]);
  if (kind < 6) return makeText(random);
  const parts = Array.from({ length: Math.floor(random() * 4) }, () => makeValue(random, levels - 1));
  return kind === 6 ? parts : Object.fromEntries(parts.map((part) => [makeText(random).slice(0, 20), part]));
}

/** For a part of an address too, once it is encoded. */
export function makeText(random: Random): string {
  if (random() < 0.3) return pick(random, oddTexts);
  const length = Math.floor(random() * 40);
  return String.fromCodePoint(...Array.from({ length }, () => Math.floor(random() * (random() < 0.8 ? 0x7f : 0xd7ff))));
}
