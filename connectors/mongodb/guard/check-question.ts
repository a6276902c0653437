/**
 * Refuses, before anything is sent or any secret read, every question that could do more than read the
 * collections it names in the database it names. Fails closed: a stage, an operator or a field of a nested
 * question that is in no list is refused.
 */
import { Fault } from '../../../src/core/fault.ts';
import { readExtendedJson, typeNameOf, type ValueMaker } from '../extended-json.ts';
import { readingOperators } from './operators.ts';
import { readingStages } from './stages.ts';

/** Stages in all, those of nested pipelines included. */
const mostStages = 50;
/** Pipelines inside pipelines. */
const mostNested = 4;

type Fields = Readonly<Record<string, unknown>>;

const nothing = (): undefined => undefined;
/** Checks the values without the driver, which is not loaded before something is sent. */
const looking: ValueMaker = {
  objectId: nothing,
  int: nothing,
  long: nothing,
  double: nothing,
  decimal: nothing,
  date: nothing,
  binary: nothing,
  timestamp: nothing,
  regularExpression: nothing,
  minKey: nothing,
  maxKey: nothing,
};

/** Collections the database keeps for itself: code of the server, its profiler, its users. */
export function checkCollection(name: string, field: string): void {
  if (!name.startsWith('system.')) return;
  const remedy = `Name another collection in ${field}: those that begin with system. belong to the database itself.`;
  throw new Fault('refused', { rule: 'no_system_collection' }, remedy);
}

/** A filter or a projection, undefined when it was left out. @throws Fault `refused` or `invalid_arguments`. */
export function checkExpression(value: unknown, field: string): void {
  if (value === undefined) return;
  readExtendedJson(value, { make: looking, path: field });
  checkOperators(value, field);
}

/** @throws Fault `refused`, `invalid_arguments` or `cap_exceeded`. */
export function checkPipeline(pipeline: readonly Fields[], field = 'pipeline'): void {
  readExtendedJson(pipeline, { make: looking, path: field });
  new PipelineCheck().check(pipeline, field, 1);
}

class PipelineCheck {
  #stages = 0;

  check(pipeline: unknown, field: string, depth: number): void {
    if (!Array.isArray(pipeline)) throw malformed(field, 'Write it as a list of stages.');
    if (depth > mostNested) throw tooMuch(`${mostNested} nested pipelines`);
    this.#stages += pipeline.length;
    if (this.#stages > mostStages) throw tooMuch(`${mostStages} stages`);
    for (const [at, stage] of pipeline.entries()) this.#checkStage(stage, `${field}[${at}]`, depth);
  }

  #checkStage(stage: unknown, field: string, depth: number): void {
    const [name, ...others] = isFields(stage) ? Object.keys(stage) : [];
    if (!isFields(stage) || name === undefined || others.length > 0) {
      throw malformed(field, 'Write a stage as an object with its name as the only key.');
    }
    if (!readingStages.has(name)) throw notReading('reading_stages_only', `the stage ${printable(name)}`);
    const body = stage[name];
    const at = `${field}.${name}`;
    if (name === '$facet') this.#checkFacet(body, at, depth);
    else if (name === '$lookup') this.#checkNested(ofLookup, body, { at, depth });
    else if (name === '$unionWith') this.#checkUnion(body, at, depth);
    else if (name === '$graphLookup') this.#checkNested(ofGraphLookup, body, { at, depth });
    else checkOperators(body, at);
  }

  #checkFacet(body: unknown, at: string, depth: number): void {
    if (!isFields(body)) throw malformed(at, 'Write it as an object of pipelines.');
    for (const [name, pipeline] of Object.entries(body)) {
      if (name.startsWith('$')) throw malformed(at, 'Give each of its pipelines a name that is not an operator.');
      this.check(pipeline, `${at}.${name}`, depth + 1);
    }
  }

  #checkUnion(body: unknown, at: string, depth: number): void {
    if (typeof body === 'string') checkSource(body, at);
    else this.#checkNested(ofUnionWith, body, { at, depth });
  }

  #checkNested({ source, fields }: Nested, body: unknown, { at, depth }: { at: string; depth: number }): void {
    if (!isFields(body)) throw malformed(at, 'Write it as an object.');
    const unknown = Object.keys(body).find((name) => !fields.includes(name));
    if (unknown !== undefined) {
      // Such a field names another database.
      const remedy = `Leave ${printable(unknown)} out of ${at}: ${fields.join(', ')} are known, and other databases are not read.`;
      throw new Fault('refused', { rule: 'same_database_only' }, remedy);
    }
    checkSource(body[source], `${at}.${source}`);
    for (const [name, value] of Object.entries(body)) {
      if (name === 'pipeline') this.check(value, `${at}.pipeline`, depth + 1);
      else checkOperators(value, `${at}.${name}`);
    }
  }
}

interface Nested {
  /** The field that names the other collection. */
  readonly source: string;
  readonly fields: readonly string[];
}

const ofLookup: Nested = {
  source: 'from',
  fields: ['from', 'localField', 'foreignField', 'let', 'pipeline', 'as'],
};
const ofUnionWith: Nested = { source: 'coll', fields: ['coll', 'pipeline'] };
const ofGraphLookup: Nested = {
  source: 'from',
  fields: [
    'from',
    'startWith',
    'connectFromField',
    'connectToField',
    'as',
    'maxDepth',
    'depthField',
    'restrictSearchWithMatch',
  ],
};

/** The other collection of a stage: a name, never an object that names a database too. */
function checkSource(source: unknown, field: string): void {
  if (typeof source !== 'string') {
    const remedy = `Give ${field} as the name of a collection of the same database: other databases are not read.`;
    throw new Fault('refused', { rule: 'same_database_only' }, remedy);
  }
  checkCollection(source, field);
}

function checkOperators(value: unknown, field: string): void {
  if (Array.isArray(value)) {
    for (const one of value) checkOperators(one, field);
    return;
  }
  // A value of a type was checked when it was read, and holds no operator.
  if (!isFields(value) || typeNameOf(value) !== undefined) return;
  for (const [name, one] of Object.entries(value)) {
    if (name.startsWith('$') && !readingOperators.has(name)) {
      throw notReading('reading_operators_only', `${printable(name)} in ${field}`);
    }
    checkOperators(one, field);
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function notReading(rule: string, what: string): Fault {
  const remedy = `Leave out ${what}: only stages and operators that are known to be read-only are sent. The guide of this connector lists them.`;
  return new Fault('refused', { rule }, remedy);
}

function tooMuch(limit: string): Fault {
  return new Fault('cap_exceeded', { limit, estimate: 'more' }, 'Ask for less in one request, or send two.');
}

function malformed(field: string, remedy: string): Fault {
  return new Fault('invalid_arguments', { field: printable(field) }, remedy);
}

/** What the caller wrote, short and without control characters. */
function printable(text: string): string {
  const clean = text.replaceAll(/\p{C}+/gu, ' ');
  return clean.length > 120 ? `${clean.slice(0, 120)}…` : clean;
}
