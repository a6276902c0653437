/** Checks everything an Agent depends on, whether or not it is running and whether or not there is a network. */
import { catalog } from '../../../catalog/index.ts';
import { systemClock } from '../../core/clock.ts';
import { faultTable, type FaultKind } from '../../core/fault.ts';
import type { Log } from '../../core/log.ts';
import { readProxySettings } from '../../core/proxy-settings.ts';
import type { Redactor } from '../../core/redact.ts';
import { findBootstrapToken } from '../../secrets/bootstrap-token.ts';
import type { SecretSource } from '../../secrets/secret-source.ts';
import type { HealthCheck, HealthReport } from '../../tunnel/messages.ts';
import { instanceVariables, type InstanceConfig, parseInstanceConfig } from '../../tunnel/instance/config.ts';
import { allowFileVariable, lockFileVariable } from '../boot/agent-variables.ts';
import type { BootProblem } from '../boot/judge-boot.ts';
import { summarizeEnabled } from '../boot/read-settings.ts';
import type { Environment } from '../connectors/connector-setup.ts';
import { auditFolderOf, type LocalAgent, openLocalAgent } from '../boot/local-agent.ts';
import type { Diagnosis } from '../../tunnel/doctor/diagnosis.ts';
import { examineAuthorities } from '../../tunnel/doctor/examine-authorities.ts';
import { examineIdentity, type IdentityExamined } from '../../tunnel/doctor/examine-identity.ts';
import { examineControlPlane } from '../../tunnel/doctor/examine-control-plane.ts';
import { examineAudit } from './examine-audit.ts';
import { examineProxies } from './examine-proxies.ts';
import { examineSecretStore } from './examine-secret-store.ts';

export interface DoctorPorts {
  readonly env: Environment;
  readonly redactor: Redactor;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Called with the name of the next step. */
  readonly onStep: (step: string) => void;
  /** Leaves out everything that sends something: the control plane and the connectors' checks. */
  readonly isOffline: boolean;
}

export interface Examined {
  readonly diagnoses: readonly Diagnosis[];
  /** Left out when no check could run. */
  readonly health?: HealthReport;
}

export async function runDoctor(ports: DoctorPorts): Promise<Examined> {
  const { env, redactor, onStep } = ports;
  onStep('configuration');
  const { config, diagnoses: ofConfig } = examineConfig(env);
  const agent = await openLocalAgent(ports);
  let enrolled: Enrolled | undefined;
  try {
    const setups = 'settings' in agent ? agent.settings.sources.map(({ setup }) => setup) : [];
    const addresses = config && { RUNNER_ENROLL_URL: config.enrollUrl, RUNNER_TUNNEL_URL: config.tunnelUrl };
    const ofProxies = examineProxies(readProxySettings(env), addresses ?? {}, setups);
    const said = new Set(ofConfig.map(({ says }) => says));
    const diagnoses = [...ofConfig, ...examineSettings(agent, env, said), ...ofProxies];
    if ('settings' in agent) {
      onStep('secret store');
      diagnoses.push(...(await examineSecretStore(agent.settings, ports.isOffline)));
    }
    onStep('identity and audit log');
    if (config !== undefined) {
      const store = 'settings' in agent ? { store: agent.settings.secretStore } : {};
      enrolled = await examineEnrolled(config, { env, redactor, ...store });
      diagnoses.push(...enrolled.diagnoses);
    }
    diagnoses.push(...(await examineAudit(auditFolderOf(env))));
    const authorities = enrolled?.identity?.authorities;
    const ofAuthorities =
      config === undefined ? [] : examineAuthorities(config, { authorities, nowMs: systemClock.now() });
    if (ports.isOffline) return redacted(redactor, { diagnoses: [...diagnoses, ...ofAuthorities, leftOut] });
    if (config !== undefined) {
      onStep('connection to the control plane');
      diagnoses.push(...(await examineControlPlane('agent', config, ports, enrolled ?? {})), ...ofAuthorities);
    }
    if (!('settings' in agent)) return redacted(redactor, { diagnoses });
    onStep('connectors');
    const health = await agent.health(undefined, ports.signal);
    return redacted(redactor, { diagnoses: [...diagnoses, ...health.checks.map(diagnoseCheck)], health });
  } finally {
    if ('settings' in agent) agent.close();
  }
}

const leftOut: Diagnosis = {
  area: 'network',
  subject: 'control plane and connectors',
  status: 'skipped',
  says: 'Nothing was sent, as requested.',
};

