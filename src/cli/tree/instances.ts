import { instanceExits } from '../../core/exit-codes.ts';
import { FarolCommand } from './farol-command.ts';

export function agentCommand(): FarolCommand {
  return new FarolCommand('agent')
    .summary('run an Agent')
    .description('run an Agent, which answers operations with the credentials in its RUNNER_ variables')
    .exits(instanceExits)
    .example('RUNNER_ENROLL_URL=https://farol.example:8443 farol agent')
    .action(async () => {
      const { runAgent } = await import('../../agent/main.ts');
      process.exitCode = await runAgent(process.env);
    });
}

export function profilerCommand(): FarolCommand {
  return new FarolCommand('profiler')
    .summary('run a Profiler')
    .description('run a Profiler, which captures processes of its target list when a capture is requested')
    .exits(instanceExits)
    .example('RUNNER_ENROLL_URL=https://farol.example:8443 farol profiler')
    .action(async () => {
      const { runProfiler } = await import('../../../profiler/host/main.ts');
      process.exitCode = await runProfiler(process.env);
    });
}
