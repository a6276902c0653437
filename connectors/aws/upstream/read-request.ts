/** From a request on the wire to the operation it asks for and its input, checked against the service's model. */
import type { FakeCall } from '../../../test/contract/fake-upstream.ts';
import { type Member, modelsOf, type Operation, type ServiceModel, type Shape, shapeOf } from './service-model.ts';

export interface AwsRequest {
  /** In the spelling of the policy. */
  readonly action: `${string}:${string}`;
  readonly region: string;
  /** Id of the access key that signed; empty for a request that is not signed. */
  readonly keyId: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly model: ServiceModel;
  readonly operation: Operation;
  /** What is wrong with the request; empty when AWS would take it. */
  readonly problems: readonly string[];
}

export interface SignedFor {
  /** Id of the access key that signed. */
  readonly keyId: string;
  readonly service: string;
  readonly region: string;
}

/** Prefix of the permissions, where it is not the name that signs. */
const prefixes: Readonly<Record<string, string>> = { monitoring: 'cloudwatch' };

/** From the signature's own scope; undefined for a request that is not signed. */
export function scopeOf({ headers }: FakeCall): SignedFor | undefined {
  const scope = /Credential=([^/]+)\/\d{8}\/([^/]+)\/([^/]+)\/aws4_request/u.exec(headers.authorization ?? '');
  return scope === null ? undefined : { keyId: scope[1] ?? '', region: scope[2] ?? '', service: scope[3] ?? '' };
}

/** Undefined for anything but a request of AWS. */
export function readRequest(call: FakeCall): AwsRequest | undefined {
  const scope = scopeOf(call);
  // The one call that needs no signature, because it is how a credential is obtained.
  const { service, region, keyId } = scope ?? { service: 'sts', region: '', keyId: '' };
  for (const model of modelsOf(service)) {
    const operation = findOperation(model, call);
    if (operation === undefined || (scope === undefined && operation.name !== 'AssumeRoleWithWebIdentity')) continue;
    const { input, problems } = readInput(model, operation, call);
    return {
      action: `${prefixes[service] ?? service}:${operation.name}`,
      region,
      keyId,
      input,
      model,
      operation,
      problems,
    };
  }
  return undefined;
}

function findOperation(model: ServiceModel, call: FakeCall): Operation | undefined {
  const target = call.headers['x-amz-target'];
  if (typeof target === 'string') {
    const at = target.lastIndexOf('.');
    // AWS takes the last part of a prefix that has several for the whole.
    const isKnown = `.${model.metadata.targetPrefix ?? ''}`.endsWith(`.${target.slice(0, at)}`);
    return isKnown ? model.operations[target.slice(at + 1)] : undefined;
  }
  const action = call.form.get('Action');
  if (action !== null) {
    return call.form.get('Version') === model.metadata.apiVersion ? model.operations[action] : undefined;
  }
  return Object.values(model.operations).find(
    ({ http }) => http.method === call.method && labelsIn(http.requestUri, call) !== undefined,
  );
}

/** Values of the labels of a path; undefined when the call is not of this path and its fixed query. */
function labelsIn(requestUri: string, { path, query }: FakeCall): Record<string, string> | undefined {
  const [template = '', fixed = ''] = requestUri.split('?');
  for (const [name, value] of new URLSearchParams(fixed)) if (query.get(name) !== value) return undefined;
  const wanted = template.replace(/\/$/u, '').split('/');
  const parts = path.replace(/\/$/u, '').split('/');
  if (wanted.length !== parts.length) return undefined;
  const labels: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const label = /^\{(\w+)\+?\}$/u.exec(part)?.[1];
    if (label === undefined && part !== parts[at]) return undefined;
    if (label !== undefined) labels[label] = decodeURIComponent(parts[at] ?? '');
  }
  return labels;
}

interface Read {
  readonly input: Readonly<Record<string, unknown>>;
  readonly problems: readonly string[];
}

function readInput(model: ServiceModel, operation: Operation, call: FakeCall): Read {
  if (operation.input === undefined) return { input: {}, problems: [] };
  const shape = shapeOf(model, operation.input);
  const problems: string[] = [];
  const input = rawInput(model, { operation, shape, call, problems });
  problems.push(...problemsOf(model, shape, input, '$'));
  return { input, problems };
}

interface Asked {
  readonly operation: Operation;
  readonly shape: Shape;
  readonly call: FakeCall;
  readonly problems: string[];
}

function rawInput(model: ServiceModel, asked: Asked): Record<string, unknown> {
  const { operation, shape, call, problems } = asked;
  if (call.headers['x-amz-target'] !== undefined) return parseJson(call.body, problems);
  if (call.form.has('Action')) return readForm(model, shape, call, problems);
  const body = call.body === '' || call.body.startsWith('<') ? {} : parseJson(call.body, problems);
  const labels = labelsIn(operation.http.requestUri, call) ?? {};
  const places: Places = { labels, query: call.query, body };
  const input: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(shape.members ?? {})) {
    const value = placedValue(model, { name, member, places });
    if (value !== undefined) input[name] = value;
  }
  problems.push(...strangersIn(asked, body));
  return input;
}

