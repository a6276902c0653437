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

type Plain = Exclude<Shape, { type: 'object' | 'record' | 'array' | 'union' }>;

/** The issue that a value has. */
type Check = (value: unknown) => Issue | undefined;

/** `value` is what `JSON.parse` returned. Objects are strict: an unknown key is an issue. */
export function formOf(shape: Shape): AnswerForm<unknown> {
  let check: Check | undefined;
  return {
    safeParse: (value) => {
      check ??= checkOf(shape);
      const issue = check(value);
      return issue === undefined ? { success: true, data: value } : { success: false, error: { issues: [issue] } };
    },
  };
}

/** Made once for a shape: an answer may have thousands of objects, and looking each key up twice would be felt. */
function checkOf(shape: Shape): Check {
  if (shape.type === 'union') return checkUnion(shape);
  if (shape.type === 'array') return checkList(shape);
  if (shape.type === 'record') return checkRecord(shape);
  if (shape.type === 'object') return checkObject(shape);
  return (value) => (fits(shape, value) ? undefined : issueOf(`unexpected ${value === null ? 'null' : typeof value}`));
}

function issueOf(message: string): Issue {
  return { path: [], message };
}

function inside(key: PropertyKey, { path, message }: Issue): Issue {
  return { path: [key, ...path], message };
}

function checkUnion({ shapes }: Extract<Shape, { type: 'union' }>): Check {
  const checks = shapes.map(checkOf);
  const fitsOne = (value: unknown): boolean => checks.some((check) => check(value) === undefined);
  return (value) => (fitsOne(value) ? undefined : issueOf('fits none of the expected shapes'));
}

function checkRecord({ values }: Extract<Shape, { type: 'record' }>): Check {
  const check = checkOf(values);
  return (value) => {
    if (!isObject(value)) return issueOf('expected an object');
    for (const key of Object.keys(value)) {
      const issue = check(value[key]);
      if (issue !== undefined) return inside(key, issue);
    }
    return undefined;
  };
}

function checkList({ items, minItems = 0 }: Extract<Shape, { type: 'array' }>): Check {
  const check = checkOf(items);
  return (values) => {
    if (!Array.isArray(values)) return issueOf('expected a list');
    if (values.length < minItems) return issueOf('has too few items');
    for (let at = countFitting(items, values); at < values.length; at++) {
      const issue = check(values[at]);
      if (issue !== undefined) return inside(at, issue);
    }
    return undefined;
  };
}

/** How many items from the first one surely fit. Long lists of numbers are most of some answers. */
function countFitting(shape: Shape, values: readonly unknown[]): number {
  if (shape.type !== 'integer' && shape.type !== 'number') return 0;
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum } = shape;
  if (exclusiveMinimum !== undefined || exclusiveMaximum !== undefined) return 0;
  return shape.type === 'integer' ? countIntegers(values, minimum, maximum) : countNumbers(values, minimum, maximum);
}

/** Apart from `countNumbers`, because a browser keeps the two kinds of lists apart and makes a quick loop for one. */
function countIntegers(values: readonly unknown[], minimum: number, maximum: number): number {
  let at = 0;
  for (; at < values.length; at++) {
    const value = values[at];
    if (typeof value !== 'number' || value < minimum || value > maximum || !Number.isSafeInteger(value)) break;
  }
  return at;
}

function countNumbers(values: readonly unknown[], minimum: number, maximum: number): number {
  let at = 0;
  for (; at < values.length; at++) {
    const value = values[at];
    if (typeof value !== 'number' || value < minimum || value > maximum) break;
  }
  return at;
}

function checkObject({ properties, required = [] }: Extract<Shape, { type: 'object' }>): Check {
  const fields = Object.entries(properties).map(([key, shape]) => ({
    key,
    check: checkOf(shape),
    isRequired: required.includes(key),
  }));
  return (value) => {
    if (!isObject(value)) return issueOf('expected an object');
    let known = 0;
    let missing: string | undefined;
    for (const { key, check, isRequired } of fields) {
      if (!Object.hasOwn(value, key)) {
        if (isRequired) missing ??= key;
        continue;
      }
      known++;
      const issue = check(value[key]);
      if (issue !== undefined) return inside(key, issue);
    }
    if (missing !== undefined) return inside(missing, issueOf('missing'));
    const keys = Object.keys(value);
    const unknown = keys.length === known ? undefined : keys.find((key) => !Object.hasOwn(properties, key));
    return unknown === undefined ? undefined : inside(unknown, issueOf('unknown key'));
  };
}

function fits(shape: Plain, value: unknown): boolean {
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
