/** `farol completion`: the completion of a shell, with the names of this version. */
import { answeredBy } from '../../../catalog/answered-by.ts';
import { catalog } from '../../../catalog/index.ts';
import { completedCommands, type Shell } from '../completion/completion-data.ts';
import { renderBash } from '../completion/bash.ts';
import { renderFish } from '../completion/fish.ts';
import { renderZsh } from '../completion/zsh.ts';
import type { FarolCommand } from '../tree/farol-command.ts';

const renderers = { bash: renderBash, zsh: renderZsh, fish: renderFish } as const satisfies Record<Shell, unknown>;

export function printCompletion(program: FarolCommand, shell: Shell): void {
  const names = { operation: [...catalog.keys()], connector: Object.keys(answeredBy.connectors) };
  process.stdout.write(renderers[shell](completedCommands(program, names)));
}
