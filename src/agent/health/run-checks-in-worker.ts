/**
 * All checks of an Agent, those of configured connectors in a process that ends with the run: their code
 * and clients would stay in the Agent's memory for as long as it lives. Whatever becomes of that process,
 * every check has a result and the Agent goes on.
 */
import type { Clock } from '../../core/clock.ts';
import { Fault } from '../../core/fault.ts';
import type { Log } from '../../core/log.ts';
import type { Redactor } from '../../core/redact.ts';
import { HealthCheck } from '../../tunnel/messages.ts';
import type { ConnectorHost } from '../connectors/connector-host.ts';
import type { Environment } from '../connectors/connector-setup.ts';
import type { NamedSource } from '../connectors/sources.ts';
import type { CheckRun } from './health-scheduler.ts';
import { checkTimeoutMs, failChecks, runChecks } from './run-check.ts';
import { runWorker, type WorkerEnd } from './worker-run.ts';

export interface ApartPorts {
  readonly hosts: readonly ConnectorHost[];
  /** As the sources file had them when the Agent read it. */
  readonly named?: readonly NamedSource[];
  readonly env: Environment;
  /** PEM of an additional authority. */
  readonly ca: string | undefined;
  readonly redactor: Redactor;
  readonly clock: Clock;
  readonly log: Log;
  /** Longest time of one run; beyond what all checks may take together when left out. */
  readonly limitMs?: number;
}

/** Of the start of the process, and of each check beside its own time: reading secrets from a store. */
const startMs = 60_000;
const besideMs = 10_000;

/** `before` are the results of the run before, from which checks take what they then knew. Never rejects. */
export async function runChecksInWorker(
  ports: ApartPorts,
  { signal, before }: { readonly signal: AbortSignal; readonly before: readonly HealthCheck[] },
): Promise<CheckRun> {
  const { hosts, named = [], env, ca, clock, log, redactor } = ports;
  const past = { before, nowMs: clock.now() };
  const configured = hosts.filter(({ setup }) => setup.missing === undefined);
  const limitMs = ports.limitMs ?? longestMs(configured);
  const { end, checked } =
    configured.length === 0
      ? { end: { how: 'done', cpuMs: 0 } as const, checked: new Map<string, HealthCheck[]>() }
      : await runWorker({ hosts: configured, named, env, ca, clock, limitMs, signal, before });
  const lost = configured.filter(({ id }) => !checked.has(id)).map(({ id }) => id);
  const isLoss = lost.length > 0 && !signal.aborted;
  if (isLoss) log.error({ end, lost }, 'the health-check process left checks without a result');
  const resultsOf = async (host: ConnectorHost): Promise<readonly HealthCheck[]> => {
    // Without its variables nothing of it is loaded.
    if (host.setup.missing !== undefined) return runChecks(host, { redactor, log, signal, ...past });
    return checked.get(host.id) ?? failChecks(host, signal.aborted ? stopped() : lossOf(end, limitMs), past);
  };
  const results = (await Promise.all(hosts.map(resultsOf))).flat();
  // Redacted where they were made; once more by what this process knows.
  const checks = results.map((one) => HealthCheck.parse(redactor.value(one)));
  return { checks, cpuMs: end.how === 'done' ? end.cpuMs : undefined };
}

/** Connectors are checked side by side, the checks of one after one another. */
function longestMs(hosts: readonly ConnectorHost[]): number {
  const most = Math.max(0, ...hosts.map(({ setup }) => Object.keys(setup.manifest.checks).length));
  return startMs + most * (checkTimeoutMs + besideMs);
}

function stopped(): Fault {
  return new Fault('refused', { rule: 'cancelled_by_caller' }, 'The Agent was stopped: ask again when it is running.');
}

function lossOf(end: WorkerEnd, limitMs: number): Fault {
  return new Fault('bug', {}, `${remedyOf(end, limitMs)} Operations are still answered.`);
}

function remedyOf(end: WorkerEnd, limitMs: number): string {
  const alone =
    'Run farol health on the machine of the Agent to see which connector is the cause, and report it with the log.';
  switch (end.how) {
    case 'done':
      return `The checks ended without this result. ${alone}`;
    case 'late':
      return `The checks timed out after ${Math.ceil(limitMs / 1000)} s and were stopped. ${alone}`;
    case 'unstarted':
      return `Could not start the health-check process (${end.code}). Raise the process limit or the memory of the container, or let its seccomp profile allow a second process.`;
    case 'lost':
      return end.code === 'SIGKILL'
        ? `The health-check process was killed, most likely because memory ran out. Give the container up to 250 MiB more. ${alone}`
        : `The health-check process ended early (${end.code}). ${alone}`;
  }
}
