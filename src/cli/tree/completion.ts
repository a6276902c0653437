import { Argument } from 'commander';
import { type Shell, shells } from '../completion/completion-data.ts';
import { FarolCommand } from './farol-command.ts';

export function completionCommand(program: FarolCommand): FarolCommand {
  return new FarolCommand('completion')
    .summary('print the completion of a shell')
    .description('print the completion of a shell: commands, options, and names of operations and connectors')
    .addArgument(new Argument('<shell>', 'which shell').choices(shells))
    .example(
      'source <(farol completion bash)',
      'farol completion zsh > "${fpath[1]}/_farol"',
      'farol completion fish > ~/.config/fish/completions/farol.fish',
    )
    .action(async (shell: Shell) => {
      const { printCompletion } = await import('../commands/completion.ts');
      printCompletion(program, shell);
    });
}
