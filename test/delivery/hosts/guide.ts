/** The commands of a guide: fenced blocks that have a name after the language, in their order. */
import { readFileSync } from 'node:fs';

export interface Guide {
  /** Blocks without a name set variables for all others. */
  readonly variables: string;
  readonly names: readonly string[];
  /** @throws when the guide has no such block. */
  block(name: string): string;
}

export function readGuide(file: string): Guide {
  const fences = [...readFileSync(file, 'utf8').matchAll(/^```sh(?: (?<name>[a-z-]+))?\n(?<text>[\s\S]*?)^```$/gmu)];
  const blocks = new Map<string, string>();
  let variables = '';
  for (const { groups } of fences) {
    const { name, text = '' } = groups ?? {};
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
