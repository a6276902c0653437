/** The token an instance enrols with: looked for in one way by Agent and Profiler. */
import type { Redactor } from '../core/redact.ts';
import type { SecretProblem } from './secret-reference.ts';
import { findSecret, type SecretSource, type SecretStore } from './secret-source.ts';

const tokenVariable = 'RUNNER_BOOTSTRAP_TOKEN';

export interface TokenPorts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly redactor: Redactor;
  /** Left out by the Profiler: what ships beside a privileged file asks no store. */
  readonly store?: SecretStore;
}

/** Its absence is a problem only for an instance that must enrol. */
export function findBootstrapToken(
  { env, redactor, store }: TokenPorts,
  isNeeded: boolean,
): { source: SecretSource | undefined; problems: SecretProblem[] } {
  const found = findSecret(tokenVariable, env, redactor, store);
  if (found.state === 'present') return { source: found.source, problems: [] };
  if (!isNeeded) return { source: undefined, problems: [] };
  if (found.state === 'invalid') return { source: undefined, problems: [found.problem] };
  const problem = `${tokenVariable} is not set, and there is no identity in RUNNER_IDENTITY_DIR.`;
  const remedy = `If this instance was enrolled before, mount its identity volume there: it needs no token. Otherwise an owner or admin creates a bootstrap token under Settings, Enrolment; give it as ${tokenVariable} or ${tokenVariable}_FILE.`;
  return { source: undefined, problems: [{ variable: tokenVariable, problem, remedy }] };
}
