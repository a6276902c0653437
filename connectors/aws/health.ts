/** One check for each statement of the policy: which of its actions are allowed, tested one by one over several runs. */
import type { Finding } from '../../src/connector/connector.ts';
import type { Past } from '../../src/connector/verdict.ts';
import { type Fault, toFault } from '../../src/core/fault.ts';
import { ask } from './access/ask.ts';
import type { AwsContext } from './access/context.ts';
import { identityIn, regionOff } from './access/probes.ts';
import { configuredRegions } from './access/regions.ts';
import { auditProbes } from './audit/health.ts';
import { biProbes } from './bi/health.ts';
import { computeProbes } from './compute/health.ts';
import { costProbes } from './cost/health.ts';
import { databaseProbes } from './databases/health.ts';
import type { ActionProbe } from './health/action-probe.ts';
import { askProbes, isOfService, namesFor, type Outcome, type Outcomes } from './health/ask-probes.ts';
import { chooseProbes } from './health/choose-probes.ts';
import { isAllDenied, judgeStatement } from './health/judge-statement.ts';
import { toVerdicts } from './health/to-verdicts.ts';
import { identityProbes } from './identity/health.ts';
import { networkProbes } from './network/health.ts';
import { observabilityProbes } from './observability/health.ts';
import { securityProbes } from './security/health.ts';
import { freeAction, type Sid, sids } from './statements.ts';

/** How each action is tested. A probe that needs a name comes after the one that finds it. */
export const statementProbes: Readonly<Record<Sid, readonly ActionProbe[]>> = {
  IdentidadeEContexto: identityProbes,
  CustoEFinOps: costProbes,
  Compute: computeProbes,
  BancosDeDados: databaseProbes,
  Rede: networkProbes,
  Observabilidade: observabilityProbes,
  AuditoriaEConsulta: auditProbes,
  SegurancaIamSomenteLeitura: securityProbes,
  BiQuickSightSomenteLeitura: biProbes,
};

export const checks = Object.fromEntries(
  sids.map((sid) => [sid, { run: (context: AwsContext, past: Past) => checkStatement(context, sid, past) }]),
) as Readonly<Record<Sid, { run(context: AwsContext, past: Past): Promise<Finding> }>>;

async function checkStatement(context: AwsContext, sid: Sid, past: Past): Promise<Finding> {
  const names = namesFor(context);
  const { nowMs } = names;
  const outcomes: Outcomes = new Map();
  let caller: string | undefined;
  if (sid === 'IdentidadeEContexto') {
    caller = await askEveryRegion(context);
    outcomes.set(freeAction, { is: 'allowed' });
  }
  const probes = statementProbes[sid];
  const always = probes.filter((probe) => probe.always === true);
  await askProbes(context, always, { names, outcomes });
  throwWhatHoldsForAll(always.map(({ call }) => outcomes.get(call)));
  await askProbes(context, chooseProbes(probes, past, nowMs), { names, outcomes });
  const verdictsNow = () => toVerdicts(sid, { outcomes, before: past.verdicts, nowMs });
  if (isAllDenied(verdictsNow(), outcomes)) {
    // Whether the whole statement is missing is known when all of it was asked about.
    await askProbes(
      context,
      probes.filter(({ call }) => !outcomes.has(call)),
      { names, outcomes },
    );
  }
  const verdicts = verdictsNow();
  const isDenied = verdicts.some(({ verdict }) => verdict === 'denied');
  const identity = isDenied ? await identityIn(context, names.region) : undefined;
  const finding = judgeStatement(sid, { verdicts, outcomes, identity });
  return caller === undefined ? finding : { ...finding, summary: `${finding.summary} ${caller}` };
}

/** A failure that every service returns is reported once, as what it is. @throws Fault */
function throwWhatHoldsForAll(outcomes: readonly (Outcome | undefined)[]): void {
  const failed = outcomes.flatMap((outcome) =>
    outcome?.is === 'failed' && isOfService(outcome.fault) ? [outcome.fault] : [],
  );
  const [first] = failed;
  if (first === undefined || failed.length < outcomes.length) return;
  throw failed.find(({ kind }) => kind !== 'upstream_down' && kind !== 'rate_limited') ?? first;
}

/**
 * Proves the credential, and in each region that it is opted in.
 * @returns account and identity, in words. @throws Fault naming the region that is not.
 */
async function askEveryRegion(context: AwsContext): Promise<string> {
  const { STSClient: Client, GetCallerIdentityCommand } = await import('@aws-sdk/client-sts');
  const works: string[] = [];
  let caller: { readonly Account?: string | undefined; readonly Arn?: string | undefined } = {};
  for (const region of configuredRegions(context)) {
    try {
      caller = await ask(context, { call: freeAction, region, Client, command: new GetCallerIdentityCommand({}) });
      works.push(region);
    } catch (error) {
      const fault = toFault(error);
      const isKey =
        fault.kind === 'credential_rejected' && (fault as Fault<'credential_rejected'>).data.reason === 'rejected';
      if (!isKey || works.length === 0) throw fault;
      throw regionOff(fault, region, works);
    }
  }
  return `The account is ${caller.Account ?? 'unknown'}, read as ${caller.Arn ?? 'unknown'}.`;
}
