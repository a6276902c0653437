/** The settings of an Agent beside those that every instance has. The reference page is made from this list. */
import type { CallLimitSettings } from './call-limits.ts';
import type { Environment, SetupProblem } from './connector-setup.ts';

export const tokenVariable = 'RUNNER_BOOTSTRAP_TOKEN';
export const allowFileVariable = 'RUNNER_ALLOW_FILE';
export const lockFileVariable = 'RUNNER_CATALOG_LOCK_FILE';
const concurrencyVariable = 'RUNNER_CONNECTOR_CONCURRENT_CALLS';
const rateVariable = 'RUNNER_CONNECTOR_OPERATIONS_PER_MINUTE';

export const agentVariables = {
  [tokenVariable]:
    'Bootstrap token for the first start; a restart needs none. As value, in a file named by RUNNER_BOOTSTRAP_TOKEN_FILE, as file:// reference, or as reference to the secret store. Refused in arguments.',
  [allowFileVariable]:
    'Optional. JSON file {"operations": ["metrics.query", …], "writes": []}: exactly these reads and these writes are enabled, whatever a later version adds. Without operations every read is enabled; without writes, or without the file, no write is.',
  [lockFileVariable]:
    'Optional. JSON file written by farol catalog lock: an operation that a later version adds or changes stays inert until the file is written anew. It enables nothing by itself.',
  [concurrencyVariable]: 'Calls one connector may have in flight, 1 to 64. Default: 4.',
  [rateVariable]: 'Operations one connector takes in any minute, 1 to 6000. Default: 60.',
  LOG_LEVEL: 'debug, info, warn or error. Default: info.',
} as const;

export interface LimitsRead {
  readonly limits: CallLimitSettings;
  readonly problems: readonly SetupProblem[];
}

export function readCallLimits(env: Environment): LimitsRead {
  const problems: SetupProblem[] = [];
  const read = (variable: keyof typeof agentVariables, most: number, otherwise: number): number => {
    const text = env[variable];
    if (text === undefined || text === '') return otherwise;
    const value = /^\d{1,6}$/u.test(text) ? Number(text) : 0;
    if (value >= 1 && value <= most) return value;
    const problem = `${variable} is not a whole number from 1 to ${most}.`;
    problems.push({ variable, problem, remedy: `Set ${variable}, or leave it out. ${agentVariables[variable]}` });
    return otherwise;
  };
  const limits = {
    concurrentCalls: read(concurrencyVariable, 64, 4),
    operationsPerMinute: read(rateVariable, 6000, 60),
  };
  return { limits, problems };
}
