/** The help of `farol` itself: every command in one row, its group beside the first. It fits 24 lines of 80 columns. */
import { type Command, Help } from 'commander';
import type { DescribedCommand } from './described-command.ts';
import { boldTitle } from './farol-help.ts';

export class RootHelp extends Help {
  override minWidthToWrap = 1;

  override styleTitle(title: string): string {
    return boldTitle(title);
  }

  override formatHelp(command: Command, helper: Help): string {
    const visible = new Set(helper.visibleCommands(command));
    const children = (command as DescribedCommand).children.filter((one) => visible.has(one));
    const groupWidth = Math.max(...children.map((one) => one.helpGroup().length));
    const nameWidth = Math.max(...children.map((one) => one.name().length));
    const indent = groupWidth + nameWidth + 4;
    const width = helper.helpWidth ?? 80;
    const rows = children.flatMap((one, at) => {
      const isFirst = children[at - 1]?.helpGroup() !== one.helpGroup();
      const name = one.helpGroup().padEnd(groupWidth);
      const group = isFirst ? helper.styleTitle(name) : ' '.repeat(groupWidth);
      const [first = '', ...rest] = helper.boxWrap(one.summary(), width - indent).split('\n');
      const row = `${group}  ${one.name().padEnd(nameWidth)}  ${first}`;
      return [row, ...rest.map((line) => `${' '.repeat(indent)}${line}`)];
    });
    const head = [command.description(), 'Usage: farol <command> [options]; farol <command> --help; farol --version'];
    return `${[...head.map((line) => helper.boxWrap(line, width)), '', ...rows].join('\n')}\n`;
  }
}
