/** The commands of a guide: fenced blocks of `sh`, of which some have a name after the language. */
import { readFileSync } from 'node:fs';

export interface Guide {
  /** Blocks without a name, by the heading above them. */
  readonly sections: ReadonlyMap<string, string>;
  readonly named: ReadonlyMap<string, string>;
}

export function readGuide(file: string): Guide {
  const sections = new Map<string, string>();
  const named = new Map<string, string>();
  const parts = /^#+ (?<heading>.+)$|^```sh(?: (?<name>\S+))?\n(?<text>[\s\S]*?)^```$/gmu;
  let heading = '';
  for (const { groups = {} } of readFileSync(file, 'utf8').matchAll(parts)) {
    const { name, text } = groups;
    heading = groups['heading'] ?? heading;
    if (text === undefined) continue;
    if (name === undefined) sections.set(heading, `${sections.get(heading) ?? ''}${text}`);
    else named.set(name, text);
  }
  return { sections, named };
}
