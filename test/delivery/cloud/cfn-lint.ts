import { installEnvironment } from '../../python-environment.ts';

/** Returns the environment of Python that has cfn-lint, installed once for each version. */
export function installCfnLint(): string {
  return installEnvironment('cfn-lint', import.meta.dirname);
}