/** Read by `farol run` and `farol health` too. */
const localVariables = new Set(['RUNNER_CA_FILE', 'RUNNER_IDENTITY_DIR']);

/** A machine without any of the settings only answers its own people: that is a choice. */
function examineConfig(env: Environment): { config: InstanceConfig | undefined; diagnoses: Diagnosis[] } {
  const at = { area: 'configuration', subject: 'control plane' } as const;
  const { config, problems } = parseInstanceConfig(env);
  if (config !== undefined) {
    const says = `Instance ${config.instance} of ${config.tenant}, at ${config.tunnelUrl.host}.`;
    return { config, diagnoses: [{ ...at, status: 'ok', says }] };
  }
  const ofInstance = Object.keys(instanceVariables).filter((name) => !localVariables.has(name));
  if (ofInstance.every((name) => (env[name] ?? '') === '')) {
    const says = 'None is configured: farol run and farol health work, but an Agent does not start.';
    return { config: undefined, diagnoses: [{ ...at, status: 'skipped', says }] };
  }
  const diagnoses = problems.map(({ variable, problem, remedy }): Diagnosis => ({
    ...at,
    subject: variable,
    status: 'problem',
    says: problem,
    who: 'operator',
    fix: remedy,
  }));
  return { config: undefined, diagnoses };
}

const gateCodes = new Set(['allow_file', 'lock_file', 'inert_operations']);

function diagnoseBoot(status: 'warning' | 'problem', { code, cause, cost, fix }: BootProblem): Diagnosis {
  const area = gateCodes.has(code) ? 'gate' : 'configuration';
  return { area, subject: code, status, says: `${cause}. Cost: ${cost}.`, who: 'operator', fix };
}

type Opened = LocalAgent | Exclude<Awaited<ReturnType<typeof openLocalAgent>>, LocalAgent>;

/** `said`: what was found of the connection. A setting that instance and connectors share is one finding. */
function examineSettings(agent: Opened, env: Environment, said: ReadonlySet<string>): Diagnosis[] {
  const ofBoot = (status: 'warning' | 'problem', problems: readonly BootProblem[]): Diagnosis[] =>
    problems.filter(({ cause }) => !said.has(`${cause}.`)).map((problem) => diagnoseBoot(status, problem));
  if (!('settings' in agent)) return [...ofBoot('problem', agent.refusals), ...ofBoot('warning', agent.warnings)];
  const { reads, writes, inert } = summarizeEnabled(catalog, agent.settings);
  const files = [allowFileVariable, lockFileVariable].filter((name) => (env[name] ?? '') !== '');
  const says = `${reads} reads enabled, writes: ${writes.join(', ') || 'none'}, inert: ${inert}; files: ${files.join(', ') || 'none'}.`;
  return [
    { area: 'gate', subject: 'enabled operations', status: 'ok', says },
    ...ofBoot('warning', agent.settings.warnings),
  ];
}

interface Enrolled extends IdentityExamined {
  readonly token: SecretSource | undefined;
}

async function examineEnrolled(
  config: InstanceConfig,
  ports: Parameters<typeof findBootstrapToken>[0],
): Promise<Enrolled> {
  const examined = await examineIdentity('agent', config);
  const token = findBootstrapToken(ports, examined.needsToken);
  const ofToken = token.problems.map(({ variable, problem, remedy }): Diagnosis => ({
    area: 'identity',
    subject: variable,
    status: 'problem',
    says: problem,
    who: 'operator',
    fix: remedy,
  }));
  return { ...examined, token: token.source, diagnoses: [...ofToken, ...examined.diagnoses] };
}

function diagnoseCheck({
  connector,
  source = connector,
  check,
  status,
  summary,
  fault,
  remedy,
}: HealthCheck): Diagnosis {
  const at = { area: 'connectors', subject: `${source} ${check}`, says: summary } as const;
  if (status === 'ok' || status === 'skipped') return { ...at, status };
  const kind = fault?.code;
  const who = kind !== undefined && Object.hasOwn(faultTable, kind) ? faultTable[kind as FaultKind].who : 'operator';
  return { ...at, status: status === 'failed' ? 'problem' : 'warning', who, fix: remedy };
}

/** Every sentence once more through the redactor: whatever a system or a file put into one stays here. */
function redacted(redactor: Redactor, examined: Examined): Examined {
  return redactor.value(examined) as Examined;
}
