/** The slices of the connector, and what follows from them together: scopes, operations and checks. */
import type { CheckDeclaration, Manifest } from '../../src/connector/manifest.ts';
import { incidents } from './incidents/manifest.ts';
import { logs } from './logs/manifest.ts';
import { metrics } from './metrics/manifest.ts';
import { monitors } from './monitors/manifest.ts';
import { rum } from './rum/manifest.ts';
import { security } from './security/manifest.ts';
import type { Scope, Slice } from './slice.ts';
import { synthetics } from './synthetics/manifest.ts';
import { topology } from './topology/manifest.ts';
import { traces } from './traces/manifest.ts';

/** In the order of the reference page. */
export const grants = {
  ...monitors.scopes,
  ...logs.scopes,
  ...traces.scopes,
  ...topology.scopes,
  ...incidents.scopes,
  ...rum.scopes,
  ...synthetics.scopes,
  ...metrics.scopes,
  ...security.scopes,
} as const satisfies Readonly<Record<string, Scope>>;

/** In the order of the reference page. */
export const declarations = {
  ...metrics.operations,
  ...logs.operations,
  ...traces.operations,
  ...topology.operations,
  ...monitors.operations,
  ...incidents.operations,
  ...rum.operations,
  ...synthetics.operations,
  ...security.operations,
} as const satisfies Manifest['operations'];

/** Undefined for the validation path, which needs no scope. */
export function scopeOfPath(path: string): string | undefined {
  return Object.entries(grants).find(([, { opens }]) => opens.some((beginning) => path.startsWith(beginning)))?.[0];
}

/** Sound because the keys of a manifest's operations are names of operations. */
const operationNames = Object.keys(declarations) as (keyof typeof declarations)[];

/** Made after a refusal to separate its causes: is the API key of this site, and does the application key open anything? */
const afterRefusal = ['GET /api/v1/validate', 'GET /api/v1/monitor', 'GET /api/v1/metrics'] as const;

function declareCheck({ upstream, ...check }: Slice['check']): CheckDeclaration {
  const judged = [...check.grants, ...(check.judges ?? [])];
  const affects = operationNames.filter((name) =>
    declarations[name].upstream.some((call) => judged.includes(scopeOfPath(call.slice(call.indexOf('/'))) ?? '')),
  );
  return { ...check, upstream: [...upstream, ...afterRefusal], affects };
}

/** Of products that an organization may not use, by the scope that opens the product. */
const productChecks = {
  logs_read_data: declareCheck(logs.check),
  apm_read: declareCheck(traces.check),
  apm_service_catalog_read: declareCheck(topology.check),
  incident_read: declareCheck(incidents.check),
  rum_apps_read: declareCheck(rum.check),
  synthetics_read: declareCheck(synthetics.check),
};

export type ProductScope = keyof typeof productChecks;
export const productScopes = Object.keys(productChecks);

export const checkDeclarations = {
  api_key: {
    proves: 'The API key belongs to this site; only the API key is sent.',
    grants: [],
    upstream: ['GET /api/v1/validate'],
    affects: operationNames,
  },
  metrics: declareCheck(metrics.check),
  monitors_read: declareCheck(monitors.check),
  ...productChecks,
  api_keys_read: declareCheck(security.check),
} as const satisfies Manifest['checks'];
