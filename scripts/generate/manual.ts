/** The manual page farol(1), in the macros of man(7), from the same commands as the help. */
import { sectionsOf, sentence } from '../../src/cli/help/farol-help.ts';
import { allCommands, type FarolCommand } from '../../src/cli/tree/farol-command.ts';
import { farolProgram } from '../../src/cli/tree/program.ts';
import type { Page } from './page.ts';
import { commandExits } from './troubleshooting/exits.ts';

const program = await farolProgram();
const helper = program.createHelp();

export function render(): Page[] {
  const commands = allCommands(program).filter((one) => one !== program && one.name() !== 'help');
  const text = [
    String.raw`.\" Generated from the commands in src/cli/tree. Change that and run npm run generate.`,
    '.TH FAROL 1 "" "Farol" "User Commands"',
    '.SH NAME',
    String.raw`farol \- ask questions of your own infrastructure without giving anyone a key`,
    '.SH SYNOPSIS',
    '.B farol',
    String.raw`.I command`,
    '[options]',
    '.SH COMMANDS',
    ...commands.flatMap(renderCommand),
    '.SH EXIT STATUS',
    'Each command has statuses of its own.',
    ...commandExits
      .filter(([names]) => names.includes('farol'))
      .flatMap(([names, exits]) => [
        '.TP',
        escape(names.replaceAll('`', '')),
        ...Object.values(exits).flatMap(({ code, meaning }) => paragraph(`${code}: ${meaning}.`)),
      ]),
  ];
  return [{ path: 'docs/reference/farol.1', text: `${text.join('\n')}\n` }];
}

function renderCommand(command: FarolCommand): string[] {
  const usage = command.createHelp().commandUsage(command);
  const rows = sectionsOf(command)
    .filter(({ title }) => title !== 'Commands' && title !== 'Exit codes')
    .flatMap((section) => section.rows);
  return [
    `.SS "${escape(usage)}"`,
    ...paragraph(sentence(command.description())),
    ...rows.flatMap(([term, description]) => ['.TP', `.B ${escape(term.trim())}`, ...paragraph(description)]),
    ...examplesOf(command),
  ];
}

function examplesOf({ exampleLines }: FarolCommand): string[] {
  if (exampleLines.length === 0) return [];
  const lines = exampleLines.flatMap((one) => escape(one).split('\n'));
  return ['.PP', 'Examples:', '.PP', '.nf', '.RS', ...lines, '.RE', '.fi'];
}

/** Of lines that are short in the source too, each sentence on a line of its own. */
function paragraph(text: string): string[] {
  const wrapped = text.split(/(?<=\.) (?=[A-Z])/u).map((one) => helper.boxWrap(one, 72));
  return escape(wrapped.join('\n')).split('\n');
}

/** A hyphen that is typed, a backslash, and a line that would be read as a macro. */
function escape(text: string): string {
  return text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replaceAll('"', String.raw`\(dq`)
    .replaceAll('…', '...')
    .replaceAll(/^(?=[.'])/gmu, String.raw`\&`);
}
