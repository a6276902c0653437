/** The statements of the policy, and what follows from them together: grants, operations and checks of the connector. */
import type { OperationName } from '../../catalog/index.ts';
import { grantOf as findGrant } from '../../src/connector/grants.ts';
import type { CheckDeclaration, Grant, OperationDeclaration, UpstreamCall } from '../../src/connector/manifest.ts';
import { audit } from './audit/manifest.ts';
import { bi } from './bi/manifest.ts';
import { compute } from './compute/manifest.ts';
import { cost } from './cost/manifest.ts';
import { databases } from './databases/manifest.ts';
import { identity } from './identity/manifest.ts';
import { network } from './network/manifest.ts';
import { observability } from './observability/manifest.ts';
import { security } from './security/manifest.ts';
import type { Statement } from './statement.ts';

/** In the order of the served document. */
const statements = [
  identity,
  cost,
  compute,
  databases,
  network,
  observability,
  audit,
  security,
  bi,
] as const satisfies readonly Statement[];

export type Sid = (typeof statements)[number]['sid'];

export const sids = statements.map(({ sid }) => sid);

export const grants: Readonly<Record<string, Grant>> = Object.fromEntries(
  statements.flatMap(({ sid, grants: own }: Statement) =>
    Object.entries(own).map(([action, grant]) => [action, { group: sid, ...grant }]),
  ),
);

/** In the order of the reference pages. */
export const declarations = {
  ...identity.operations,
  ...cost.operations,
  ...compute.operations,
  ...network.operations,
  ...databases.operations,
  ...observability.operations,
  ...audit.operations,
  ...security.operations,
  ...bi.operations,
} as const satisfies Readonly<Partial<Record<OperationName, OperationDeclaration>>>;

/** Answered to everybody, whatever the policy says. */
export const freeAction = 'sts:GetCallerIdentity';

/** The grant that covers an action: itself, or the wildcard above it. Undefined for an action of no statement. */
export function grantOf(action: string): Grant | undefined {
  return grants[findGrant(grants, action) ?? ''];
}

/** Actions that operations call. A wildcard of the policy covers some of them. */
const called = new Set<UpstreamCall>(Object.values(declarations).flatMap(({ upstream }) => upstream));

function isCall(grant: string): grant is UpstreamCall {
  return !grant.endsWith('*');
}

/** Every action of the statement, in the order of the served document. */
export function actionsOf(sid: Sid): UpstreamCall[] {
  return Object.entries(grants).flatMap(([grant, { group }]) => {
    if (group !== sid) return [];
    return isCall(grant) ? [grant] : [...called].filter((action) => findGrant(grants, action) === grant);
  });
}

/** Who the credential is, in each of up to forty regions, and the repetitions of a service that fails. */
const callsBeside = 60;

/** One check for each statement. It calls every action of the statement but those whose grant says why no check does. */
export const checkDeclarations = Object.fromEntries(sids.map((sid) => [sid, declareCheck(sid)])) as Readonly<
  Record<Sid, CheckDeclaration>
>;

function declareCheck(sid: Sid): CheckDeclaration {
  const own = Object.keys(grants).filter((grant) => grants[grant]?.group === sid);
  const asked = actionsOf(sid).filter((action) => action !== freeAction && grantOf(action)?.unjudged === undefined);
  return {
    proves: `Which actions of the statement ${sid} are allowed. Each is tested with the smallest read there is, or with a name that cannot exist, over several runs. Actions that cost money or start something are not tested.`,
    grants: own,
    upstream: [freeAction, ...asked],
    upstreamCalls: asked.length + callsBeside,
    affects: Object.entries(declarations).flatMap(([name, declaration]) =>
      declaration.grants.some((grant) => own.includes(grant)) ? [name as OperationName] : [],
    ),
  };
}
