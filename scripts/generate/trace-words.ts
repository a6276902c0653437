/** What an expression of the source can say, followed through constants, choices, parameters, functions and imports. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { isNode, memberOf, wordsOf, type SourceNode } from './scan-source.ts';

const repository = path.resolve(import.meta.dirname, '../..');

interface Place {
  readonly file: string;
  readonly node: SourceNode;
}

interface SourceFile {
  readonly program: SourceNode;
  readonly parents: ReadonlyMap<SourceNode, SourceNode>;
  readonly byType: ReadonlyMap<string, readonly SourceNode[]>;
}

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
/** Members of an expression that say what it says. */
const parts: Readonly<Record<string, readonly string[]>> = {
  AwaitExpression: ['argument'],
  ParenthesizedExpression: ['expression'],
  TSAsExpression: ['expression'],
  TSNonNullExpression: ['expression'],
  TSSatisfiesExpression: ['expression'],
  ChainExpression: ['expression'],
  SpreadElement: ['argument'],
  ConditionalExpression: ['consequent', 'alternate'],
  LogicalExpression: ['left', 'right'],
  ArrayExpression: ['elements'],
  ObjectExpression: ['properties'],
  Property: ['value'],
};

/** Methods whose result has the words of what they are called on. */
const keepsWords = new Set(['filter', 'join', 'slice', 'trim', 'trimEnd']);

const list = (value: unknown): readonly SourceNode[] => (Array.isArray(value) ? value.filter(isNode) : []);
const nameOf = (value: unknown): unknown => (isNode(value) ? (value['name'] ?? value['value']) : undefined);

/** Traces within these files. A sentence that is filled into another is found too, by itself. */
export class WordTracer {
  readonly #files = new Map<string, SourceFile>();
  readonly #names: readonly string[];
  readonly #calls = new Map<unknown, readonly Place[]>();
  readonly #texts = new Map<string, string>();

  constructor(files: readonly string[]) {
    this.#names = files;
  }

  nodesOf(file: string, type: string): readonly SourceNode[] {
    return this.#read(file).byType.get(type) ?? [];
  }

  /** Words with `…` for what is filled in, and those of what is filled in. */
  trace(file: string, expression: unknown, seen = new Set<unknown>()): string[] {
    if (!isNode(expression) || seen.has(expression)) return [];
    seen.add(expression);
    const follow = (node: unknown, where = file): string[] => this.trace(where, node, seen);
    switch (expression.type) {
      case 'Literal':
        return wordsOf(expression);
      case 'TemplateLiteral':
        return [...wordsOf(expression), ...list(expression['expressions']).flatMap((part) => follow(part))];
      case 'BinaryExpression':
        return this.#joined(file, expression, seen);
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
      case 'FunctionDeclaration':
        return this.#returned(file, expression).flatMap((node) => follow(node));
      case 'Identifier':
        return this.#places(file, expression).flatMap((place) => follow(place.node, place.file));
      case 'CallExpression':
        return this.#called(file, expression).flatMap((place) => follow(place.node, place.file));
      case 'MemberExpression':
        return this.#members(file, expression).flatMap((place) => follow(place.node, place.file));
      default:
        // Nothing of what is computed.
        return (parts[expression.type] ?? [])
          .flatMap((member) => [expression[member]].flat())
          .flatMap((node) => follow(node));
    }
  }

