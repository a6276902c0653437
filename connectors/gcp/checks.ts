/** What each check proves, as the manifest declares it. */
import type { OperationName } from '../../catalog/index.ts';
import type { CheckDeclaration } from '../../src/connector/manifest.ts';
import { type Area, type AreaName, areas, callOf, permissionsOf } from './areas.ts';
import { declarations } from './declarations.ts';
import { methods } from './methods.ts';

const allOperations = Object.keys(declarations) as OperationName[];
const test = methods['cloudresourcemanager.projects.testIamPermissions'].call;

function declare(area: Area): CheckDeclaration {
  const grants = permissionsOf(area);
  return {
    proves: `${area.title} is enabled and answers a read${grants.length === 0 ? ', which needs no role' : ', and every permission of its operations is held'}.`,
    grants,
    upstream: [...(grants.length === 0 ? [] : [test]), ...area.probes.map(callOf)],
    affects: area.operations,
  };
}

const ofAreas = Object.fromEntries(
  Object.entries<Area>(areas).map(([name, area]) => [name, declare(area)]),
) as Readonly<Record<AreaName, CheckDeclaration>>;

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
  billing_account: {
    proves: 'A billing account is visible, so that its role stands on the billing account and not on the project.',
    grants: ['billing.accounts.list'],
    upstream: [
      methods['cloudbilling.billingAccounts.list'].call,
      methods['cloudresourcemanager.projects.getIamPolicy'].call,
    ],
    affects: ['cost.listBillingAccounts'],
  },
  billing_export: {
    proves:
      'The export table is there, is written to and is partitioned, and a question to it may be asked; tried out, not run.',
    grants: declarations['cost.getCostAndUsage'].grants,
    upstream: [test, methods['bigquery.tables.get'].call, methods['bigquery.jobs.query'].call],
    affects: ['cost.getCostAndUsage'],
  },
} as const satisfies Readonly<Record<string, CheckDeclaration>>;
