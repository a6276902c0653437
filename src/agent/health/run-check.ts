/** One check of one source, as the fleet sees it. What the manifest knows is added here, so that a check says only what it saw. */
import type { Finding } from '../../connector/connector.ts';
import { evidenceOfFault, symptomOf } from '../../connector/symptom.ts';
import type { ConnectorContext } from '../../connector/context.ts';
import type { CheckDeclaration } from '../../connector/manifest.ts';
import { dated, type GrantVerdict } from '../../connector/verdict.ts';
import { type Fault, faultTable, toFault } from '../../core/fault.ts';
import type { Log } from '../../core/log.ts';
import type { Redactor } from '../../core/redact.ts';
import { HealthCheck } from '../../tunnel/messages.ts';
import type { ConnectorHost } from '../connectors/connector-host.ts';
import { isNamed } from '../connectors/connector-setup.ts';
import { explainEarlyEnd } from '../connectors/explain-early-end.ts';

export interface CheckPorts {
  readonly redactor: Redactor;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
  readonly nowMs: number;
  /** Results of the run before, empty before the first; undefined when no run follows this one. */
  readonly before: readonly HealthCheck[] | undefined;
}

/** Longest time of one check. */
export const checkTimeoutMs = 20_000;

/** Never rejects: whatever goes wrong is the result. */
export async function runChecks(host: ConnectorHost, ports: CheckPorts): Promise<HealthCheck[]> {
  const results: HealthCheck[] = [];
  for (const [id, declared] of Object.entries(host.setup.manifest.checks)) {
    results.push(await runCheck(host, { id, declared }, ports));
  }
  return results;
}

/** The checks of a connector when something befell all of them; what was known of permissions stays known. */
export function failChecks(
  host: ConnectorHost,
  fault: Fault,
  ports: Pick<CheckPorts, 'before' | 'nowMs'>,
): HealthCheck[] {
  const checks = Object.entries(host.setup.manifest.checks);
  return checks.map(([id, declared]) =>
    withVerdicts(toFailure(host, { id, declared }, fault), verdictsBefore(host, id, ports)),
  );
}

interface NamedCheck {
  readonly id: string;
  readonly declared: CheckDeclaration;
}

async function runCheck(host: ConnectorHost, check: NamedCheck, ports: CheckPorts): Promise<HealthCheck> {
  const result = await decide(host, check, ports);
  return HealthCheck.parse(ports.redactor.value(result));
}

async function decide(host: ConnectorHost, check: NamedCheck, ports: CheckPorts): Promise<HealthCheck> {
  try {
    host.requireConfigured();
  } catch (error) {
    return notConfigured(host, check, toFault(error));
  }
  const ends = { caller: ports.signal, deadline: AbortSignal.timeout(ports.timeoutMs ?? checkTimeoutMs) };
  const { upstream, upstreamCalls: maxCalls } = check.declared;
  const { context } = host.openContext(upstream, AbortSignal.any([ends.caller, ends.deadline]), { maxCalls });
  const verdicts = verdictsBefore(host, check.id, ports);
  try {
    await host.readSecrets();
    const connector = await host.load();
    const code = connector.checks[check.id];
    if (code === undefined) throw new Error(`${host.id} declares the check ${check.id} but does not implement it`);
    const past = { verdicts, isOnlyRun: ports.before === undefined };
    return toResult(host, check, await explainEarlyEnd(code.run(context, past), ends));
  } catch (error) {
    const fault = await sharpen(host, toFault(error), context);
    if (fault.kind === 'bug') ports.log.error({ err: error, ...named(host, check) }, 'a check failed because of a bug');
    return withVerdicts(toFailure(host, check, fault), verdicts);
  }
}

function verdictsBefore(
  { id }: ConnectorHost,
  check: string,
  { before, nowMs }: Pick<CheckPorts, 'before' | 'nowMs'>,
): GrantVerdict[] {
  const last = before?.find((one) => (one.source ?? one.connector) === id && one.check === check);
  return (last?.judged ?? []).map((verdict) => dated(verdict, nowMs));
}

function withVerdicts(result: HealthCheck, verdicts: readonly GrantVerdict[]): HealthCheck {
  return verdicts.length === 0 ? result : { ...result, judged: [...verdicts] };
}

/** An ambiguous answer is probed once; if the probe fails too, the first fault is the result. */
async function sharpen(host: ConnectorHost, fault: Fault, context: ConnectorContext): Promise<Fault> {
  const name = symptomOf(fault)?.probe;
  if (name === undefined) return fault;
  const probe = (await host.load()).probes[name];
  if (probe === undefined) return fault;
  try {
    return await probe.run(fault, context);
  } catch {
    return fault;
  }
}

function toResult(host: ConnectorHost, check: NamedCheck, finding: Finding): HealthCheck {
  const { status, summary, fault, held, affects, judged, missing = [], excess = [], remedy = '' } = finding;
  const { layer } = (fault?.data ?? {}) as { layer?: string };
  return {
    ...named(host, check),
    ...(affects !== undefined && { affects: [...affects] }),
    status,
    summary,
    ...(fault !== undefined && { fault: fault.toWire() }),
    ...(layer !== undefined && { layer }),
    ...(judged !== undefined && { judged: [...judged] }),
    ...(held !== undefined && { held: [...held] }),
    missing: [...missing],
    excess: [...excess],
    evidence: fault === undefined ? {} : evidenceOfFault(fault),
    remedy,
  };
}

function toFailure(host: ConnectorHost, check: NamedCheck, fault: Fault): HealthCheck {
  const { grant, layer } = fault.data as { grant?: string; layer?: string };
  return {
    ...named(host, check),
    // A gap in the configuration waits for somebody; nothing is broken.
    status: fault.kind === 'not_configured' ? 'pending_configuration' : 'failed',
    summary: faultTable[fault.kind].summary,
    fault: fault.toWire(),
    ...(layer !== undefined && { layer }),
    missing: grant === undefined ? [] : [grant],
    excess: [],
    evidence: evidenceOfFault(fault),
    remedy: fault.remedy,
  };
}

/** Nothing set at all is a choice; some of it set is a configuration that waits for the rest. */
function notConfigured(host: ConnectorHost, check: NamedCheck, fault: Fault): HealthCheck {
  return {
    ...toFailure(host, check, fault),
    status: host.setup.isTouched ? 'pending_configuration' : 'skipped',
    summary: host.setup.isTouched ? `${host.setup.missing} is not set.` : skippedSummary(host),
  };
}

function skippedSummary({ setup: { manifest, missing } }: ConnectorHost): string {
  return manifest.skipped === undefined ? `${missing} is not set.` : `skipped: ${manifest.skipped}`;
}

function named(
  host: ConnectorHost,
  { id, declared }: NamedCheck,
): Pick<HealthCheck, 'connector' | 'source' | 'check' | 'affects' | 'needed'> {
  const { manifest, source } = host.setup;
  return {
    connector: manifest.id,
    ...(isNamed(host.setup) && { source }),
    check: id,
    affects: [...declared.affects],
    needed: [...declared.grants],
  };
}
