/** What each check proves, as the manifest declares it. */
import type { CheckDeclaration } from '../../src/connector/manifest.ts';
import { allOperations, type Area, areas, thatNeed } from './areas.ts';
import { cost } from './cost/manifest.ts';
import { type AreaName, methods } from './slices.ts';
import type { SliceCheck } from './slice.ts';

const test = methods['cloudresourcemanager.projects.testIamPermissions'].call;

function declareArea({ title, permissions, probes, operations }: Area): CheckDeclaration {
  const isFree = permissions.length === 0;
  return {
    proves: `${title} is enabled and answers a read${isFree ? ', which needs no role' : ', and every permission of its operations is held'}.`,
    grants: permissions,
    upstream: [...(isFree ? [] : [test]), ...probes.map(({ method }) => methods[method].call)],
    affects: operations,
  };
}

type Declared<Names extends PropertyKey> = Readonly<Record<Names, CheckDeclaration>>;

const ofAreas = Object.fromEntries(
  Object.entries<Area>(areas).map(([name, area]) => [name, declareArea(area)]),
) as Declared<AreaName>;

const ofCost = Object.fromEntries(
  Object.entries<SliceCheck>(cost.checks).map(([name, check]): [string, CheckDeclaration] => [
    name,
    { ...check, affects: thatNeed(check.grants) },
  ]),
) as Declared<keyof typeof cost.checks>;

export const checkDeclarations = {
  sign_in: {
    proves: 'The credential is taken, and the project of GCP_PROJECT answers it.',
    grants: [],
    upstream: [test],
    affects: allOperations,
  },
  least_privilege: {
    proves: 'The credential holds none of the permissions that must never be granted.',
    grants: [],
    upstream: [test],
    affects: allOperations,
  },
  ...ofAreas,
  ...ofCost,
} as const satisfies Readonly<Record<string, CheckDeclaration>>;
