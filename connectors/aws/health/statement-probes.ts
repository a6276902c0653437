/** Which actions of each statement are asked about, and which are not, with the reason that their grant gives. */
import { declarations } from '../declarations.ts';
import type { sids } from '../grants.ts';
import { declaredGrants, grantOf } from '../statements.ts';
import type { ActionProbe } from './action-probe.ts';
import { auditProbes } from '../audit/health.ts';
import { biProbes } from '../bi/health.ts';
import { costProbes } from '../cost/health.ts';
import { databaseProbes } from '../databases/health.ts';
import { identityProbes } from '../identity/health.ts';
import { machineProbes } from '../compute/machine-probes.ts';
import { networkProbes } from '../network/health.ts';
import { observabilityProbes } from '../observability/health.ts';
import { securityProbes } from '../security/health.ts';
import { workloadProbes } from '../compute/health.ts';

export type Sid = (typeof sids)[number];

export const statementProbes: Readonly<Record<Sid, readonly ActionProbe[]>> = {
  IdentidadeEContexto: identityProbes,
  CustoEFinOps: costProbes,
  Compute: [...machineProbes, ...workloadProbes],
  BancosDeDados: databaseProbes,
  Rede: networkProbes,
  Observabilidade: observabilityProbes,
  AuditoriaEConsulta: auditProbes,
  SegurancaIamSomenteLeitura: securityProbes,
  BiQuickSightSomenteLeitura: biProbes,
};

/** Actions that operations call. A wildcard of the policy stands for those of them that it covers. */
const called = new Set<string>(Object.values(declarations).flatMap(({ upstream }) => upstream as readonly string[]));

/** Every action of the statement, in the order of the served document. */
export function actionsOf(sid: Sid): string[] {
  return Object.entries(declaredGrants).flatMap(([grant, { group }]) => {
    if (group !== sid) return [];
    return grant.endsWith('*') ? [...called].filter((action) => grantOf(action) === grant) : [grant];
  });
}

/** Why an action is not asked about. */
export function reasonNotToAsk(action: string): string | undefined {
  return declaredGrants[grantOf(action) ?? '']?.unjudged;
}
