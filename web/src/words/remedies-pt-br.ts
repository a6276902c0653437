/** What to do about a fault, in Portuguese: remedies of Agents, of their connectors and of the fleet. */
import { allRemedies } from './remedies/all-remedies-pt-br.ts';
import { compileTemplates, fillTemplate } from './sentence-template.ts';

/** Words of its own that a template has without what is filled in. */
const ownLength = (template: string): number => template.replaceAll('{}', '').length;

// Those with more words of their own come first: a short one matches what a long one says better.
const sorted = Object.entries(allRemedies).toSorted(([a], [b]) => ownLength(b) - ownLength(a));
const templates = sorted.flatMap(([english, portuguese]) =>
  compileTemplates({ [english]: portuguese }, '$').map((template) => ({
    ...template,
    isShort: ownLength(english) < 12,
  })),
);

/** A sentence that is filled in is translated too. Undefined where it or the whole is not known: nothing is half translated. */
export function remedyPtBr(text: string): string | undefined {
  for (const template of templates) {
    const [whole, ...values] = template.pattern.exec(text) ?? [];
    if (whole === undefined) continue;
    const known = values.map((value) => fillIn(value, template.isShort));
    if (known.every((value) => value !== undefined)) return fillTemplate(template, known);
  }
  return undefined;
}

/** Names and screens of a vendor stay as they are. */
function fillIn(value: string, isShort: boolean): string | undefined {
  const isSentence = /\S\s.*[.!?]$|[.!?]\s/su.test(value);
  const isLong = isShort && value.split(' ').length > 3;
  return isSentence || isLong ? remedyPtBr(value) : value;
}
