import { Option } from 'commander';
import { gateExits } from '../../../profiler/witness/cli/exit-codes.ts';
import { addGateOptions } from '../../../profiler/witness/cli/gate-options.ts';
import { addOutputs } from '../../../profiler/witness/cli/output-options.ts';
import type { GateCall } from '../commands/capture-gate.ts';
import type { DiffCall } from '../commands/capture-diff.ts';
import type { Common, RequestOptions } from '../commands/capture.ts';
import { pipelineVariables } from '../commands/pipeline-variables.ts';
import { addComparedVersions, chooseVersions } from './compared-versions.ts';
import { FarolCommand } from './farol-command.ts';
import { wholeNumber } from './parse-values.ts';

const maxSeconds = 999_999;

export function captureCommand(): FarolCommand {
  const capture = new FarolCommand('capture')
    .summary('queue captures, compare versions, gate a deploy')
    .description('queue captures, read their outcomes, compare versions and gate a deploy')
    .section(
      'Environment',
      Object.entries(pipelineVariables).map(([name, text]) => [name, text.replace('As secret.', `Or ${name}_FILE.`)]),
    );
  addRequest(capture);
  addReads(capture);
  addComparisons(capture);
  return capture;
}

function addRequest(capture: FarolCommand): void {
  withCommon(capture.command('request'))
    .description('queue a capture; prints its request id')
    .requiredOption('--workload <name>', 'process name exactly as in the target list')
    .requiredOption('--version <version>', 'version that just shipped; the key of the comparison')
    .option('--env <name>', 'environment label')
    .addOption(
      new Option('--kind <kind>', 'head, or replicate for the same version again').choices(['head', 'replicate']),
    )
    .option('--image <digest>', 'of what was deployed: sha256:… or name@sha256:…')
    .option('--duration <seconds>', 'window, 5 to 300', wholeNumber(0, maxSeconds, 'seconds'))
    .option('--warmup <seconds>', 'discarded before the window, 0 to 60', wholeNumber(0, maxSeconds, 'seconds'))
    .example('farol capture request --workload checkout --version 1.4.0 --env prod')
    .action(async (options: RequestOptions) => {
      const { requestCapture } = await import('../commands/capture.ts');
      await requestCapture(options);
    });
}

function addReads(capture: FarolCommand): void {
  withCommon(capture.command('wait'))
    .description('wait for the outcome of a capture')
    .argument('<request_id>', 'as `farol capture request` printed it')
    .option('--timeout <seconds>', 'give up after this long', wholeNumber(0, maxSeconds, 'seconds'), 900)
    .example('farol capture wait 0190f3c2-6b1e-7c55-9d0e-2f6f6f0c1a11 --timeout 600')
    .action(async (id: string, options: Common & { timeout: number }) => {
      const { waitForCapture } = await import('../commands/capture.ts');
      await waitForCapture(id, options);
    });
  withCommon(capture.command('show'))
    .description('print the record of a capture')
    .argument('<request_id>', 'as `farol capture request` printed it')
    .example('farol capture show 0190f3c2-6b1e-7c55-9d0e-2f6f6f0c1a11 --json')
    .action(async (id: string, options: Common) => {
      const { showCapture } = await import('../commands/capture.ts');
      await showCapture(id, options);
    });
}

function addComparisons(capture: FarolCommand): void {
  const diff = addComparedVersions(withUrl(capture.command('diff')))
    .summary('compare two versions of a workload')
    .description('compare two versions of a workload, or export their CPU stacks')
    .example('farol capture diff checkout', 'farol capture diff checkout 1.3.0 1.4.0 --markdown');
  addOutputs(diff, 'comparison').action(
    async (workload: string, from: string | undefined, to: string | undefined, options: DiffCall['options']) => {
      const { diffCaptures } = await import('../commands/capture-diff.ts');
      await diffCaptures({ workload, ...chooseVersions({ from, to }, options, diff), options });
    },
  );
  const gate = addComparedVersions(withUrl(capture.command('gate')))
    .summary('let a deploy pass, or stop it')
    .description('exit with 1 on a confirmed regression, with 2 when what is required could not be judged')
    .example('farol capture gate checkout --env prod --fail-on-likely')
    // Not the status of the other commands, which is a verdict here.
    .wrongCallEndsWith(gateExits.operational.code)
    .exits(gateExits);
  addGateOptions(gate).action(
    async (workload: string, from: string | undefined, to: string | undefined, options: GateCall['options']) => {
      const { gateCaptures } = await import('../commands/capture-gate.ts');
      await gateCaptures({ workload, ...chooseVersions({ from, to }, options, gate), options });
    },
  );
}

function withUrl(command: FarolCommand): FarolCommand {
  return command.option('--url <address>', 'address of the control plane; default FAROL_URL, or that of farol login');
}

function withCommon(command: FarolCommand): FarolCommand {
  return withUrl(command).option('--json', 'print JSON');
}
