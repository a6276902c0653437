/** The slices of the domains, and what follows from them together: methods and operations of the connector. */
import type { OperationName } from '../../catalog/index.ts';
import type { OperationDeclaration, UpstreamCall } from '../../src/connector/manifest.ts';
import { assets } from './assets/manifest.ts';
import { compute } from './compute/manifest.ts';
import { cost } from './cost/manifest.ts';
import { databases } from './databases/manifest.ts';
import { dns } from './dns/manifest.ts';
import { identity } from './identity/manifest.ts';
import { kubernetes } from './kubernetes/manifest.ts';
import { network } from './network/manifest.ts';
import { observability } from './observability/manifest.ts';
import { recommendations } from './recommendations/manifest.ts';
import { security } from './security/manifest.ts';
import type { AreaDeclaration, Method, PermissionIn, Slice } from './slice.ts';

export const slices = [
  compute,
  kubernetes,
  network,
  dns,
  databases,
  observability,
  assets,
  identity,
  security,
  cost,
  recommendations,
] as const satisfies readonly Slice[];

export type Permission = PermissionIn<(typeof slices)[number]>;

/** Every method that is called. */
export const methods = {
  ...compute.methods,
  ...kubernetes.methods,
  ...network.methods,
  ...dns.methods,
  ...databases.methods,
  ...observability.methods,
  ...assets.methods,
  ...identity.methods,
  ...security.methods,
  ...cost.methods,
  ...recommendations.methods,
} as const satisfies Readonly<Record<string, Method<UpstreamCall, Permission, AreaName>>>;

export type MethodId = keyof typeof methods;
export type CallOf<Id extends MethodId> = (typeof methods)[Id]['call'];

const methodsByCall: ReadonlyMap<string, Method> = new Map(
  Object.values<Method>(methods).map((one) => [one.call, one]),
);

/** The method behind a declared call. */
export function methodOf(call: string): Method | undefined {
  return methodsByCall.get(call);
}

/** In the order of the health page. */
export const areaDeclarations = {
  ...compute.areas,
  ...kubernetes.areas,
  ...databases.areas,
  ...dns.areas,
  ...observability.areas,
  ...assets.areas,
  ...recommendations.areas,
  ...security.areas,
  ...identity.areas,
  ...cost.areas,
} as const satisfies Readonly<Record<string, AreaDeclaration>>;

export type AreaName = keyof typeof areaDeclarations;

/** In the order of the reference pages. */
export const declarations = {
  ...compute.operations,
  ...kubernetes.operations,
  ...network.operations,
  ...dns.operations,
  ...databases.operations,
  ...observability.operations,
  ...assets.operations,
  ...identity.operations,
  ...security.operations,
  ...cost.operations,
  ...recommendations.operations,
} as const satisfies Readonly<Partial<Record<OperationName, OperationDeclaration>>>;
