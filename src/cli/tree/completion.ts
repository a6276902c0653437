import { Argument } from 'commander';
import { FarolCommand } from './farol-command.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

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
