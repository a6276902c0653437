import { execFileSync } from 'node:child_process';
import path from 'node:path';

export const chartFolder = path.resolve(import.meta.dirname, '../../../deploy/helm/farol');

/**
 * As `helm template` prints it, for the release `farol` in the namespace `farol`. `kubernetes` is the version that the
 * chart is rendered for.
 *
 * @throws with the words of Helm, which name the value that is refused.
 */
export function renderChartWith(helm: string, values: object, kubernetes = '1.36.0'): string {
  const args = ['template', 'farol', chartFolder, '--namespace', 'farol', '--kube-version', kubernetes];
  // JSON is YAML.
  return execFileSync(helm, [...args, '--values', '-'], {
    input: JSON.stringify(values),
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}
