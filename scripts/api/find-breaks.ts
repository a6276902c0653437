/**
 * What a description of the interface (OpenAPI 3.1) refuses or leaves out that the one before promised. A pure function:
 * the same two documents give the same breaks.
 */
import { portablePattern } from '../../src/control/http/portable-schema.ts';

/** Every kind of break. The page on versions is made from this list. */
export const breakKinds = {
  path_removed: 'A path or a method is gone.',
  response_removed: 'A status of success is gone.',
  access_narrowed: 'A kind of caller that a route accepted is refused.',
  field_removed: 'A parameter, or a field of a request or of a response, is gone.',
  field_required: 'A request without a field or parameter is refused that was accepted.',
  field_optional: 'A field that every response had may be absent.',
  type_changed: 'A field or parameter has another type.',
  values_narrowed: 'A request with a value is refused that was accepted: of an enum, by range, length or pattern.',
} as const;
type BreakKind = keyof typeof breakKinds;

interface Break {
  readonly kind: BreakKind;
  /** `POST /api/tokens body.name`. */
  readonly at: string;
}

type Node = Readonly<Record<string, unknown>>;
type Direction = 'request' | 'response';

/** In the order of the earlier document. What was added is no break. */
export function findBreaks(before: Node, after: Node): Break[] {
  const comparison = new Comparison(before, after);
  for (const [path, methods] of Object.entries(mapOf(before['paths']))) {
    for (const [method, operation] of Object.entries(methods)) {
      const at = `${method.toUpperCase()} ${path}`;
      const now = mapOf(after['paths'])[path]?.[method];
      if (now === undefined) comparison.add('path_removed', at);
      else comparison.operation(at, operation as Node, now as Node);
    }
  }
  return comparison.breaks;
}

class Comparison {
  readonly breaks: Break[] = [];
  readonly #before: Node;
  readonly #after: Node;
  /** Pairs of named schemas under way, so that one that contains itself ends. */
  readonly #open = new Set<string>();

  constructor(before: Node, after: Node) {
    this.#before = before;
    this.#after = after;
  }

  add(kind: BreakKind, at: string): void {
    if (!this.breaks.some((one) => one.kind === kind && one.at === at)) this.breaks.push({ kind, at });
  }

  operation(at: string, before: Node, after: Node): void {
    const callers = new Set(listOf(after['security']).map((one) => JSON.stringify(one)));
    const isOpenNow = listOf(after['security']).length === 0;
    const wasOpen = listOf(before['security']).length === 0;
    const isNarrower = wasOpen || listOf(before['security']).some((one) => !callers.has(JSON.stringify(one)));
    if (!isOpenNow && isNarrower) this.add('access_narrowed', at);
    this.#parameters(at, listOf(before['parameters']), listOf(after['parameters']));
    const body = contentOf(after['requestBody']);
    const earlier = contentOf(before['requestBody']);
    if (earlier !== undefined) this.#optional(`${at} body`, earlier, body, 'request');
    else if (body !== undefined) this.add('field_required', `${at} body`);
    // A class of statuses was once spelled `4xx`.
    for (const [status, response] of Object.entries(mapOf(before['responses']))) {
      const now = mapOf(after['responses'])[status.toUpperCase()] ?? mapOf(after['responses'])[status];
      const content = contentOf(response);
      if (now === undefined) this.add('response_removed', `${at} ${status}`);
      else if (content !== undefined) this.#optional(`${at} ${status}`, content, contentOf(now), 'response');
    }
  }

