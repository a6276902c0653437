/** Adds an entry to an object, a list or the imports of a TypeScript file, where its like already are. */
import { parseSync } from 'oxc-parser';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

interface Property extends Node {
  readonly key?: Node & { readonly value?: unknown };
}

/** Undefined when no object of the file has a property whose key the pattern knows. `entry` has no comma after it. */
export function insertProperty(text: string, alike: RegExp, entry: string): string | undefined {
  const matching = nodesOf(text, 'ObjectExpression').map((node) =>
    (node as Node & { readonly properties: readonly Property[] }).properties.filter(
      ({ key }) => typeof key?.value === 'string' && alike.test(key.value),
    ),
  );
  const best = matching.toSorted((a, b) => b.length - a.length)[0]?.at(-1);
  return best === undefined ? undefined : insertAfter(text, best, entry);
}

/** Undefined when no list of the file has an element whose text the pattern knows. */
export function insertElement(text: string, alike: RegExp, entry: string): string | undefined {
  const matching = nodesOf(text, 'ArrayExpression').map((node) =>
    (node as Node & { readonly elements: readonly (Node | null)[] }).elements.filter(
      (one) => one !== null && alike.test(text.slice(one.start, one.end)),
    ),
  );
  const best = matching.toSorted((a, b) => b.length - a.length)[0]?.at(-1);
  return best === undefined || best === null ? undefined : insertAfter(text, best, entry);
}

/** Undefined when no object of the file spreads a name that the pattern knows. */
export function insertSpread(text: string, alike: RegExp, entry: string): string | undefined {
  const last = nodesOf(text, 'SpreadElement')
    .filter(({ start, end }) => alike.test(text.slice(start, end)))
    .at(-1);
  return last === undefined ? undefined : insertAfter(text, last, entry);
}

/** After the last import; at the beginning of a file without one. */
export function insertImport(text: string, line: string): string {
  const last = nodesOf(text, 'ImportDeclaration').at(-1);
  return last === undefined ? `${line}\n${text}` : `${text.slice(0, last.end)}\n${line}${text.slice(last.end)}`;
}

function insertAfter(text: string, { end }: Node, entry: string): string {
  return `${text.slice(0, end)},\n${entry}${text.slice(end)}`;
}

function nodesOf(text: string, type: string): Node[] {
  const found: Node[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('type' in value && value.type === type) found.push(value as Node);
    for (const one of Object.values(value)) walk(one);
  };
  walk(parseSync('file.ts', text).program);
  return found.toSorted((a, b) => a.start - b.start);
}
