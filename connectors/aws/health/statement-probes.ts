/** Which actions of each statement are asked about, and which are not, with the reason that their grant gives. */
import { declarations } from '../declarations.ts';
import type { sids } from '../grants.ts';
import { declaredGrants, grantOf } from '../statements.ts';
import type { ActionProbe } from './action-probe.ts';
import { auditProbes } from './probes/audit.ts';
import { biProbes } from './probes/bi.ts';
import { costProbes } from './probes/cost.ts';
import { databaseProbes } from './probes/databases.ts';
import { identityProbes } from './probes/identity.ts';
import { machineProbes } from './probes/machines.ts';
import { networkProbes } from './probes/network.ts';
import { observabilityProbes } from './probes/observability.ts';
import { securityProbes } from './probes/security.ts';
import { workloadProbes } from './probes/workloads.ts';

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