  #parameters(at: string, before: readonly Node[], after: readonly Node[]): void {
    const nameOf = (one: Node): string => `${String(one['in'])}.${String(one['name'])}`;
    for (const one of before) {
      const now = after.find((other) => nameOf(other) === nameOf(one));
      const place = `${at} ${nameOf(one)}`;
      if (now === undefined) this.add('field_removed', place);
      else {
        if (one['required'] !== true && now['required'] === true) this.add('field_required', place);
        this.#schema(place, one['schema'] as Node, now['schema'] as Node, 'request');
      }
    }
    for (const one of after) {
      // A part of an address was always needed, described or not.
      const isNew = one['in'] !== 'path' && !before.some((other) => nameOf(other) === nameOf(one));
      if (isNew && one['required'] === true) this.add('field_required', `${at} ${nameOf(one)}`);
    }
  }

  #optional(at: string, before: Node, after: Node | undefined, direction: Direction): void {
    if (after === undefined) this.add('field_removed', at);
    else this.#schema(at, before, after, direction);
  }

  #schema(at: string, beforeGiven: Node, afterGiven: Node, direction: Direction): void {
    const pair = `${String(beforeGiven['$ref'])} ${String(afterGiven['$ref'])} ${direction}`;
    const isNamed = beforeGiven['$ref'] !== undefined || afterGiven['$ref'] !== undefined;
    if (isNamed && this.#open.has(pair)) return;
    if (isNamed) this.#open.add(pair);
    const before = resolve(beforeGiven, this.#before);
    const after = resolve(afterGiven, this.#after);
    const [earlier, now] = [alternativesOf(before), alternativesOf(after)];
    if (earlier.length > 1 || now.length > 1) this.#alternatives(at, earlier, now, direction);
    else this.#one(at, before, after, direction);
    if (isNamed) this.#open.delete(pair);
  }

  /** A response may get further alternatives, as an enum further values; a request may not lose one. */
  #alternatives(at: string, before: readonly Node[], after: readonly Node[], direction: Direction): void {
    for (const one of before) {
      const fitting = after.filter((other) => markOf(other, this.#after) === markOf(one, this.#before));
      if (fitting.length === 0) {
        const kind = isObject(resolve(one, this.#before)) ? 'values_narrowed' : 'type_changed';
        if (direction === 'request') this.add(kind, at);
        continue;
      }
      // Of several the one that breaks least is meant.
      const trials = fitting.map((other) => this.#trial(() => this.#schema(at, one, other, direction)));
      const [least = []] = trials.toSorted((a, b) => a.length - b.length);
      for (const found of least) this.add(found.kind, found.at);
    }
    const isNewType = (other: Node): boolean =>
      !isObject(resolve(other, this.#after)) &&
      !before.some((one) => markOf(one, this.#before) === markOf(other, this.#after));
    if (direction === 'response' && after.some(isNewType)) this.add('type_changed', at);
  }

  #trial(work: () => void): Break[] {
    const kept = this.breaks.splice(0);
    work();
    const found = this.breaks.splice(0);
    this.breaks.push(...kept);
    return found;
  }

  #one(at: string, before: Node, after: Node, direction: Direction): void {
    if (before['type'] !== after['type'] && !isWider(before['type'], after['type'], direction)) {
      return this.add('type_changed', at);
    }
    if (direction === 'request' && isNarrower(before, after)) this.add('values_narrowed', at);
    this.#properties(at, before, after, direction);
    const items = [before['items'], after['items']] as (Node | undefined)[];
    if (items[0] !== undefined && items[1] !== undefined) this.#schema(`${at}[]`, items[0], items[1], direction);
    const open = [before['additionalProperties'], after['additionalProperties']];
    if (isNode(open[0]) && isNode(open[1])) this.#schema(`${at}{}`, open[0], open[1], direction);
    else if (isNode(open[0])) this.add('field_removed', `${at}{}`);
    return undefined;
  }

  #properties(at: string, before: Node, after: Node, direction: Direction): void {
    const [earlier, now] = [mapOf(before['properties']), mapOf(after['properties'])];
    const [needed, neededNow] = [namesOf(before['required']), namesOf(after['required'])];
    for (const [name, one] of Object.entries(earlier)) {
      const place = `${at}.${name}`;
      if (now[name] === undefined) this.add('field_removed', place);
      else {
        if (direction === 'response' && needed.has(name) && !neededNow.has(name)) this.add('field_optional', place);
        this.#schema(place, one, now[name], direction);
      }
    }
    for (const name of direction === 'request' ? neededNow : []) {
      if (!needed.has(name)) this.add('field_required', `${at}.${name}`);
    }
  }
}

/** Alternatives of one schema; null beside a type counts as one, and so does each of several types. */
function alternativesOf(schema: Node): Node[] {
  const types = schema['type'];
  if (Array.isArray(types)) return types.map((type: unknown) => ({ ...schema, type }));
  const listed = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])];
  return listed.length > 0 ? listed : [schema];
}

/** What tells alternatives apart: the constants of an object, else the type. */
function markOf(given: Node, document: Node): string {
  const schema = resolve(given, document);
  const constants = Object.entries(mapOf(schema['properties'])).flatMap(([name, one]) =>
    one['const'] === undefined ? [] : [`${name}=${JSON.stringify(one['const'])}`],
  );
  return [String(schema['type']), ...constants.toSorted()].join(' ');
}

function isWider(before: unknown, after: unknown, direction: Direction): boolean {
  const [less, more] = direction === 'request' ? [before, after] : [after, before];
  // No type accepts everything; a whole number is a number.
  return more === undefined || (less === 'integer' && more === 'number');
}

const lowest = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const;
const highest = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'] as const;

/** As it was described and as it is described now: another spelling of the same pattern is no break. */
function patternsOf({ pattern }: Node): unknown[] {
  return typeof pattern === 'string' ? [pattern, portablePattern(pattern)] : [];
}

function isNarrower(before: Node, after: Node): boolean {
  const [allowed, now] = [valuesOf(before), valuesOf(after)];
  if (now !== undefined && (allowed === undefined || [...allowed].some((one) => !now.has(one)))) return true;
  const number = (node: Node, key: string, otherwise: number): number => Number(node[key] ?? otherwise);
  return (
    lowest.some((key) => number(after, key, -Infinity) > number(before, key, -Infinity)) ||
    highest.some((key) => number(after, key, Infinity) < number(before, key, Infinity)) ||
    (after['pattern'] !== undefined && !patternsOf(before).includes(after['pattern'])) ||
    (after['format'] !== undefined && after['format'] !== before['format'])
  );
}

/** Undefined: any value of the type. */
function valuesOf(schema: Node): Set<string> | undefined {
  if (schema['const'] !== undefined) return new Set([JSON.stringify(schema['const'])]);
  const listed = schema['enum'];
  return Array.isArray(listed) ? new Set(listed.map((one) => JSON.stringify(one))) : undefined;
}

function resolve(schema: Node, document: Node): Node {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  let found: unknown = document;
  for (const part of reference.slice(2).split('/')) found = (found as Node | undefined)?.[part];
  if (!isNode(found)) throw new Error(`${reference} leads nowhere`);
  return resolve(found, document);
}

function contentOf(holder: unknown): Node | undefined {
  const content = mapOf((holder as Node | undefined)?.['content'])['application/json'];
  return content?.['schema'] as Node | undefined;
}

function isObject(schema: Node): boolean {
  return schema['type'] === 'object';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mapOf(value: unknown): Readonly<Record<string, Node>> {
  return isNode(value) ? (value as Record<string, Node>) : {};
}

function listOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function namesOf(value: unknown): Set<string> {
  return new Set(Array.isArray(value) ? value.map(String) : []);
}
