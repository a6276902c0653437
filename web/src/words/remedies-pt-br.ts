/** What to do about a fault, in Portuguese: remedies of Agents, of their connectors and of the fleet. */
import { allRemedies } from './remedies/all-remedies-pt-br.ts';
import { remedyPhrases } from './remedies/phrases-pt-br.ts';
import { compileTemplates, fillTemplate, type Template } from './sentence-template.ts';

/** What is filled in may be empty. */
const compile = (table: Readonly<Record<string, string>>): Template[] =>
  compileTemplates(table, '$').map(({ pattern, parts }) => ({
    pattern: new RegExp(pattern.source.replaceAll('(.+?)', '(.*?)'), pattern.flags),
    parts,
  }));

/** Words of its own that a template has without what is filled in. */
const ownLength = (template: string): number => template.replaceAll('{}', '').length;

// Those with more words of their own come first: a short one matches what a long one says better.
const sorted = Object.entries(allRemedies).toSorted(([a], [b]) => ownLength(b) - ownLength(a));
const templates = sorted.flatMap(([english, portuguese]) =>
  compile({ [english]: portuguese }).map((template) => ({
    ...template,
    isShort: ownLength(english) < 12,
  })),
);
const phrases = compile(remedyPhrases);

/** More than any remedy has. An Agent that nobody trusts may send a longer text, which would hold up the page. */
const longestText = 2000;

/** What is filled in is translated too. Undefined where it or the whole is not known: nothing is half translated. */
export function remedyPtBr(text: string): string | undefined {
  return text.length > longestText ? undefined : (wholePtBr(text) ?? sentencesPtBr(text));
}

function wholePtBr(text: string): string | undefined {
  for (const template of templates) {
    const [whole, ...values] = template.pattern.exec(text) ?? [];
    if (whole === undefined) continue;
    const known = values.map((value) => fillIn(value, template.isShort));
    if (known.every((value) => value !== undefined)) return fillTemplate(template, known);
  }
  return undefined;
}

/** Sentences that were written apart and follow each other. */
function sentencesPtBr(text: string): string | undefined {
  for (const { index } of text.matchAll(/(?<=[.!?]) /gu)) {
    const first = wholePtBr(text.slice(0, index));
    const rest = first === undefined ? undefined : remedyPtBr(text.slice(index + 1));
    if (rest !== undefined) return `${first} ${rest}`;
  }
  return undefined;
}

/** Of a part of a sentence; undefined where it is not known, as names and screens of a vendor are. */
export function phrasePtBr(text: string): string | undefined {
  const bare = text.trim();
  for (const template of phrases) {
    const [whole, ...values] = template.pattern.exec(bare) ?? [];
    if (whole !== undefined) return text.replace(bare, () => fillTemplate(template, values, phrasePtBr));
  }
  return undefined;
}

function fillIn(value: string, isShort: boolean): string | undefined {
  const isSentence = /\S\s.*[.!?]$|[.!?]\s/su.test(value);
  const isLong = isShort && value.split(', ').some((name) => name.split(' ').length > 3);
  return phrasePtBr(value) ?? (isSentence || isLong ? trimmedPtBr(value) : value);
}

function trimmedPtBr(text: string): string | undefined {
  const bare = text.trim();
  const known = remedyPtBr(bare);
  return known === undefined ? undefined : text.replace(bare, () => known);
}
