/** One check for each statement of the policy: what its services answer to the smallest read of each, put together into one finding. */
import type { OperationName } from '../../catalog/index.ts';
import type { Finding } from '../../src/connector/connector.ts';
import { refineFault } from '../../src/connector/symptom.ts';
import { type Fault, toFault } from '../../src/core/fault.ts';
import { ask, type AwsContext } from './access/ask.ts';
import { bindings } from './bindings.ts';
import { grants } from './grants.ts';
import { regionOff } from './access/probes.ts';
import { configuredRegions } from './access/regions.ts';
import { type Sid, type SidProbe, sidProbes } from './sid-probes.ts';

interface Answered {
  readonly probe: SidProbe;
  readonly fault: Fault | undefined;
}

/** What no permission can mend: the same for every statement, so the first such answer is the finding. */
const ofEverything = new Set<Fault['kind']>([
  'credential_rejected',
  'wrong_endpoint',
  'upstream_down',
  'rate_limited',
  'not_configured',
  'bug',
]);

export const checks = Object.fromEntries(
  Object.keys(sidProbes).map((sid) => [sid, { run: (context: AwsContext) => checkSid(context, sid as Sid) }]),
) as Readonly<Record<Sid, { run(context: AwsContext): Promise<Finding> }>>;

async function checkSid(context: AwsContext, sid: Sid): Promise<Finding> {
  if (sid === 'IdentidadeEContexto') await askEveryRegion(context);
  const answers: Answered[] = [];
  for (const probe of sidProbes[sid]) {
    const fault = await answerOf(context, probe);
    if (fault !== undefined && ofEverything.has(fault.kind)) throw fault;
    answers.push({ probe, fault });
  }
  return judge(sid, answers);
}

/** Proves the credential, and in each region that it is opted in. @throws Fault naming the region that is not. */
async function askEveryRegion(context: AwsContext): Promise<void> {
  const { STSClient: Client, GetCallerIdentityCommand } = await import('@aws-sdk/client-sts');
  const works: string[] = [];
  for (const region of configuredRegions(context)) {
    try {
      await ask(context, { call: 'sts:GetCallerIdentity', region, Client, command: new GetCallerIdentityCommand({}) });
      works.push(region);
    } catch (error) {
      const fault = toFault(error);
      const isKey =
        fault.kind === 'credential_rejected' && (fault as Fault<'credential_rejected'>).data.reason === 'rejected';
      if (!isKey || works.length === 0) throw fault;
      throw regionOff(fault, region, works);
    }
  }
}

async function answerOf(context: AwsContext, probe: SidProbe): Promise<Fault | undefined> {
  try {
    await probe.run(context);
    return undefined;
  } catch (error) {
    context.signal.throwIfAborted();
    return toFault(error);
  }
}

function judge(sid: Sid, answers: readonly Answered[]): Finding {
  const asked = answers.map(({ probe }) => probe.call).join(', ');
  const failed = answers.flatMap(({ probe, fault }) => (fault === undefined ? [] : [{ probe, fault }]));
  const [first] = failed;
  if (first === undefined) {
    return { status: 'ok', summary: `${sid}: ${asked} answered.`, held: answers.map(({ probe }) => probe.call) };
  }
  const denied = failed.filter(({ fault }) => fault.kind === 'permission_missing');
  if (denied.length === answers.length) {
    const faults = denied.map(({ fault }) => fault);
    throw statementMissing(sid, faults);
  }
  if (denied.length === 0) return featureOff(sid, first.fault, failed);
  const missing = denied.map(({ probe }) => grantFor(probe.call));
  return {
    status: 'degraded',
    summary: `${sid}: ${denied.map(({ probe }) => probe.call).join(', ')} denied, the others answered.`,
    fault: denied[0]?.fault ?? first.fault,
    remedy: denied.map(({ fault }) => fault.remedy).join(' '),
    held: answers.flatMap(({ probe, fault }) => (fault === undefined ? [probe.call] : [])),
    missing,
    affects: operationsThatNeed(missing),
  };
}

/** The specification names this one: a policy from before the statement existed denies every read of it. */
function statementMissing(sid: Sid, faults: readonly Fault[]): Fault {
  const layers = new Set(faults.map((fault) => (fault as Fault<'permission_missing'>).data.layer));
  const [layer = 'not told'] = layers;
  const isPolicy = layers.size === 1 && (layer === 'identity policy' || layer === 'not told');
  const name = sid === 'BiQuickSightSomenteLeitura' ? 'the BI statement' : 'the statement';
  const remedy = isPolicy
    ? `Add ${name} ${sid} to the policy; do not rotate the credential. Run \`farol policy print aws\` for its text. If its operations are not wanted, leave it out: nothing else needs it.`
    : (faults[0]?.remedy ?? '');
  const [first] = faults;
  if (first === undefined) throw new Error(`${sid} was denied by nobody`);
  return refineFault(first, 'permission_missing', { grant: sid, layer }, remedy);
}

function featureOff(sid: Sid, fault: Fault, failed: readonly { readonly probe: SidProbe }[]): Finding {
  const missing = failed.map(({ probe }) => grantFor(probe.call));
  return {
    status: 'pending_configuration',
    summary: `${sid}: ${failed.map(({ probe }) => probe.call).join(', ')} did not answer because of the account, not of a permission.`,
    fault,
    remedy: fault.remedy,
    affects: operationsThatNeed(missing),
  };
}

/** The grant that covers an action: itself, or the wildcard above it. */
function grantFor(action: string): string {
  return (
    Object.keys(grants).find(
      (grant) => grant === action || (grant.endsWith('*') && action.startsWith(grant.slice(0, -1))),
    ) ?? action
  );
}

function operationsThatNeed(missing: readonly string[]): OperationName[] {
  return Object.entries(bindings).flatMap(([name, binding]) =>
    binding.grants.some((grant) => missing.includes(grant)) ? [name as OperationName] : [],
  );
}
