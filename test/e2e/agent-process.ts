/** An Agent as it is installed: a process of its own that reads variables, with its metrics at an address of the test. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { agentAuditName } from '../../src/agent/audit/audit-files.ts';
import { compileCache } from '../compile-cache.ts';
import type { TestControl } from '../control-plane.ts';
import { type StartedProcess, startProcess } from '../started-process.ts';

interface AgentInputs {
  readonly instance: string;
  /** Value of a bootstrap token. */
  readonly token: string;
  /** Address of a Prometheus. */
  readonly metricsUrl: string;
  readonly isReady: () => Promise<boolean>;
  /** File of the program; by default its source. */
  readonly program?: string;
  /** What Node is started with before the program. */
  readonly nodeOptions?: readonly string[];
  /** Variables of its operator beside these. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface AgentProcess extends StartedProcess {
  readonly auditFile: string;
}

const source = fileURLToPath(new URL('../../src/agent/bin.ts', import.meta.url));

/** The caller stops it. */
export async function startAgentProcess(running: TestControl, inputs: AgentInputs): Promise<AgentProcess> {
  const { instance, token, metricsUrl, isReady, program = source, nodeOptions = [], settings = {} } = inputs;
  const folder = path.join(running.folder, `process-${instance}`);
  await mkdir(folder, { mode: 0o700 });
  const caFile = path.join(folder, 'ca.pem');
  await writeFile(caFile, running.caPem);
  const { tunnel, enroll } = running.control.addresses;
  const identityDir = path.join(folder, 'identity');
  const started = await startProcess({
    program: process.execPath,
    args: [...nodeOptions, program],
    env: {
      ...compileCache,
      PATH: process.env['PATH'] ?? '',
      RUNNER_TENANT: 'acme',
      RUNNER_INSTANCE_ID: instance,
      RUNNER_TUNNEL_URL: tunnel,
      RUNNER_ENROLL_URL: enroll,
      RUNNER_IDENTITY_DIR: identityDir,
      RUNNER_CA_FILE: caFile,
      RUNNER_BOOTSTRAP_TOKEN: token,
      GRAFANA_METRICS_URL: metricsUrl,
      GRAFANA_METRICS_USER: '1234567',
      GRAFANA_METRICS_TOKEN: 'a token that only the Agent has',
      ...settings,
    },
    isReady,
  });
  return { ...started, auditFile: path.join(identityDir, agentAuditName) };
}
