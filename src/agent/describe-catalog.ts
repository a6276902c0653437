/** The catalog as a reviewer reads it: each operation with the connectors that answer it and the grants they need. */
import type { Catalog, OperationName } from '../../catalog/index.ts';
import type { OperationAccess } from '../../catalog/operation.ts';
import type { PlannedConnector } from '../../connectors/planned.ts';
import type { RegisteredConnector } from '../connector/connector.ts';
import type { Grant, Manifest } from '../connector/manifest.ts';

export interface DescribedGrant extends Grant {
  /** In the vendor's own spelling. */
  readonly grant: string;
}

export interface DescribedConnector {
  readonly id: string;
  readonly title: string;
  /** `planned`: the name is reserved, and the answer is `not_configured` until a version brings the connector. */
  readonly state: 'available' | 'planned';
  readonly grants: readonly DescribedGrant[];
}

export interface DescribedOperation {
  readonly name: string;
  readonly access: OperationAccess;
  readonly summary: string;
  readonly connectors: readonly DescribedConnector[];
}

export interface Answering {
  readonly registry: readonly RegisteredConnector[];
  readonly planned: readonly PlannedConnector[];
}

/** Sorted by name. */
export function describeCatalog(catalog: Catalog, { registry, planned }: Answering): DescribedOperation[] {
  return [...catalog.values()]
    .map(({ name, access, summary }) => {
      const available = registry.flatMap(({ manifest }) => describeBinding(manifest, name as OperationName));
      const later = planned
        .filter(
          ({ id, operations }) => operations.includes(name as OperationName) && !available.some((one) => one.id === id),
        )
        .map(({ id, title }): DescribedConnector => ({ id, title, state: 'planned', grants: [] }));
      return { name, access, summary, connectors: [...available, ...later].toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function describeBinding({ id, title, operations, grants }: Manifest, name: OperationName): DescribedConnector[] {
  const binding = operations[name];
  if (binding === undefined) return [];
  const needed = binding.grants.flatMap((grant) => {
    const declared = grants[grant];
    return declared === undefined ? [] : [{ grant, ...declared }];
  });
  return [{ id, title, state: 'available', grants: needed }];
}
