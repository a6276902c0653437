/** The domains of the connector, and what follows from them together: permissions, operations and checks. */
import type { OperationName } from '../../catalog/index.ts';
import type { CheckDeclaration, OperationDeclaration, UpstreamCall } from '../../src/connector/manifest.ts';
import { ci } from './ci/manifest.ts';
import { code } from './code/manifest.ts';
import { issues } from './issues/manifest.ts';
import { security } from './security/manifest.ts';
import type { PermissionCheck } from './slice.ts';

/** In the order of the served document. */
export const permissions = {
  ...code.permissions,
  ...ci.permissions,
  ...security.permissions,
  ...issues.permissions,
} as const;
export type GrantName = keyof typeof permissions;

type Declaration = OperationDeclaration & { readonly grants: readonly GrantName[] };

/** In the order of the reference pages. */
export const declarations = {
  ...code.operations,
  ...ci.operations,
  ...security.operations,
  ...issues.operations,
} as const satisfies Readonly<Partial<Record<OperationName, Declaration>>>;

const permissionChecks = { ...code.checks, ...ci.checks, ...security.checks, ...issues.checks } as const;

/** How a check finds a repository to make its call on. */
const find: readonly UpstreamCall[] = ['GET /user/repos', 'GET /installation/repositories'];
/** For the probes that distinguish a refused credential from a wall in front of the interface. */
const rateLimit: UpstreamCall = 'GET /rate_limit';

export const checkDeclarations = {
  fine_grained_token: {
    proves:
      'The token is a fine-grained one, is accepted, and does not end soon; or the GitHub App obtains tokens, and may do nothing that is not used. Shows the beginning that every token of its kind has and its scopes, and nothing else of it.',
    grants: [],
    upstream: [rateLimit],
    affects: operationsWith(() => true),
  },
  ...declareChecks(permissionChecks),
};

function declareChecks<Name extends string>(
  checks: Readonly<Record<Name, PermissionCheck>>,
): Readonly<Record<Name, CheckDeclaration>> {
  const declared = Object.entries<PermissionCheck>(checks).map(([name, { proves, grant, call }]) => [
    name,
    {
      proves,
      grants: [grant],
      upstream: [...find, ...(call === undefined ? [] : [call]), rateLimit],
      affects: operationsWith(({ grants }) => grants.some((one) => one === grant)),
    },
  ]);
  // Sound because every check of the object is declared under its own name.
  return Object.fromEntries(declared) as Readonly<Record<Name, CheckDeclaration>>;
}

function operationsWith(isMeant: (declaration: OperationDeclaration) => boolean): OperationName[] {
  return Object.entries<OperationDeclaration>(declarations).flatMap(([name, declaration]) =>
    isMeant(declaration) ? [name as keyof typeof declarations] : [],
  );
}
