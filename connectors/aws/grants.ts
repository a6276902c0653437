/**
 * The grants of the read-only policy, statement by statement and in the order of the served document.
 * Access levels are those of the vendor's service authorization reference; a wildcard has the level of
 * what the connector uses of it.
 */
import type { Grant } from '../../src/connector/manifest.ts';
import { auditGrants } from './grants/audit.ts';
import { biGrants } from './grants/bi.ts';
import { computeGrants } from './grants/compute.ts';
import { costGrants } from './grants/cost.ts';
import { databasesGrants } from './grants/databases.ts';
import { identityGrants } from './grants/identity.ts';
import { networkGrants } from './grants/network.ts';
import { observabilityGrants } from './grants/observability.ts';
import { securityGrants } from './grants/security.ts';

export const grants = {
  ...identityGrants,
  ...costGrants,
  ...computeGrants,
  ...databasesGrants,
  ...networkGrants,
  ...observabilityGrants,
  ...auditGrants,
  ...securityGrants,
  ...biGrants,
} as const satisfies Readonly<Record<string, Grant>>;

/** Statements in the order of the served document. */
export const sids = [
  'IdentidadeEContexto',
  'CustoEFinOps',
  'Compute',
  'BancosDeDados',
  'Rede',
  'Observabilidade',
  'AuditoriaEConsulta',
  'SegurancaIamSomenteLeitura',
  'BiQuickSightSomenteLeitura',
] as const;
