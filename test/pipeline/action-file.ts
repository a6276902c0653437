/** A composite action as a runner reads it. Of YAML and of expressions, what `action.yml` uses and nothing more. */
import { readFileSync } from 'node:fs';

type Value = string | Value[] | { [key: string]: Value };
interface Line {
  readonly indent: number;
  readonly text: string;
}

/** @throws on anything that it does not know. */
export function readYaml(text: string): Value {
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*#/u.test(line))
    // `- a: 1` is the map that begins two columns further right.
    .flatMap((line): Line[] => {
      const indent = line.length - line.trimStart().length;
      const item = /^- (?<rest>.*)$/u.exec(line.trimStart())?.groups?.['rest'];
      return item === undefined
        ? [{ indent, text: line.trim() }]
        : [
            { indent, text: '-' },
            { indent: indent + 2, text: item.trim() },
          ];
    });
  const [value, rest] = readBlock(lines, 0);
  if (rest.length > 0) throw new Error(`not read: ${rest[0]?.text}`);
  return value;
}

type Read = [value: Value, rest: readonly Line[]];

function readBlock(lines: readonly Line[], indent: number): Read {
  return lines[0]?.text === '-' ? readList(lines, indent) : readMap(lines, indent);
}

function readList(lines: readonly Line[], indent: number): Read {
  const items: Value[] = [];
  let rest = lines;
  while (rest[0]?.text === '-' && rest[0].indent === indent) {
    const text = rest[1]?.text ?? '';
    const isMap = /^[\w-]+:(?: |$)/u.test(text);
    const [item, after]: Read = isMap ? readBlock(rest.slice(1), indent + 2) : [unquote(text), rest.slice(2)];
    items.push(item);
    rest = after;
  }
  return [items, rest];
}

function readMap(lines: readonly Line[], indent: number): Read {
  const map: Record<string, Value> = {};
  let rest = lines;
  while (rest[0]?.indent === indent && rest[0].text !== '-') {
    const [key, scalar] = readEntry(rest[0].text);
    if (key in map) throw new Error(`repeated: ${key}`);
    const [value, after]: Read =
      scalar === undefined ? readBlock(rest.slice(1), rest[1]?.indent ?? 0) : [unquote(scalar), rest.slice(1)];
    map[key] = value;
    rest = after;
  }
  return [map, rest];
}

function readEntry(text: string): [key: string, scalar: string | undefined] {
  const { key, scalar } = /^(?<key>[\w-]+):(?: (?<scalar>[^|>&*!{[].*))?$/u.exec(text)?.groups ?? {};
  if (key === undefined) throw new Error(`not read: ${text}`);
  return [key, scalar];
}

function unquote(scalar: string): string {
  return /^'(?<inside>[^']*)'$/u.exec(scalar)?.groups?.['inside'] ?? scalar;
}

interface Step {
  readonly id: string;
  readonly shell: string;
  readonly run: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface ActionFile {
  readonly inputs: Readonly<Record<string, { description: string; required: string; default?: string }>>;
  readonly outputs: Readonly<Record<string, { description: string; value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

export function readAction(file: string): ActionFile {
  return readYaml(readFileSync(file, 'utf8')) as unknown as ActionFile;
}

/** The variables of a step for these inputs. @throws for an input that is unknown or missing, or an unknown expression. */
export function resolveEnv(
  { inputs, runs }: ActionFile,
  given: Readonly<Record<string, string>>,
  context: Readonly<Record<string, string>>,
): Record<string, string> {
  const unknown = Object.keys(given).filter((name) => !(name in inputs));
  const missing = Object.keys(inputs).filter((name) => inputs[name]?.required === 'true' && !(name in given));
  const wrong = [...unknown.map((name) => `${name} is unknown`), ...missing.map((name) => `${name} is missing`)];
  if (wrong.length > 0) throw new Error(`inputs: ${wrong.join(', ')}`);
  const evaluate = (text: string, values: Readonly<Record<string, string>>): string =>
    text.replaceAll(/\$\{\{ (?<expression>[\w.-]+) \}\}/gu, (_all, expression: string) => {
      const value = values[expression];
      if (value === undefined) throw new Error(`unknown expression ${expression}`);
      return value;
    });
  const resolved = Object.fromEntries(
    Object.entries(inputs).map(([name, input]) => [
      `inputs.${name}`,
      given[name] ?? evaluate(input.default ?? '', context),
    ]),
  );
  const [step] = runs.steps;
  return Object.fromEntries(Object.entries(step?.env ?? {}).map(([name, text]) => [name, evaluate(text, resolved)]));
}
