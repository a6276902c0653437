/** What is refused before a document is made: fields that hold secrets, names that collide, and more than Azion takes. */
import { Fault } from '../../src/core/fault.ts';
import { type Filter, keyOf } from './document.ts';

/** https://www.azion.com/en/documentation/products/graphql-api-limits/ */
const mostFields = 35;

/** Bodies of requests to Azion, headers and cookies of visitors, and what identifies a session: in no list, group or filter. */
const secretFields = new Set(['requestData', 'wafEvheaders', 'wafMatch', 'debugLog', 'sessionId']);

/** Names that the answer or the document has a meaning of its own for. */
const ownNames = new Set(['ts', 'tsRange', 'count', 'sum', 'avg', 'min', 'max', 'and', 'or', 'not']);

export interface Askable {
  /** Name of the argument that `fields` came in. */
  readonly argument: 'fields' | 'groupBy';
  readonly fields: readonly string[];
  readonly others?: readonly string[];
  readonly filters?: readonly Filter[] | undefined;
  /** How many more are selected. */
  readonly beside: number;
}

/** @throws Fault `refused`, `invalid_arguments` or `cap_exceeded`. */
export function requireAskable({ argument, fields, others = [], filters = [], beside }: Askable): void {
  for (const field of [...fields, ...others, ...filters.map((filter) => filter.field)]) {
    if (!secretFields.has(field)) continue;
    const remedy = `Leave ${field} out: it may hold headers, cookies, bodies or sessions of other people, which are not returned.`;
    throw new Fault('refused', { rule: `field_${field}_is_not_read` }, remedy);
  }
  for (const field of fields) if (ownNames.has(field)) throw misplaced(argument, field);
  for (const { field } of filters) if (ownNames.has(field)) throw misplaced('filters', field);
  const keys = filters.map(keyOf);
  if (new Set(keys).size < keys.length) {
    const remedy = 'Filter a field only once with each operator; to match any of several values, use the operator in.';
    throw new Fault('invalid_arguments', { field: 'filters' }, remedy);
  }
  const selected = fields.length + beside;
  if (selected <= mostFields) return;
  throw new Fault(
    'cap_exceeded',
    { limit: `${mostFields} fields`, estimate: `${selected} fields` },
    'Ask for fewer fields in one request: groups and figures count too.',
  );
}

function misplaced(field: string, name: string): Fault {
  const remedy = `Leave ${name} out: window selects the time, every row has its time, and compute selects figures.`;
  return new Fault('invalid_arguments', { field }, remedy);
}