  #joined(file: string, sum: SourceNode, seen: Set<unknown>): string[] {
    if (sum['operator'] !== '+') return [];
    const own = (side: unknown): string[] => (wordsOf(side).length === 0 ? ['…'] : wordsOf(side));
    const [left, right] = [own(sum['left']), own(sum['right'])];
    const inside = [sum['left'], sum['right']]
      .flatMap((side) => this.trace(file, side, seen))
      .filter((words) => !left.includes(words) && !right.includes(words));
    return [...left.flatMap((one) => right.map((other) => one + other)), ...inside];
  }

  #returned(file: string, made: SourceNode): SourceNode[] {
    const body = made['body'];
    if (!isNode(body)) return [];
    if (body.type !== 'BlockStatement') return [body];
    const ofThis = (node: SourceNode): boolean =>
      this.#climb(file, node, (one) => functionTypes.has(one.type)) === made;
    return this.nodesOf(file, 'ReturnStatement')
      .filter(ofThis)
      .flatMap(({ argument }) => (isNode(argument) ? [argument] : []));
  }

  #climb(file: string, node: SourceNode, isWanted: (node: SourceNode) => boolean): SourceNode | undefined {
    const { parents } = this.#read(file);
    for (let one = parents.get(node); one !== undefined; one = parents.get(one)) if (isWanted(one)) return one;
    return undefined;
  }

  /** Where a name gets its value: an initial value, a function, or the arguments of every call. */
  #places(file: string, identifier: SourceNode): Place[] {
    const name = nameOf(identifier);
    const { parents } = this.#read(file);
    for (let scope: SourceNode | undefined = identifier; scope !== undefined; scope = parents.get(scope)) {
      if (functionTypes.has(scope.type)) {
        const at = list(scope['params']).findIndex((one) => bindingIn(one, name) !== undefined);
        if (at >= 0) return this.#passed(file, scope, at, name);
      }
      const found = declaredIn(scope, name);
      if (found !== undefined) return found === null ? [] : [{ file, node: found }];
    }
    return this.#imported(file, name);
  }

  #imported(file: string, name: unknown): Place[] {
    for (const statement of this.nodesOf(file, 'ImportDeclaration')) {
      const specifier = list(statement['specifiers']).find(({ local }) => nameOf(local) === name);
      if (specifier === undefined) continue;
      const from = path.normalize(path.join(path.dirname(file), String(nameOf(statement['source']))));
      if (!this.#names.includes(from)) return [];
      const found = declaredIn(this.#read(from).program, nameOf(specifier['imported']));
      return isNode(found) ? [{ file: from, node: found }] : [];
    }
    return [];
  }

  /** What calls of a function give for a parameter, and its default. */
  #passed(file: string, made: SourceNode, at: number, name: unknown): Place[] {
    const parameter = list(made['params'])[at];
    const byDefault =
      parameter?.type === 'AssignmentPattern' && isNode(parameter['right']) ? [{ file, node: parameter['right'] }] : [];
    const key = parameter === undefined ? undefined : bindingIn(parameter, name);
    const given = this.#callsOf(file, made).flatMap((call): Place[] => {
      const argument = list(call.node['arguments'])[at];
      const value = typeof key === 'string' ? memberOf(argument, key) : argument;
      return isNode(value) ? [{ file: call.file, node: value }] : [];
    });
    return [...byDefault, ...given];
  }

  #callsOf(file: string, made: SourceNode): Place[] {
    const parent = this.#read(file).parents.get(made);
    const owner = nameOf(made['id']) ?? nameOf(parent?.['id']) ?? nameOf(parent?.['key']);
    const isConstructor = owner === 'constructor';
    const named =
      isConstructor && parent !== undefined
        ? nameOf(this.#climb(file, parent, ({ type }) => type === 'ClassDeclaration')?.['id'])
        : owner;
    return this.#callsNamed(named).filter(({ file: where, node }) => {
      if ((node.type === 'NewExpression') !== isConstructor) return false;
      const isMember = isNode(node['callee']) && node['callee'].type === 'MemberExpression';
      return where === file || (!isMember && this.#isImported(where, named, file));
    });
  }

  #callsNamed(name: unknown): readonly Place[] {
    const known = this.#calls.get(name);
    if (known !== undefined) return known;
    const found = this.#names
      .filter((file) => this.#textOf(file).includes(`${String(name)}(`))
      .flatMap((file) => {
        const calls = [...this.nodesOf(file, 'CallExpression'), ...this.nodesOf(file, 'NewExpression')];
        return calls.filter(({ callee }) => calledName(callee) === name).map((node) => ({ file, node }));
      });
    this.#calls.set(name, found);
    return found;
  }

  #isImported(where: string, name: unknown, from: string): boolean {
    return this.nodesOf(where, 'ImportDeclaration').some(
      ({ source, specifiers }) =>
        path.normalize(path.join(path.dirname(where), String(nameOf(source)))) === from &&
        list(specifiers).some(({ local }) => nameOf(local) === name),
    );
  }

  #called(file: string, call: SourceNode): Place[] {
    const callee = call['callee'];
    if (!isNode(callee)) return [];
    if (callee.type === 'Identifier') return this.#places(file, callee);
    if (callee.type !== 'MemberExpression') return [];
    const property = String(nameOf(callee['property']));
    if (keepsWords.has(property) && isNode(callee['object'])) return [{ file, node: callee['object'] }];
    const method = this.nodesOf(file, 'MethodDefinition').find(({ key }) => nameOf(key) === property);
    if (isNode(method?.['value'])) return [{ file, node: method['value'] }];
    return [];
  }

  /** A row of a table by a computed key is any of them. */
  #members(file: string, access: SourceNode): Place[] {
    const object = access['object'];
    if (!isNode(object) || object.type !== 'Identifier') return [];
    const name = nameOf(access['property']);
    const tables = this.#places(file, object).map(({ file: where, node }) => ({ file: where, node: unwrap(node) }));
    return tables.flatMap(({ file: where, node }): Place[] => {
      if (access['computed'] === true) return [{ file: where, node }];
      const value = memberOf(node, String(name));
      return isNode(value) ? [{ file: where, node: value }] : [];
    });
  }

  #textOf(file: string): string {
    const text = this.#texts.get(file) ?? readFileSync(path.join(repository, file), 'utf8');
    this.#texts.set(file, text);
    return text;
  }

  #read(file: string): SourceFile {
    const known = this.#files.get(file);
    if (known !== undefined) return known;
    const parents = new Map<SourceNode, SourceNode>();
    const byType = new Map<string, SourceNode[]>();
    const walk = (value: unknown, parent: SourceNode | undefined): void => {
      if (typeof value !== 'object' || value === null) return;
      const node = isNode(value) ? value : undefined;
      if (node !== undefined) {
        if (parent !== undefined) parents.set(node, parent);
        const alike = byType.get(node.type);
        if (alike === undefined) byType.set(node.type, [node]);
        else alike.push(node);
      }
      for (const one of Object.values(value)) walk(one, node ?? parent);
    };
    const program = parseSync(file, this.#textOf(file)).program as unknown as SourceNode;
    walk(program, undefined);
    const read = { program, parents, byType };
    this.#files.set(file, read);
    return read;
  }
}

