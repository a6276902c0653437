/** Arguments that are known to work, by operation and connector: the first question that the contract tests ask. */
import { operations } from '../../catalog/index.ts';
import type { Operation } from '../../catalog/operation.ts';
import { registry } from '../../connectors/registry.ts';
import type { Exemplar } from '../../test/contract/exemplar.ts';
import type { Page } from './page.ts';

export const examplesFile = 'catalog/examples.json';

const exemplars = await Promise.all(
  registry.map(async ({ manifest: { id } }): Promise<[string, Exemplar]> => {
    const { exemplar } = (await import(`../../connectors/${id}/upstream/exemplar.ts`)) as { exemplar: Exemplar };
    return [id, exemplar];
  }),
);

/** Messages of the fake are as old as the moment asks: in an example one has always the same time. */
const messageTime = /"\d{10}\.\d{6}"/gu;

export function render(): Page[] {
  const examples = operations.map((operation) => [operation.name, Object.fromEntries(examplesOf(operation))]);
  const text = JSON.stringify(Object.fromEntries(examples), undefined, 2).replaceAll(
    messageTime,
    '"1760000000.000100"',
  );
  return [{ path: examplesFile, text: `${text}\n` }];
}

function examplesOf({ name, arguments: accepted }: Operation): [string, unknown][] {
  return exemplars.flatMap(([id, { questions }]): [string, unknown][] => {
    const asked: Partial<Record<string, readonly unknown[]>> = questions;
    const [first] = asked[name] ?? [];
    if (first === undefined) return [];
    // Tests read page by page; who copies an example wants the usual number.
    const { limit: _limit, ...example } = first as Record<string, unknown>;
    accepted.parse(example);
    return [[id, example]];
  });
}
