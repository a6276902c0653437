/**
 * `farol capture gate`: whether the comparison that the control plane makes lets a deploy pass. It ends with one of
 * `gateExits`.
 */
import type { GateOptions } from '../../../profiler/witness/cli/gate-options.ts';
import { printGate, runGate } from '../../../profiler/witness/cli/run-gate.ts';
import { Diff } from '../../../profiler/witness/diff/diff.ts';
import type { NamedVersions } from '../tree/compared-versions.ts';
import { diffPath } from './capture-diff.ts';
import { withApi, type WithUrl } from './pipeline-call.ts';

export interface GateCall extends NamedVersions {
  readonly workload: string;
  readonly options: WithUrl & GateOptions & NamedVersions & { readonly env?: string };
}

export function gateCaptures({ options, ...versions }: GateCall): Promise<void> {
  return runGate('farol capture', () =>
    withApi(options, 'FAROL_READ_TOKEN', async (api) => {
      const path = diffPath({ ...versions, env: options.env });
      return printGate(await api.call({ method: 'GET', path }, Diff), options);
    }),
  );
}
