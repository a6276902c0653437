/** The commands of a guide, as they are written there: its fenced blocks, in their order. */
import { readFileSync } from 'node:fs';

export interface GuideBlock {
  /** The nearest one above it. */
  readonly heading: string;
  readonly language: string;
  /** A word after the language. */
  readonly name: string | undefined;
  readonly text: string;
}

const parts = /^#+ (?<heading>.+)$|^```(?<language>\S+)(?: (?<name>\S+))?\n(?<text>[\s\S]*?)^```$/gmu;

export function readGuide(file: string): GuideBlock[] {
  let heading = '';
  return [...readFileSync(file, 'utf8').matchAll(parts)].flatMap(({ groups = {} }) => {
    heading = groups['heading'] ?? heading;
    const { language, name, text } = groups;
    return language === undefined || text === undefined ? [] : [{ heading, language, name, text }];
  });
}
