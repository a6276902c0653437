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

/** An enrolled instance needs none, so its absence is a problem only for one that is not. */
export function findBootstrapToken(
  { env, redactor, store }: TokenPorts,
  isEnrolled: boolean,
): { source: SecretSource | undefined; problems: SecretProblem[] } {
  const found = findSecret(tokenVariable, env, redactor, store);
  if (found.state === 'present') return { source: found.source, problems: [] };
  if (isEnrolled) return { source: undefined, problems: [] };
  if (found.state === 'invalid') return { source: undefined, problems: [found.problem] };
  const problem = `${tokenVariable} is not set, and this instance is not yet enrolled.`;
  const remedy = `Create a bootstrap token under Settings and give it as ${tokenVariable} or ${tokenVariable}_FILE.`;
  return { source: undefined, problems: [{ variable: tokenVariable, problem, remedy }] };
}
