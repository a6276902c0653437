/** From an answer in the vendor's own member names to the wire form of its protocol. A member the model lacks is refused: the fake cannot say what AWS cannot. */
import type { Reply } from '../../../test/contract/fake-upstream.ts';
import type { AwsRequest } from './read-request.ts';
import { type Member, type ServiceModel, type Shape, shapeOf } from './service-model.ts';

export type Output = Readonly<Record<string, unknown>>;

export function writeAnswer({ model, operation }: AwsRequest, isTargeted: boolean, output: Output): Reply {
  const shape = operation.output === undefined ? undefined : shapeOf(model, operation.output);
  const { protocol } = model.metadata;
  if (isTargeted || protocol === 'rest-json') {
    const body = shape === undefined ? {} : toJson(model, shape, output, '$');
    return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  }
  const inner = shape === undefined ? '' : membersXml(model, shape, output, '$');
  const { resultWrapper } = operation.output ?? {};
  const result = resultWrapper === undefined ? inner : `<${resultWrapper}>${inner}</${resultWrapper}>`;
  const root = protocol === 'rest-xml' ? (operation.output?.shape ?? 'Response') : `${operation.name}Response`;
  return { status: 200, headers: { 'content-type': 'text/xml' }, body: `<${root}>${result}</${root}>` };
}

function toJson(model: ServiceModel, shape: Shape, value: unknown, at: string): unknown {
  switch (shape.type) {
    case 'structure':
      return Object.fromEntries(
        membersOf(shape, value, at).map(([name, member, one]) => [
          member.locationName ?? name,
          toJson(model, shapeOf(model, member), one, `${at}.${name}`),
        ]),
      );
    case 'list':
      return listOf(value, at).map((one, index) =>
        toJson(model, memberOf(model, shape.member, at), one, `${at}[${index}]`),
      );
    case 'map':
      return Object.fromEntries(
        Object.entries(objectOf(value, at)).map(([key, one]) => [
          key,
          toJson(model, memberOf(model, shape.value, at), one, `${at}.${key}`),
        ]),
      );
    case 'timestamp':
      return timestampJson(shape, value, at);
    default:
      return scalarOf(shape, value, at);
  }
}

function membersXml(model: ServiceModel, shape: Shape, value: unknown, at: string): string {
  return membersOf(shape, value, at)
    .map(([name, member, one]) =>
      memberXml(model, { name: member.locationName ?? name, member, value: one, at: `${at}.${name}` }),
    )
    .join('');
}

interface Placed {
  readonly name: string;
  readonly member: Member;
  readonly value: unknown;
  readonly at: string;
}

function memberXml(model: ServiceModel, { name, member, value, at }: Placed): string {
  const shape = shapeOf(model, member);
  switch (shape.type) {
    case 'structure':
      return `<${name}>${membersXml(model, shape, value, at)}</${name}>`;
    case 'list': {
      const { member: item } = shape;
      if (item === undefined) throw new Error(`${at} is a list of nothing`);
      const isFlat = shape.flattened === true || member.flattened === true;
      const tag = isFlat ? name : (item.locationName ?? 'member');
      const items = listOf(value, at).map((one, index) =>
        memberXml(model, { name: tag, member: item, value: one, at: `${at}[${index}]` }),
      );
      return isFlat ? items.join('') : `<${name}>${items.join('')}</${name}>`;
    }
    case 'timestamp':
      return `<${name}>${dateOf(value, at).toISOString()}</${name}>`;
    case 'map':
      throw new Error(`${at}: a map in XML is not written here`);
    default:
      return `<${name}>${escapeXml(String(scalarOf(shape, value, at)))}</${name}>`;
  }
}

function membersOf(shape: Shape, value: unknown, at: string): [string, Member, unknown][] {
  const members = shape.members ?? {};
  return Object.entries(objectOf(value, at)).flatMap(([name, one]): [string, Member, unknown][] => {
    const member = members[name];
    if (member === undefined) throw new Error(`${at}.${name} is no member that AWS answers with`);
    return one === undefined ? [] : [[name, member, one]];
  });
}

/** What a test gives for each of the model's types that is not a text. */
const jsTypes: Readonly<Record<string, string>> = {
  integer: 'number',
  long: 'number',
  double: 'number',
  float: 'number',
  boolean: 'boolean',
};

function scalarOf({ type, enum: values }: Shape, value: unknown, at: string): unknown {
  const wanted = jsTypes[type] ?? 'string';
  if (typeof value !== wanted) throw new Error(`${at} is ${typeof value}, and AWS answers with ${type}`);
  if (values !== undefined && !values.includes(String(value))) {
    throw new Error(`${at}: ${String(value)} is none of the values AWS documents`);
  }
  return value;
}

function timestampJson({ timestampFormat }: Shape, value: unknown, at: string): unknown {
  const date = dateOf(value, at);
  return timestampFormat === 'iso8601' ? date.toISOString() : date.getTime() / 1000;
}

function dateOf(value: unknown, at: string): Date {
  if (value instanceof Date) return value;
  throw new Error(`${at} is no Date`);
}

function listOf(value: unknown, at: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error(`${at} is no list`);
}

function objectOf(value: unknown, at: string): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new Error(`${at} is no structure`);
}

function memberOf(model: ServiceModel, member: Member | undefined, at: string): Shape {
  if (member === undefined) throw new Error(`${at} has no members`);
  return shapeOf(model, member);
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
