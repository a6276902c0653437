/**
 * Parses a call of `farol` and does nothing else: the launcher asks this before it installs or builds anything. Ends as
 * the program would when it refuses the call.
 */
import { allCommands } from '../src/cli/tree/farol-command.ts';
import { farolProgram, refuseTokens } from '../src/cli/tree/program.ts';

refuseTokens(process.argv);
const program = await farolProgram();
for (const command of allCommands(program)) if (command.isRunnable) command.action(() => undefined);
await program.parseAsync();
