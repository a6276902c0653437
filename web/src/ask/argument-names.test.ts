import { expect, test } from 'vitest';
import { describeOperation, findEntries } from '../../../src/control/catalog/catalog-entries.ts';
import { argumentNames } from '../words/argument-names-pt-br.ts';
import { enAsk } from '../words/ask-en.ts';
import { ptBrAsk } from '../words/ask-pt-br.ts';
import { type Field, toField } from './ask-form.ts';

const owner = { type: 'person', id: 'p', name: 'P', organization: 'o', role: 'owner' } as const;

function namesIn(field: Field): string[] {
  if (field.kind === 'object') return field.members.flatMap(({ name, field: inner }) => [name, ...namesIn(inner)]);
  if (field.kind === 'union') return field.variants.flatMap((one) => namesIn(one.field));
  return field.kind === 'list' || field.kind === 'record' ? namesIn(field.item) : [];
}

test('every argument has a Portuguese name, every domain one in each language, and none is left over', () => {
  const { entries } = findEntries(owner, {});
  const names = entries.flatMap(({ name }) => namesIn(toField(describeOperation(owner, name)?.arguments)));
  expect(Object.keys(argumentNames).toSorted()).toEqual([...new Set(names)].toSorted());
  const domains = [...new Set(entries.map(({ domain }) => domain))].toSorted();
  for (const { ask } of [enAsk, ptBrAsk]) expect(Object.keys(ask.domains)).toEqual(domains);
});
