/** The help of every command, which `./farol` prints from this page while Node or the npm packages are missing. */
import { stripVTControlCharacters } from 'node:util';
import { allCommands, type FarolCommand } from '../../src/cli/tree/farol-command.ts';
import { farolProgram } from '../../src/cli/tree/program.ts';
import { type Page, toPage } from './page.ts';

const program = await farolProgram();

export function render(): Page[] {
  const commands = allCommands(program).filter((one) => one.name() !== 'help');
  return [
    toPage('command-line.md', 'the commands in src/cli/tree', [
      '# Command line',
      'What `--help` prints of each command. `farol completion` prints the completion of a shell, and `farol.1` beside this page is the manual page.',
      ...commands.map((one) => `## ${one.path}\n\n\`\`\`text\n${helpOf(one)}\`\`\``),
    ]),
  ];
}

function helpOf(command: FarolCommand): string {
  const helper = command.createHelp();
  helper.prepareContext({ helpWidth: 80 });
  return stripVTControlCharacters(helper.formatHelp(command, helper));
}