interface Places {
  readonly labels: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Placed {
  readonly name: string;
  readonly member: Member;
  readonly places: Places;
}

/** Undefined for a member that is not sent. Headers are not read: no read sends anything in one. */
function placedValue(model: ServiceModel, { name, member, places: { labels, query, body } }: Placed): unknown {
  const { location, locationName = name } = member;
  switch (location) {
    case 'uri': {
      const label = labels[locationName];
      return label === undefined ? undefined : scalar(model, member, label);
    }
    case 'querystring': {
      const values = query.getAll(locationName);
      if (values.length === 0) return undefined;
      return shapeOf(model, member).type === 'list' ? values : scalar(model, member, values[0] ?? '');
    }
    case undefined:
      return body[locationName];
    case 'header':
    case 'headers':
    case 'statusCode':
      return undefined;
  }
}

/** What was sent and the operation does not take. */
function strangersIn({ operation, shape, call }: Asked, body: Readonly<Record<string, unknown>>): string[] {
  const members = Object.entries(shape.members ?? {});
  const named = (where: Member['location']): Set<string> =>
    new Set(members.flatMap(([name, { location, locationName = name }]) => (location === where ? [locationName] : [])));
  const fixed = new Set(new URLSearchParams(operation.http.requestUri.split('?')[1] ?? '').keys());
  const [inBody, inQuery] = [named(undefined), named('querystring')];
  return [
    ...Object.keys(body).flatMap((name) => (inBody.has(name) ? [] : [`unknown body member ${name}`])),
    ...[...call.query.keys()].flatMap((name) =>
      inQuery.has(name) || fixed.has(name) ? [] : [`unknown query parameter ${name}`],
    ),
  ];
}

function parseJson(text: string, problems: string[]): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // Told below like every other body that is no object.
  }
  problems.push('the body is no JSON object');
  return {};
}

/** Form fields of the two query protocols, which differ in how they name members. */
function readForm(model: ServiceModel, shape: Shape, { form }: FakeCall, problems: string[]): Record<string, unknown> {
  const isEc2 = model.metadata.protocol === 'ec2';
  const used = new Set(['Action', 'Version']);
  const input = structureAt(shape, '');
  for (const name of form.keys()) if (!used.has(name)) problems.push(`unknown field ${name}`);
  return input;

  function structureAt(of: Shape, prefix: string): Record<string, unknown> {
    const found: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(of.members ?? {})) {
      const value = valueAt(member, `${prefix}${fieldName(name, member)}`);
      if (value !== undefined) found[name] = value;
    }
    return found;
  }
  function fieldName(name: string, member: Member): string {
    if (!isEc2) return member.locationName ?? name;
    const ec2Name = member.locationName ?? name;
    return member.queryName ?? `${ec2Name[0]?.toUpperCase()}${ec2Name.slice(1)}`;
  }
  function valueAt(member: Member, field: string): unknown {
    const of = shapeOf(model, member);
    if (of.type === 'structure') {
      if (![...form.keys()].some((key) => key.startsWith(`${field}.`))) return undefined;
      return structureAt(of, `${field}.`);
    }
    if (of.type === 'list') return listAt(of, field);
    const text = form.get(field);
    if (text === null) return undefined;
    used.add(field);
    return scalar(model, member, text);
  }
  function listAt(of: Shape, field: string): unknown[] | undefined {
    const { member } = of;
    if (member === undefined) throw new Error(`${field} is a list of nothing`);
    const base = isEc2 || of.flattened === true ? field : `${field}.${member.locationName ?? 'member'}`;
    const values: unknown[] = [];
    for (let at = 1; ; at += 1) {
      const value = valueAt(member, `${base}.${at}`);
      if (value === undefined) return values.length === 0 ? undefined : values;
      values.push(value);
    }
  }
}

function scalar(model: ServiceModel, member: Member, text: string): unknown {
  switch (shapeOf(model, member).type) {
    case 'integer':
    case 'long':
    case 'double':
    case 'float':
      return Number(text);
    case 'boolean':
      return text === 'true';
    default:
      return text;
  }
}

const scalarTypes: Readonly<Record<string, readonly string[]>> = {
  string: ['string'],
  integer: ['number'],
  long: ['number'],
  double: ['number'],
  float: ['number'],
  boolean: ['boolean'],
  timestamp: ['number', 'string'],
  blob: ['string'],
};

function problemsOf(model: ServiceModel, shape: Shape, value: unknown, at: string): string[] {
  if (shape.type === 'structure') return problemsOfStructure(model, shape, value, at);
  if (shape.type === 'list') {
    if (!Array.isArray(value) || shape.member === undefined) return [`${at} is no list`];
    const of = shapeOf(model, shape.member);
    return value.flatMap((one, index) => problemsOf(model, of, one, `${at}[${index}]`));
  }
  if (shape.type === 'map') {
    if (typeof value !== 'object' || value === null || shape.value === undefined) return [`${at} is no map`];
    const of = shapeOf(model, shape.value);
    return Object.entries(value).flatMap(([key, one]) => problemsOf(model, of, one, `${at}.${key}`));
  }
  if (scalarTypes[shape.type]?.includes(typeof value) !== true || Number.isNaN(value)) {
    return [`${at} is no ${shape.type}`];
  }
  if (shape.enum !== undefined && !shape.enum.includes(String(value))) {
    return [`${at} is ${String(value)}, which is none of its values`];
  }
  return boundProblems(shape, value, at);
}

function problemsOfStructure(model: ServiceModel, shape: Shape, value: unknown, at: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at} is no structure`];
  const members = shape.members ?? {};
  const missing = (shape.required ?? [])
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => `${at}.${name} is missing`);
  const others = Object.entries(value).flatMap(([name, one]) => {
    const member = members[name];
    return member === undefined
      ? [`${at}.${name} is unknown`]
      : problemsOf(model, shapeOf(model, member), one, `${at}.${name}`);
  });
  return [...missing, ...others];
}

/** A number between, or a text as long as, the model says. */
function boundProblems(shape: Shape, value: unknown, at: string): string[] {
  const size = typeof value === 'number' ? value : String(value).length;
  const { min, max } = shape as { min?: number; max?: number };
  if (min !== undefined && size < min) return [`${at} is below ${min}`];
  return max !== undefined && size > max ? [`${at} is above ${max}`] : [];
}
