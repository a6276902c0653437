import type { Catalog } from '../../../catalog/index.ts';
import type { Operation } from '../../../catalog/operation.ts';
import { Fault } from '../../core/fault.ts';
import { printableName } from '../../core/printable-name.ts';
import type { Redactor } from '../../core/redact.ts';

/** Exactly as spelled, or not at all. The name alone decides; the rest of the request has not been read yet. */
export function findOperation(catalog: Catalog, name: string, redactor: Redactor): Operation {
  const operation = catalog.get(name);
  if (operation !== undefined) return operation;
  throw new Fault(
    'not_in_catalog',
    // Redacted before it is cut: half of a secret would not be recognised.
    { operation: printableName(redactor.text(name)) },
    'Use an operation of the catalog. No permission, setting or argument adds another one.',
  );
}
