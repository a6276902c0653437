/**
 * A command of `farol`: what the parser, the help, the completion and the manual page are made from. It starts no work:
 * an action loads its part when it is called.
 */
import { Command, type Help } from 'commander';
import { type Exits, localExits } from '../../core/exit-codes.ts';
import type { DescribedCommand, Section } from '../help/described-command.ts';
import { FarolHelp } from '../help/farol-help.ts';
import { RootHelp } from '../help/root-help.ts';
import { suggest } from '../help/suggest.ts';

export class FarolCommand extends Command implements DescribedCommand {
  /** Exit status of a wrong call. */
  usageStatus: number = localExits.usage.code;
  isRunnable = false;
  readonly sections: Section[] = [];
  readonly exampleLines: string[] = [];

  constructor(name?: string) {
    super(name);
    // An option belongs to the command that it follows.
    this.enablePositionalOptions();
    this.helpCommand(false);
    this.helpOption('-h, --help', 'print this help');
    this.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : this.usageStatus));
  }

  override createCommand(name?: string): FarolCommand {
    return new FarolCommand(name);
  }

  override action(work: Parameters<Command['action']>[0]): this {
    this.isRunnable = true;
    return super.action(work);
  }

  override createHelp(): Help {
    const isGrouped = this.children.some((one) => one.helpGroup() !== '');
    return Object.assign(isGrouped ? new RootHelp() : new FarolHelp(), this.configureHelp());
  }

  /** Each command has its own: the status of a wrong call differs. */
  override copyInheritedSettings(): this {
    return this;
  }

  override error(message: string, options: { exitCode?: number; code?: string } = {}): never {
    this.showHelpAfterError(`Run "${this.path} --help" for usage.`);
    const [word = ''] = this.args;
    if (options.code !== 'commander.excessArguments' || this.commands.length === 0) super.error(message, options);
    super.error(unknownCommand(word, this), options);
  }

  /** Called without the command that it needs, it prints its help, and that is no error. */
  override help(): never {
    return super.help();
  }

  /** Command lines, each as it is typed. */
  example(...lines: string[]): this {
    this.exampleLines.push(...lines);
    return this;
  }

  section(title: string, rows: Section['rows']): this {
    this.sections.push({ title, rows });
    return this;
  }

  /** Listed below the options. The work ends with one of them; a wrong call ends with `usageStatus`. */
  exits(table: Exits): this {
    return this.section(
      'Exit codes',
      Object.values(table).map(({ code, meaning }) => [String(code), meaning]),
    );
  }

  wrongCallEndsWith(status: number): this {
    this.usageStatus = status;
    return this;
  }

  get children(): readonly FarolCommand[] {
    return this.commands as readonly FarolCommand[];
  }

  get path(): string {
    if (this.name() === 'farol') return 'farol';
    return `${(this.parent as FarolCommand | null)?.path ?? 'farol'} ${this.name()}`;
  }
}

/** The command and every command below it, in the order of the help. */
export function allCommands(command: FarolCommand): FarolCommand[] {
  return [command, ...command.children.flatMap(allCommands)];
}

/** What the parser says of a word that names none of the commands below. */
export function unknownCommand(word: string, { children }: FarolCommand): string {
  return `error: unknown command '${word}'${suggest(
    word,
    children.map((one) => one.name()),
  )}`;
}
