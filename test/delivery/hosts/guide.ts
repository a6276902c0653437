/** The blocks of the guide for hosts: those with a name are run one by one. */
import { readGuide } from '../../read-guide.ts';

export interface HostGuide {
  /** Blocks without a name set variables for all others. */
  readonly variables: string;
  readonly names: readonly string[];
  /** @throws when the guide has no such block. */
  block(name: string): string;
}

export function readHostGuide(file: string): HostGuide {
  const commands = readGuide(file).filter(({ language }) => language === 'sh');
  const blocks = new Map<string, string>();
  let variables = '';
  for (const { name, text } of commands) {
    if (name === undefined) variables += text;
    else if (blocks.has(name)) throw new Error(`${file} has two blocks named ${name}`);
    else blocks.set(name, text);
  }
  return {
    variables,
    names: [...blocks.keys()],
    block: (name) => {
      const text = blocks.get(name);
      if (text === undefined) throw new Error(`${file} has no block named ${name}`);
      return text;
    },
  };
}
