/** The text of `--help`: what the command does, how it is called, its parts in aligned columns, and examples. */
import { styleText } from 'node:util';
import { type Argument, type Command, Help, type Option } from 'commander';
import type { DescribedCommand, Section } from './described-command.ts';

/** Of the column with names; a longer one has a line to itself. */
const widestTerm = 24;

/** Without a terminal, or with NO_COLOR, the parser removes it. */
export function boldTitle(title: string): string {
  return styleText('bold', title, { validateStream: false });
}

export class FarolHelp extends Help {
  override minWidthToWrap = 1;

  override commandUsage(command: Command): string {
    const { path, children, isRunnable } = command as DescribedCommand;
    const taken = command.registeredArguments.map(argumentTerm);
    if (children.length > 0 && taken.length === 0) taken.push(isRunnable ? '[command]' : '<command>');
    return [path, ...taken, '[options]'].join(' ');
  }

  override styleTitle(title: string): string {
    return boldTitle(title);
  }

  override formatHelp(command: Command, helper: Help): string {
    const width = helper.helpWidth ?? 80;
    const wrap = (text: string): string => helper.boxWrap(text, width);
    const blocks = [
      wrap(sentence(command.description())),
      wrap(`${helper.styleTitle('Usage:')} ${helper.commandUsage(command)}`),
      ...sectionsOf(command as DescribedCommand, helper).map(({ title, rows }) =>
        [helper.styleTitle(`${title}:`), ...layOut(rows, width, helper)].join('\n'),
      ),
      ...examplesOf(command as DescribedCommand, helper),
    ];
    return `${blocks.join('\n\n')}\n`;
  }
}

/** Arguments, options, commands, and what the command adds. */
export function sectionsOf(command: DescribedCommand, helper: Help = command.createHelp()): Section[] {
  const sections: Section[] = [
    { title: 'Arguments', rows: helper.visibleArguments(command).map((one) => argumentRow(one, helper)) },
    { title: 'Commands', rows: command.children.map((one) => [one.name(), one.summary() || one.description()]) },
    { title: 'Options', rows: helper.visibleOptions(command).map((one) => optionRow(one, helper)) },
    ...command.sections,
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}

/** A term and its description side by side, wrapped to the width. */
export function layOut(rows: Section['rows'], width: number, helper: Help): string[] {
  const column = Math.min(widestTerm, Math.max(...rows.map(([term]) => term.length)));
  const indent = ' '.repeat(column + 4);
  return rows.flatMap(([term, description]) => {
    const [first = '', ...rest] = helper.boxWrap(description, width - column - 4).split('\n');
    const isLong = term.length > column;
    return [
      ...(isLong ? [`  ${term}`, `${indent}${first}`] : [`  ${term.padEnd(column)}  ${first}`.trimEnd()]),
      ...rest.map((line) => `${indent}${line}`),
    ];
  });
}

function argumentRow(argument: Argument, helper: Help): [string, string] {
  return [argumentTerm(argument), helper.argumentDescription(argument)];
}

function argumentTerm(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function optionRow(option: Option, helper: Help): [string, string] {
  return [option.short === undefined ? `    ${option.flags}` : option.flags, helper.optionDescription(option)];
}

function examplesOf({ exampleLines }: DescribedCommand, helper: Help): string[] {
  if (exampleLines.length === 0) return [];
  return [[helper.styleTitle('Examples:'), ...exampleLines.map((line) => `  $ ${line}`)].join('\n')];
}

/** With a capital letter and a full stop. */
export function sentence(text: string): string {
  const first = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.!?]$/u.test(first) ? first : `${first}.`;
}
