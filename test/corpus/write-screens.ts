/**
 * Writes `first-screens.md`: for each pair what was changed, and what a terminal shows first of its comparison. The page
 * has the same sentences, as the lead, a card for each cause, what is new and the account.
 *
 * usage: node test/corpus/write-screens.ts
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { compare } from '../../profiler/witness/say/compare.ts';
import { renderHeadline } from '../../profiler/witness/say/text/render-headline.ts';
import { pairs } from './pairs.ts';
import { toComparison } from './read-pairs.ts';
import { readPair } from './stored-pair.ts';

export const screensFile = path.join(import.meta.dirname, 'first-screens.md');

export function writeScreens(): string {
  const screens = pairs.map(({ id, language, changed, cause }) => {
    const diff = compare(toComparison(readPair(id)));
    const lead = diff.summary.answer?.lead['pt-BR'] ?? '';
    return `## ${id}\n\n${language}, ${cause}: ${changed}\n\n\`\`\`\n${renderHeadline(diff).join('\n')}\n\`\`\`\n\n${lead}\n`;
  });
  return `# What each pair of the corpus says first\n\nWritten by \`node test/corpus/write-screens.ts\`.\n\n${screens.join('\n')}`;
}

if (import.meta.main) writeFileSync(screensFile, writeScreens());
