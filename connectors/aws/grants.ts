/**
 * The grants of the read-only policy, statement by statement and in the order of the served document.
 * Access levels are those of the vendor's service authorization reference; a wildcard has the level of
 * what the connector uses of it.
 */
import type { Grant } from '../../src/connector/manifest.ts';
import { auditGrants } from './audit/manifest.ts';
import { biGrants } from './bi/manifest.ts';
import { computeGrants } from './compute/manifest.ts';
import { costGrants } from './cost/manifest.ts';
import { databasesGrants } from './databases/manifest.ts';
import { identityGrants } from './identity/manifest.ts';
import { networkGrants } from './network/manifest.ts';
import { observabilityGrants } from './observability/manifest.ts';
import { securityGrants } from './security/manifest.ts';

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
