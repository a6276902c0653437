/**
 * A shell in which the commands of the guide meet a real API server by the real Helm and kubectl. No node is behind it:
 * what `kubectl exec` would run in the pod of the control plane is run beside a control plane of this machine.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { adminToken, type ControlPlane } from '../../../connectors/eks/upstream/cluster/control-plane.ts';
import { buildHelm, buildKubectl, say } from '../../../scripts/go-tool.ts';

const root = path.resolve(import.meta.dirname, '../../..');

export interface ShellOptions {
  /** Where the commands start. */
  readonly folder: string;
  readonly plane: ControlPlane;
  /** PEM of the API server. */
  readonly ca: string;
  /** Data directory of the control plane that plays the one in the cluster. */
  readonly dataDir: string;
}

export class ClusterShell {
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor({ folder, plane, ca, dataDir }: ShellOptions) {
    this.#folder = folder;
    const bin = path.join(folder, '.commands');
    for (const one of [bin, path.join(folder, 'tmp')]) mkdirSync(one, { recursive: true });
    symlinkSync(buildHelm(say), path.join(bin, 'helm'));
    const script = (name: string, text: string): void => {
      writeFileSync(path.join(bin, name), `#!/bin/sh\nset -eu\n${text}\n`);
      chmodSync(path.join(bin, name), 0o755);
    };
    const farol = `exec ${process.execPath} ${path.join(root, 'dist/src/cli/main.js')} "$@"`;
    // Pods never start here, so nothing is waited for; folders of the image are folders of this machine.
    script(
      'kubectl',
      `inside() { printf %s "$1" | sed 's#/tmp/#@tmp@#g; s#/var/lib/farol/data#${dataDir}#g; s#/var/lib/farol/#@tmp@#g; s#@tmp@#${folder}/tmp/#g'; }
case " $* " in
*" rollout status "* | *" wait "*) exit 0 ;;
*" exec "*)
  while [ "$1" != -- ]; do shift; done
  shift
  program=$1; shift
  export FAROL_DATA_DIR=${dataDir}
  case $program in
    farol)
      for argument in "$@"; do shift; set -- "$@" "$(inside "$argument")"; done
      ${farol} ;;
    node) exec ${process.execPath} "$1" "$(inside "$2")" ;;
    *) echo "no $program is in the image" >&2; exit 127 ;;
  esac ;;
*) exec ${buildKubectl(say)} "$@" ;;
esac`,
    );
    const kubeconfig = path.join(folder, '.kubeconfig');
    writeFileSync(kubeconfig, JSON.stringify(kubeconfigOf(plane.port, ca)), { mode: 0o600 });
    this.#env = {
      PATH: `${bin}:/usr/bin:/bin`,
      HOME: folder,
      KUBECONFIG: kubeconfig,
    };
  }

  /** @throws Error with what the block wrote when a command of it fails. */
  run(block: string): string {
    const { status, stdout, stderr } = spawnSync('bash', ['-eu', '-o', 'pipefail', '-c', block], {
      cwd: this.#folder,
      env: this.#env,
      encoding: 'utf8',
      timeout: 120_000,
    });
    if (status !== 0) throw new Error(`ended with ${status}:\n${block}\n${stdout}${stderr}`);
    return stdout;
  }
}

function kubeconfigOf(port: number, ca: string): object {
  const data = Buffer.from(ca).toString('base64');
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'only', cluster: { server: `https://127.0.0.1:${port}`, 'certificate-authority-data': data } }],
    users: [{ name: 'only', user: { token: adminToken } }],
    contexts: [{ name: 'only', context: { cluster: 'only', user: 'only' } }],
    'current-context': 'only',
  };
}
