/** Words that programs say, found in their source: so that a page names each of them, and none that is gone. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

const repository = path.resolve(import.meta.dirname, '../..');

export interface SourceNode {
  readonly type: string;
  readonly [member: string]: unknown;
}

export function sourcesIn(folder: string): string[] {
  return globSync(`${folder}/**/*.ts`, { cwd: repository })
    .filter((file) => !file.endsWith('.test.ts'))
    .toSorted();
}

/** Every node of a file of the type, in the order of the source. */
export function nodesOf(file: string, type: string): SourceNode[] {
  const found: SourceNode[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isNode(value) && value.type === type) found.push(value);
    for (const one of Object.values(value)) walk(one);
  };
  walk(parseSync(file, readFileSync(path.join(repository, file), 'utf8')).program);
  return found;
}

export function isNode(value: unknown): value is SourceNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** What an expression can say: each branch of a choice, with `…` for what is filled in; nothing for what is computed. */
export function wordsOf(expression: unknown): string[] {
  if (!isNode(expression)) return [];
  if (expression.type === 'Literal' && typeof expression['value'] === 'string') return [expression['value']];
  if (expression.type === 'TemplateLiteral') {
    const parts = expression['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
    return [parts.map(({ value }) => value.cooked).join('…')];
  }
  if (expression.type === 'ConditionalExpression') {
    return [...wordsOf(expression['consequent']), ...wordsOf(expression['alternate'])];
  }
  if (expression.type === 'BinaryExpression' && expression['operator'] === '+') {
    const [left, right] = [wordsOf(expression['left']), wordsOf(expression['right'])];
    return left.flatMap((one) => right.map((other) => one + other));
  }
  return [];
}

/** Value of a member of an object expression. */
export function memberOf(object: unknown, name: string): unknown {
  if (!isNode(object) || object.type !== 'ObjectExpression') return undefined;
  const members = (object['properties'] as readonly SourceNode[]).filter(({ type }) => type === 'Property');
  return members.find(({ key }) => isNode(key) && (key['name'] === name || key['value'] === name))?.['value'];
}

export interface Commented {
  /** Of the declaration. */
  readonly comment: string;
  /** By member of its first object; empty where it has none. */
  readonly members: Readonly<Record<string, string>>;
}

/** What the comments say of a constant and of the members of its object. @throws Error when there is no such constant. */
export function commentsOf(file: string, constant: string): Commented {
  const text = readFileSync(path.join(repository, file), 'utf8');
  const { comments } = parseSync(file, text);
  const before = (node: SourceNode | undefined): string => {
    const found = comments.findLast(({ end }) => end <= Number(node?.['start']));
    const isNext = found !== undefined && text.slice(found.end, Number(node?.['start'])).trim() === '';
    return isNext
      ? found.value
          .replaceAll(/^\s*\*+ ?/gmu, '')
          .replaceAll(/\s+/gu, ' ')
          .trim()
      : '';
  };
  const declares = (node: SourceNode): boolean =>
    (node['declarations'] as readonly SourceNode[]).some(({ id }) => isNode(id) && id['name'] === constant);
  const declaration = nodesOf(file, 'VariableDeclaration').find(declares);
  if (declaration === undefined) throw new Error(`${file} declares no ${constant}`);
  const isInside = (node: SourceNode): boolean =>
    Number(node['start']) >= Number(declaration['start']) && Number(node['end']) <= Number(declaration['end']);
  const [object] = nodesOf(file, 'ObjectExpression').filter(isInside);
  const properties = ((object?.['properties'] ?? []) as readonly SourceNode[]).filter(
    ({ type }) => type === 'Property',
  );
  const exported = nodesOf(file, 'ExportNamedDeclaration').find(
    (node) => isNode(node['declaration']) && node['declaration']['start'] === declaration['start'],
  );
  return {
    comment: before(exported ?? declaration),
    members: Object.fromEntries(
      properties.map((one) => [isNode(one['key']) ? String(one['key']['name']) : '', before(one)]),
    ),
  };
}
