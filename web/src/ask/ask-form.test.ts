import { describe, expect, test } from 'vitest';
import { describeOperation, findEntries } from '../../../src/control/catalog/catalog-entries.ts';
import { emptyDraft } from './ask-draft.ts';
import { type Field, toField } from './ask-form.ts';
import { readDraft } from './read-draft.ts';
import { takes, toDraft } from './to-draft.ts';

const owner = { type: 'person', id: 'p', name: 'P', organization: 'o', role: 'owner' } as const;
const names = findEntries(owner, {}).entries.map(({ name }) => name);

function fieldOf(name: string): Field {
  return toField(describeOperation(owner, name)?.arguments);
}

function kindsIn(field: Field): Field['kind'][] {
  const inner = {
    list: () => (field.kind === 'list' ? [field.item] : []),
    record: () => (field.kind === 'record' ? [field.item] : []),
    object: () => (field.kind === 'object' ? field.members.map((one) => one.field) : []),
    union: () => (field.kind === 'union' ? field.variants.map((one) => one.field) : []),
  };
  const parts = field.kind in inner ? inner[field.kind as keyof typeof inner]() : [];
  return [field.kind, ...parts.flatMap(kindsIn)];
}

describe('the form of every operation', () => {
  test('asks for JSON only where the catalog takes any object', () => {
    const free = names.filter((name) => kindsIn(fieldOf(name)).includes('json'));
    expect(names.length).toBeGreaterThan(150);
    expect(free).toEqual([
      'documents.aggregate',
      'documents.count',
      'documents.distinct',
      'documents.explain',
      'documents.find',
      'tickets.create',
      'tickets.transition',
    ]);
  });

  test('is an object, and its variants have names of their own', () => {
    const repeated: string[] = [];
    const walk = (name: string, field: Field): void => {
      if (field.kind === 'union') {
        const labels = field.variants.map(({ label }) => label);
        if (new Set(labels).size < labels.length || labels.includes('')) repeated.push(name);
        for (const one of field.variants) walk(name, one.field);
      }
      if (field.kind === 'list' || field.kind === 'record') walk(name, field.item);
      if (field.kind === 'object') for (const one of field.members) walk(name, one.field);
    };
    for (const name of names) {
      expect(fieldOf(name).kind).toBe('object');
      walk(name, fieldOf(name));
    }
    expect(repeated).toEqual([]);
  });

  test('left empty, gives arguments without anything that is optional', () => {
    const read = readDraft(fieldOf('metrics.list'), emptyDraft(fieldOf('metrics.list')));
    expect(read).toEqual({ value: {}, problems: new Map() });
  });
});

describe('metrics.query', () => {
  const field = fieldOf('metrics.query');
  const query = field.kind === 'object' ? field.members.find(({ name }) => name === 'query')?.field : undefined;

  test('chooses among the dialects by name', () => {
    expect(query?.kind === 'union' && query.variants.map(({ label }) => label)).toEqual([
      'promql',
      'datadog',
      'cloudwatch',
      'gcp-filter',
    ]);
  });

  test('has a window, bounds, defaults and hints', () => {
    const members = field.kind === 'object' ? field.members : [];
    const named = (name: string) => members.find((one) => one.name === name)?.field;
    expect(named('window')).toMatchObject({ kind: 'object', isWindow: true });
    expect(named('limit')).toEqual({
      kind: 'number',
      isWhole: true,
      least: 1,
      most: 1000,
      usual: '100',
      hint: 'Most series to return',
    });
    expect(members.filter(({ isRequired }) => isRequired).map(({ name }) => name)).toEqual(['query']);
  });

  test.each([
    { query: { dialect: 'promql', text: 'up' } },
    { query: { dialect: 'datadog', queries: ['avg:a{*}', 'avg:b{*}'], formulas: ['a / b'] }, limit: 5 },
    {
      query: {
        dialect: 'cloudwatch',
        queries: [
          { id: 'm', metric: { namespace: 'AWS/EC2', name: 'CPU', statistic: 'p99', dimensions: { Id: 'i-1' } } },
          { id: 'e', expression: 'm * 2', isReturned: false },
        ],
      },
      window: { from: 'now-1h', to: 'now' },
      region: 'eu-west-1',
    },
  ])('gives back the arguments of a link: %j', (args) => {
    expect(takes(field, args)).toBe(true);
    expect(readDraft(field, toDraft(field, args))).toEqual({ value: args, problems: new Map() });
  });

  test.each([
    { query: { dialect: 'sql', text: 'x' } },
    { query: { dialect: 'promql', text: 'up' }, more: 1 },
    { limit: 5 },
  ])('does not take %j for arguments that it can show', (args) => {
    expect(takes(field, args)).toBe(false);
  });

  test('names each field that is missing or wrong, as the Agent does', () => {
    const draft = {
      parts: {
        query: { variant: 2, inner: { parts: { queries: { items: [] } } } },
        window: { parts: { from: '', to: 'now' } },
        limit: '5000',
        stepSec: '1.5',
        region: 'x',
      },
    };
    expect(Object.fromEntries(readDraft(field, draft).problems)).toEqual({
      'query.queries': 'wrong count',
      'window.from': 'missing',
      limit: 'out of bounds',
      stepSec: 'not whole',
    });
  });
});

test('several forms of a text are one field; other kinds are chosen', () => {
  expect(fieldOf('compute.listContainerImages')).toMatchObject({ kind: 'object' });
  const filters = fieldOf('edge.queryEvents');
  expect(kindsIn(filters)).toContain('boolean');
  const value = { filters: [{ field: 'status', operator: 'equal', value: 500 }] };
  const members = filters.kind === 'object' ? filters.members : [];
  const list = members.find(({ name }) => name === 'filters')?.field ?? filters;
  expect(readDraft(list, toDraft(list, value.filters)).value).toEqual(value.filters);
});

test('JSON of the caller is read, and refused where it is none', () => {
  const field = toField({ type: 'object' });
  expect(readDraft(field, '{"a":1}').value).toEqual({ a: 1 });
  expect(Object.fromEntries(readDraft(field, '[1]').problems)).toEqual({ '': 'no JSON' });
  expect(Object.fromEntries(readDraft(field, '{').problems)).toEqual({ '': 'no JSON' });
});
