/** What every part of the demo's fleet is started with. */
import type { Narrator } from './narrator.ts';
import type { Workload } from './workload.ts';
import type { Workspace } from './workspace.ts';

export const organization = 'demo';
export const profilerName = 'demo-profiler';

export interface FleetOptions {
  readonly repository: string;
  readonly workspace: Workspace;
  readonly workload: Workload;
  readonly narrator: Narrator;
  /** Replay recorded captures instead of measuring. */
  readonly recorded: boolean;
  /** Told how to stop each part as soon as it runs. */
  readonly onStarted: (stop: () => void | Promise<void>) => void;
}

/** Addresses as the control plane printed them. */
export interface ControlPlane {
  readonly app: string;
  readonly tunnel: string;
  readonly enroll: string;
  readonly caFile: string;
  readonly firstLink: string;
  readonly metricsHost: string;
}

export interface InstanceInputs {
  readonly control: ControlPlane;
  readonly caFile: string;
  /** Bootstrap token, handed over in the environment and never in arguments. */
  readonly token: string;
}

export function instanceVariables(
  instance: string,
  identityDir: string,
  inputs: InstanceInputs,
): Record<string, string> {
  const { control, caFile, token } = inputs;
  return {
    RUNNER_TENANT: organization,
    RUNNER_INSTANCE_ID: instance,
    RUNNER_TUNNEL_URL: control.tunnel,
    RUNNER_ENROLL_URL: control.enroll,
    RUNNER_IDENTITY_DIR: identityDir,
    RUNNER_BOOTSTRAP_TOKEN: token,
    RUNNER_CA_FILE: caFile,
  };
}
