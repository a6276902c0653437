/** The settings of an Agent beside those that every instance has. The reference page is made from this list. */
import { type AuditLimits, defaultLimits } from '../audit/audit-retention.ts';
import type { CallLimitSettings } from '../connectors/call-limits.ts';
import type { Environment, SetupProblem } from '../connectors/connector-setup.ts';

export const tokenVariable = 'RUNNER_BOOTSTRAP_TOKEN';
export const allowFileVariable = 'RUNNER_ALLOW_FILE';
export const lockFileVariable = 'RUNNER_CATALOG_LOCK_FILE';
export const sourcesFileVariable = 'RUNNER_SOURCES_FILE';
const concurrencyVariable = 'RUNNER_CONNECTOR_CONCURRENT_CALLS';
const rateVariable = 'RUNNER_CONNECTOR_OPERATIONS_PER_MINUTE';
const auditDaysVariable = 'RUNNER_AUDIT_KEPT_DAYS';
const auditSizeVariable = 'RUNNER_AUDIT_KEPT_MIB';

export const agentVariables = {
  [tokenVariable]:
    'Bootstrap token for the first start; a restart needs none. As value, in a file named by RUNNER_BOOTSTRAP_TOKEN_FILE, as file:// reference, or as reference to the secret store. Refused in arguments.',
  [allowFileVariable]:
    'Optional. JSON file {"operations": ["metrics.query", …], "writes": []}: exactly these reads and these writes are enabled, whatever a later version adds. Without operations every read is enabled; without writes, or without the file, no write is.',
  [lockFileVariable]:
    'Optional. JSON file written by farol catalog lock: an operation that a later version adds or changes stays disabled until the file is written again. The file enables nothing by itself.',
  [sourcesFileVariable]:
    'Optional. JSON file {"sources": [{"name": "grafana-eu", "connector": "grafana", "settings": {…}}, …]}: up to 200 sources, each a connector under a name of its own with its own variables as settings. What the variables of the Agent configure stays a source named after its connector.',
  [concurrencyVariable]: 'Concurrent calls of one source, 1 to 64. Default: 4.',
  [rateVariable]: 'Operations of one source in any minute, 1 to 6000. Default: 60.',
  [auditDaysVariable]:
    'A full file of the audit log is removed when its newest record is this many days old, 1 to 3650. A file is full at 16 MiB or after 30 days. Default: 365.',
  [auditSizeVariable]:
    'The oldest full files of the audit log are removed while all full ones together are larger than this many MiB, 32 to 1048576. Default: 128.',
  LOG_LEVEL: 'debug, info, warn or error. Default: info.',
} as const;

export interface LimitsRead {
  readonly limits: CallLimitSettings;
  readonly audit: AuditLimits;
  readonly problems: readonly SetupProblem[];
}

interface Range {
  readonly least?: number;
  readonly most: number;
  readonly otherwise: number;
}

export function readLimits(env: Environment): LimitsRead {
  const problems: SetupProblem[] = [];
  const read = (variable: keyof typeof agentVariables, { least = 1, most, otherwise }: Range): number => {
    const text = env[variable];
    if (text === undefined || text === '') return otherwise;
    const value = /^\d{1,7}$/u.test(text) ? Number(text) : 0;
    if (value >= least && value <= most) return value;
    const problem = `${variable} is not a whole number from ${least} to ${most}.`;
    problems.push({ variable, problem, remedy: `Set ${variable}, or leave it out. ${agentVariables[variable]}` });
    return otherwise;
  };
  const limits = {
    concurrentCalls: read(concurrencyVariable, { most: 64, otherwise: 4 }),
    operationsPerMinute: read(rateVariable, { most: 6000, otherwise: 60 }),
  };
  const keptDays = read(auditDaysVariable, { most: 3650, otherwise: defaultLimits.keptMs / dayMs });
  const keptMib = read(auditSizeVariable, { least: 32, most: 1 << 20, otherwise: defaultLimits.keptBytes / mib });
  const audit = {
    ...defaultLimits,
    keptBytes: keptMib * mib,
    keptMs: keptDays * dayMs,
    fileMs: Math.min(defaultLimits.fileMs, keptDays * dayMs),
  };
  return { limits, audit, problems };
}

const dayMs = 86_400_000;
const mib = 1 << 20;
