/** The areas of health, each with the operations that call one of its methods. */
import type { OperationDeclaration } from '../../src/connector/manifest.ts';
import type { AreaDeclaration, Method } from './slice.ts';
import { areaDeclarations, type AreaName, declarations, type MethodId, methods } from './slices.ts';

type Operation = keyof typeof declarations;

export interface Area extends AreaDeclaration<MethodId> {
  readonly operations: readonly Operation[];
  /** That its operations need, each once. */
  readonly permissions: readonly string[];
}

export const allOperations = Object.keys(declarations) as Operation[];

/** Those of the operations that need one of these permissions. */
export function thatNeed(
  permissions: readonly string[],
  operations: readonly Operation[] = allOperations,
): Operation[] {
  return operations.filter((name) => {
    const { grants }: OperationDeclaration = declarations[name];
    return grants.some((grant) => permissions.includes(grant));
  });
}

export const areas = Object.fromEntries(
  Object.entries<AreaDeclaration<MethodId>>(areaDeclarations).map(([name, area]): [string, Area] => {
    const operations = operationsOf(name);
    const permissions = operations.flatMap((one): readonly string[] => declarations[one].grants);
    return [name, { ...area, operations, permissions: [...new Set(permissions)] }];
  }),
) as Readonly<Record<AreaName, Area>>;

function operationsOf(area: string): Operation[] {
  const calls = Object.values<Method>(methods).flatMap((method) => (method.area === area ? [method.call] : []));
  const calling = calls.flatMap((call) =>
    allOperations.filter((name) => {
      const { upstream }: OperationDeclaration = declarations[name];
      return upstream.includes(call);
    }),
  );
  return [...new Set(calling)];
}
