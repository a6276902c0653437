/** Where the sources of one connector may not do the same. Pure. */
import type { PermissionList } from '../../../src/control/api/permissions.ts';

type OfConnector = PermissionList['connectors'][number];

/** Permissions that not every source of the connector has in the same state. What is lacking somewhere comes first. */
export function findDifferences({ sources, grants }: Pick<OfConnector, 'sources' | 'grants'>): OfConnector['grants'] {
  const isSame = ({ allowed, denied, unknown }: OfConnector['grants'][number]): boolean =>
    [allowed, denied, unknown].some((places) => places.length === sources.length);
  return grants.filter((one) => !isSame(one)).toSorted((one, other) => other.denied.length - one.denied.length);
}

const mostNamed = 8;

/** With the Agent where two have a source of this name. */
export function namePlaces({ sources }: Pick<OfConnector, 'sources'>, places: readonly number[]) {
  const named = places.flatMap((place) => sources[place] ?? []).map(({ source, instance }) => {
    const isAlone = sources.filter((one) => one.source === source).length === 1;
    return isAlone ? source : `${source} (${instance})`;
  });
  return { names: named.slice(0, mostNamed), further: Math.max(0, named.length - mostNamed) };
}
