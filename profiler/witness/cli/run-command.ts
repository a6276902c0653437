import { ExportError } from '../say/export/stack-profile.ts';
import { CliError } from './cli-error.ts';
import { witnessExits } from './exit-codes.ts';

/** Sets the exit code that `work` returns, or the one of a failure with the reason on standard error. A defect keeps its stack trace. */
export async function run(command: string, work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    if (!(error instanceof CliError || error instanceof ExportError)) throw error;
    process.stderr.write(`witness ${command}: ${error.message}\n`);
    process.exitCode = witnessExits.failed.code;
  }
}
