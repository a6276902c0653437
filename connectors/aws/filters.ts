/**
 * Filters of EC2, which all must hold: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/Using_Filtering.html
 * Identifiers are asked for by filter too, because the list of identifiers excludes a page size and
 * turns one identifier that does not exist into a failure of the whole question.
 */
import type { Filter } from '@aws-sdk/client-ec2';
import { Fault } from '../../src/core/fault.ts';

export interface TagFilter {
  readonly key: string;
  readonly value?: string | undefined;
}

/** Values by the vendor's name of the filter; one of them must match exactly. */
export type FilterValues = Readonly<Record<string, readonly string[] | undefined>>;

/** @throws Fault `invalid_arguments` when one tag is asked for twice. */
export function filtersOf(values: FilterValues, tags: readonly TagFilter[] = []): Filter[] {
  const filters = Object.entries(values).flatMap(([Name, wanted]) =>
    wanted === undefined ? [] : [{ Name, Values: wanted.map(escapeWildcards) }],
  );
  for (const { key, value } of tags) {
    const Name = `tag:${key}`;
    if (filters.some((filter) => filter.Name === Name)) throw askedTwice(key);
    filters.push({ Name, Values: [value === undefined ? '*' : escapeWildcards(value)] });
  }
  return filters;
}

function askedTwice(key: string): Fault {
  return new Fault(
    'invalid_arguments',
    { field: 'filters.tags' },
    `Name the tag ${key} once${key === 'Name' ? ': `names` already asks for it' : ''}.`,
  );
}

/** What the caller gives is meant literally; EC2 would take `*` and `?` for any characters. */
function escapeWildcards(value: string): string {
  return value.replaceAll(/[*?\\]/gu, String.raw`\$&`);
}