function calledName(callee: unknown): unknown {
  return isNode(callee) && callee.type === 'MemberExpression' ? nameOf(callee['property']) : nameOf(callee);
}

function unwrap(node: SourceNode): SourceNode {
  const [member, ...others] = parts[node.type] ?? [];
  const inner = others.length === 0 && member !== undefined ? node[member] : undefined;
  return isNode(inner) ? unwrap(inner) : node;
}

/** The key of the argument's member, true where the parameter is the argument itself. */
function bindingIn(pattern: SourceNode, name: unknown): string | true | undefined {
  if (pattern.type === 'AssignmentPattern' && isNode(pattern['left'])) return bindingIn(pattern['left'], name);
  if (pattern.type === 'Identifier') return pattern['name'] === name ? true : undefined;
  if (pattern.type === 'ArrayPattern') {
    return list(pattern['elements']).some((one) => bindingIn(one, name) !== undefined) ? true : undefined;
  }
  const property = list(pattern['properties']).find(
    ({ value }) => isNode(value) && bindingIn(value, name) !== undefined,
  );
  return property === undefined ? undefined : String(nameOf(property['key']));
}

/** What a scope declares under a name; null where its value comes from elsewhere. */
function declaredIn(scope: SourceNode, name: unknown): SourceNode | null | undefined {
  const statements = [
    ...list(scope['body']),
    ...list(scope['consequent']),
    ...(isNode(scope['left']) ? [scope['left']] : []),
    ...(isNode(scope['init']) ? [scope['init']] : []),
  ];
  for (const statement of statements) {
    const inner = isNode(statement['declaration']) ? statement['declaration'] : statement;
    if (inner.type === 'FunctionDeclaration' && nameOf(inner['id']) === name) return inner;
    for (const declarator of list(inner['declarations'])) {
      const { id, init } = declarator;
      if (!isNode(id)) continue;
      const binding = bindingIn(id, name);
      if (binding === undefined) continue;
      if (!isNode(init)) return null;
      const value = binding === true ? init : memberOf(init, binding);
      return isNode(value) ? value : null;
    }
  }
  return undefined;
}
