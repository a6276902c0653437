/**
 * Checks an answer against the shape that the build took from its zod schema. The page loads these shapes instead of
 * zod, which is larger than everything else on the first screen. No code is made from text, so the content security
 * policy needs no exception.
 */

/** The parts of JSON Schema that answers use. The build refuses a schema that needs more. */
export type Shape =
  | {
      readonly type: 'object';
      readonly properties: Readonly<Record<string, Shape>>;
      readonly required?: readonly string[];
    }
  /** A record: any key, every value of this shape. */
  | { readonly type: 'record'; readonly values: Shape }
  | { readonly type: 'array'; readonly items: Shape; readonly minItems?: number }
  | { readonly type: 'string'; readonly pattern?: string; readonly minLength?: number; readonly maxLength?: number }
  | ({ readonly type: 'number' | 'integer' } & Bounds)
  | { readonly type: 'boolean' | 'null' | 'anything' }
  | { readonly type: 'one of'; readonly values: readonly unknown[] }
  | { readonly type: 'union'; readonly shapes: readonly Shape[] };

interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** What a zod schema and a shape have in common. */
export interface AnswerForm<T> {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: T }
    | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
}

/** `value` is what `JSON.parse` returned. Objects are strict: an unknown key is an issue. */
export function formOf(shape: Shape): AnswerForm<unknown> {
  return {
    safeParse: (value) => {
      const issue = findIssue(shape, value, []);
      return issue === undefined ? { success: true, data: value } : { success: false, error: { issues: [issue] } };
    },
  };
}

type Container = Extract<Shape, { type: 'object' | 'record' | 'array' | 'union' }>;

function findIssue(shape: Shape, value: unknown, path: readonly PropertyKey[]): Issue | undefined {
  if (isContainer(shape)) return findIssueInside(shape, value, path);
  return fits(shape, value) ? undefined : { path, message: `unexpected ${value === null ? 'null' : typeof value}` };
}

function isContainer(shape: Shape): shape is Container {
  return ['object', 'record', 'array', 'union'].includes(shape.type);
}

function findIssueInside(shape: Container, value: unknown, path: readonly PropertyKey[]): Issue | undefined {
  const wrong = (message: string): Issue => ({ path, message });
  switch (shape.type) {
    case 'union':
      if (shape.shapes.some((one) => findIssue(one, value, path) === undefined)) return undefined;
      return wrong('fits none of the expected shapes');
    case 'array':
      if (!Array.isArray(value)) return wrong('expected a list');
      if (value.length < (shape.minItems ?? 0)) return wrong('has too few items');
      return findItemIssue(shape.items, value, path);
    case 'record':
      if (!isObject(value)) return wrong('expected an object');
      return firstIssue(Object.entries(value), path, () => shape.values);
    case 'object':
      return isObject(value) ? findObjectIssue(shape, value, path) : wrong('expected an object');
  }
}

/** Long lists of numbers are most of some answers: nothing is made for each item. */
function findItemIssue(shape: Shape, values: readonly unknown[], path: readonly PropertyKey[]): Issue | undefined {
  if (isContainer(shape)) return firstIssue(values.entries(), path, () => shape);
  const wrong = values.findIndex((value) => !fits(shape, value));
  return wrong === -1 ? undefined : findIssue(shape, values[wrong], [...path, wrong]);
}

function fits(shape: Exclude<Shape, Container>, value: unknown): boolean {
  switch (shape.type) {
    case 'anything':
      return true;
    case 'one of':
      return shape.values.includes(value);
    case 'null':
      return value === null;
    case 'boolean':
      return typeof value === 'boolean';
    case 'string':
      return typeof value === 'string' && isText(shape, value);
    case 'number':
      return typeof value === 'number' && isWithin(shape, value);
    case 'integer':
      return Number.isSafeInteger(value) && isWithin(shape, Number(value));
  }
}

function findObjectIssue(
  { properties, required = [] }: Extract<Shape, { type: 'object' }>,
  value: Readonly<Record<string, unknown>>,
  path: readonly PropertyKey[],
): Issue | undefined {
  const known = Object.entries(value).filter(([key]) => Object.hasOwn(properties, key));
  const issue = firstIssue(known, path, (key) => properties[key]);
  if (issue !== undefined) return issue;
  const missing = required.find((key) => !Object.hasOwn(value, key));
  if (missing !== undefined) return { path: [...path, missing], message: 'missing' };
  const unknown = Object.keys(value).find((key) => !Object.hasOwn(properties, key));
  return unknown === undefined ? undefined : { path: [...path, unknown], message: 'unknown key' };
}

function firstIssue<K extends PropertyKey>(
  entries: Iterable<readonly [K, unknown]>,
  path: readonly PropertyKey[],
  shapeOf: (key: K) => Shape | undefined,
): Issue | undefined {
  for (const [key, part] of entries) {
    const shape = shapeOf(key);
    const issue = shape && findIssue(shape, part, [...path, key]);
    if (issue !== undefined) return issue;
  }
  return undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText({ pattern, minLength = 0, maxLength }: Extract<Shape, { type: 'string' }>, text: string): boolean {
  if (text.length < minLength || text.length > (maxLength ?? Infinity)) return false;
  return pattern === undefined || new RegExp(pattern, 'u').test(text);
}

function isWithin({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Bounds, value: number): boolean {
  return (
    value >= (minimum ?? -Infinity) &&
    value <= (maximum ?? Infinity) &&
    value > (exclusiveMinimum ?? -Infinity) &&
    value < (exclusiveMaximum ?? Infinity)
  );
}
