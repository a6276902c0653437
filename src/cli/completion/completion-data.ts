/** What the completions of all shells offer, read from the commands. */
import { allCommands, type FarolCommand } from '../tree/farol-command.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** Words, or what the shell completes by itself; undefined where nobody can know the values. */
export type Values = readonly string[] | 'file' | 'folder' | undefined;

export interface CompletedOption {
  /** With their hyphens: the long one, and the short one where there is one. */
  readonly names: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  readonly values: Values;
}

export interface CompletedCommand {
  /** `farol capture wait` */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly CompletedOption[];
  /** Of its arguments. */
  readonly values: Values;
}

/** Names for an argument or the value of an option, by the word in its brackets. */
export interface KnownNames {
  readonly operation: readonly string[];
  readonly connector: readonly string[];
}

export function completedCommands(program: FarolCommand, names: KnownNames): CompletedCommand[] {
  const valuesOf = (name: string, choices: readonly string[] | undefined): Values => {
    if (choices !== undefined) return choices;
    if (name === 'operation' || name === 'connector') return names[name];
    return name === 'file' || name === 'folder' ? name : undefined;
  };
  return allCommands(program).map((command) => {
    const helper = command.createHelp();
    const visible = helper.visibleCommands(command);
    const [argument] = command.registeredArguments;
    return {
      path: command.path,
      commands: command.children
        .filter((one) => visible.includes(one))
        .map((one) => ({ name: one.name(), description: one.summary() || one.description() })),
      options: helper.visibleOptions(command).map((option) => ({
        names: [option.long, option.short].filter((one) => one !== undefined),
        description: option.description,
        takesValue: option.required || option.optional,
        values: valuesOf(/[<[](?<name>[^>\].]+)/u.exec(option.flags)?.groups?.['name'] ?? '', option.argChoices),
      })),
      values: argument === undefined ? undefined : valuesOf(argument.name(), argument.argChoices),
    };
  });
}
