import { expect, test } from 'vitest';
import { faultTable } from '../../../src/core/fault.ts';
import { describeOperation, findEntries } from '../../../src/control/catalog/catalog-entries.ts';
import { ptBrAsk } from './ask-pt-br.ts';
import { catalogPtBr } from './catalog-pt-br.ts';

const owner = { type: 'person', id: 'p', name: 'P', organization: 'o', role: 'owner' } as const;

function hintsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap(hintsIn);
  const { description, ...rest } = schema as Record<string, unknown>;
  return [...(typeof description === 'string' ? [description] : hintsIn(description)), ...hintsIn(Object.values(rest))];
}

test('every sentence of the catalog that the page shows has a Portuguese one, and none is left over', () => {
  const sentences = findEntries(owner, {}).entries.flatMap(({ name, summary }) => [
    summary,
    ...hintsIn(describeOperation(owner, name)?.arguments),
  ]);
  expect([...catalogPtBr.keys()].toSorted()).toEqual([...new Set(sentences)].toSorted());
});

test('every fault has a Portuguese summary', () => {
  expect([...ptBrAsk.ask.faults.keys()]).toEqual(Object.keys(faultTable));
});
