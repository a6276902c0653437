import type { OperationName } from '../../catalog/index.ts';
import type { Manifest } from '../../src/connector/manifest.ts';

/** The operations that need a grant or make a call, so that no test must be edited when there is one more. */
export function operationsWith({ operations }: Pick<Manifest, 'operations'>, ...needs: readonly string[]) {
  return Object.entries(operations).flatMap(([name, { grants, upstream }]) =>
    [...grants, ...upstream].some((need) => needs.includes(need)) ? [name as OperationName] : [],
  );
}
