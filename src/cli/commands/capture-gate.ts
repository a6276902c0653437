/**
 * `farol capture gate`: whether the comparison that the control plane makes lets a deploy pass. It ends with one of
 * `gateExits`.
 */
import type { Command } from 'commander';
import { gateExits } from '../../../profiler/witness/cli/exit-codes.ts';
import { addGateOptions, type GateOptions, printGate, runGate } from '../../../profiler/witness/cli/gate-options.ts';
import { Diff } from '../../../profiler/witness/diff/diff.ts';
import { diffPath } from './capture-diff.ts';
import { addComparedVersions, chooseVersions, type NamedVersions } from './compared-versions.ts';
import { withApi, withUrl, type WithUrl } from './pipeline-call.ts';

interface CaptureGateOptions extends WithUrl, GateOptions, NamedVersions {
  readonly env?: string;
}

/** Adds it to `farol capture`, whose settings it inherits. */
export function addCaptureGate(capture: Command): void {
  const command = addComparedVersions(
    withUrl(capture.command('gate')).description(
      'exit with 1 on a confirmed regression, with 2 when what is required could not be judged',
    ),
  );
  // Not the status of the other commands, which is a verdict here.
  command.exitOverride(({ exitCode }) =>
    process.exit(exitCode === 0 ? gateExits.passed.code : gateExits.operational.code),
  );
  addGateOptions(command).action(
    (workload: string, from: string | undefined, to: string | undefined, options: CaptureGateOptions) =>
      runGate('farol capture', () =>
        withApi(options, 'FAROL_READ_TOKEN', async (api) => {
          const path = diffPath({ workload, ...chooseVersions({ from, to }, options, command), env: options.env });
          return printGate(await api.call({ method: 'GET', path }, Diff), options);
        }),
      ),
  );
}
