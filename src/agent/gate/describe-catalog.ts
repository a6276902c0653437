/** The catalog as a reviewer reads it: each operation with the connectors that answer it and the grants they need. */
import type { Catalog, OperationName } from '../../../catalog/index.ts';
import type { OperationAccess } from '../../../catalog/operation.ts';
import type { RegisteredConnector } from '../../connector/connector.ts';
import type { Grant, Manifest } from '../../connector/manifest.ts';

export interface DescribedGrant extends Grant {
  /** In the vendor's own spelling. */
  readonly grant: string;
}

export interface DescribedConnector {
  readonly id: string;
  readonly title: string;
  readonly grants: readonly DescribedGrant[];
}

export interface DescribedOperation {
  readonly name: string;
  readonly access: OperationAccess;
  readonly summary: string;
  readonly connectors: readonly DescribedConnector[];
}

/** Sorted by name. */
export function describeCatalog(catalog: Catalog, registry: readonly RegisteredConnector[]): DescribedOperation[] {
  return [...catalog.values()]
    .map(({ name, access, summary }) => {
      const connectors = registry.flatMap(({ manifest }) => describeConnector(manifest, name as OperationName));
      return { name, access, summary, connectors: connectors.toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function describeConnector({ id, title, operations, grants }: Manifest, name: OperationName): DescribedConnector[] {
  const declaration = operations[name];
  if (declaration === undefined) return [];
  const needed = declaration.grants.flatMap((grant) => {
    const declared = grants[grant];
    return declared === undefined ? [] : [{ grant, ...declared }];
  });
  return [{ id, title, grants: needed }];
}
