/** CloudFormation's conditions, as its reference defines them: as much as the template uses. */
import type { Node } from '../../../scripts/delivery/cloud/cloudformation.ts';

type Parameters = Readonly<Record<string, string>>;
type Branch = { readonly [key: string]: Node };

const nothing = Symbol('AWS::NoValue');

/** The document at this place of the resources, as a deployment with these parameters has it; those left out have their default. */
export function evaluate(
  template: Branch,
  given: Parameters,
  place: readonly string[] = ['ReadOnlyPolicy', 'Properties', 'PolicyDocument'],
): unknown {
  return resolve(at(template, 'Resources', ...place), contextOf(template, given));
}

/** Whether every assertion of the template's rules holds. */
export function holds(template: Branch, given: Parameters): boolean {
  const context = contextOf(template, given);
  return Object.values(asBranch(at(template, 'Rules'))).every((rule) =>
    asList(asBranch(rule)['Assertions'] ?? []).every((one) => isTrue(asBranch(one)['Assert'] ?? '', context)),
  );
}

interface Context {
  readonly parameters: Parameters;
  readonly conditions: Branch;
}

function contextOf(template: Branch, given: Parameters): Context {
  const defaults = Object.entries(asBranch(at(template, 'Parameters'))).map(([name, one]) => {
    const { Default: value, AllowedValues: allowed } = asBranch(one);
    if (allowed !== undefined && !asList(allowed).includes(given[name] ?? value ?? '')) {
      throw new Error(`${name} has a value that is not allowed`);
    }
    return [name, value] as const;
  });
  const parameters = { ...Object.fromEntries(defaults), ...given } as Parameters;
  return { parameters, conditions: asBranch(at(template, 'Conditions')) };
}

function resolve(node: Node, context: Context): unknown {
  if (typeof node === 'string') return node;
  if (Array.isArray(node)) return node.map((one: Node) => resolve(one, context)).filter((one) => one !== nothing);
  const branch = asBranch(node);
  const [[name, value] = ['', '']] = Object.entries(branch);
  if (name === 'Ref') return value === 'AWS::NoValue' ? nothing : parameterOf(value, context);
  if (name === 'Fn::If') {
    const [condition = '', yes = '', no = ''] = asList(value);
    return resolve(isTrue({ Condition: condition }, context) ? yes : no, context);
  }
  if (name.startsWith('Fn::')) throw new Error(`${name} is not expected here`);
  const entries = Object.entries(branch).map(([key, one]) => [key, resolve(one, context)] as const);
  return Object.fromEntries(entries.filter(([, one]) => one !== nothing));
}

function isTrue(node: Node, context: Context): boolean {
  const [[name, value] = ['', '']] = Object.entries(asBranch(node));
  if (name === 'Fn::Equals') {
    const [left, right] = asList(value).map((one) => resolve(one, context));
    return left === right;
  }
  if (name === 'Fn::Not') return !isTrue(asList(value)[0] ?? '', context);
  // Two to ten, says its reference.
  if (name === 'Fn::Or' && asList(value).length <= 10) return asList(value).some((one) => isTrue(one, context));
  if (name === 'Condition' && typeof value === 'string') return isTrue(at(context.conditions, value), context);
  throw new Error(`${name} is not a condition that is known here`);
}

function parameterOf(name: Node, { parameters }: Context): string {
  const value = typeof name === 'string' ? parameters[name] : undefined;
  if (value === undefined) throw new Error(`there is no parameter ${JSON.stringify(name)}`);
  return value;
}

function at(branch: Branch, ...keys: readonly string[]): Node {
  let node: Node = branch;
  for (const key of keys) {
    const next: Node | undefined = asBranch(node)[key];
    if (next === undefined) throw new Error(`the template has no ${keys.join('.')}`);
    node = next;
  }
  return node;
}

function asBranch(node: Node): Branch {
  if (typeof node === 'string' || Array.isArray(node)) throw new Error('an object is expected');
  return node as Branch;
}

function asList(node: Node): readonly Node[] {
  if (!Array.isArray(node)) throw new Error('a list is expected');
  return node;
}
