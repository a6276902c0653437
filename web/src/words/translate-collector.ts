/** What the collector wrote, in Portuguese. Its records have sentences and no codes with parameters. */
import { collectorPhrases, collectorSentences } from './collector-pt-br.ts';
import { compileTemplates, fillTemplate, type Template } from './sentence-template.ts';

const sentences = compileTemplates(collectorSentences, '(?: |$)');
const phrases = compileTemplates(collectorPhrases, '$');

function write(template: Template, values: readonly string[]): string {
  return fillTemplate(template, values, translatePhrase);
}

/** Of a part of a sentence; undefined where it is not known. */
export function translatePhrase(text: string): string | undefined {
  for (const template of phrases) {
    const [whole, ...values] = template.pattern.exec(text) ?? [];
    if (whole !== undefined) return write(template, values);
  }
  return undefined;
}

/** Of one sentence or several; undefined where one of them is not known. */
export function translateSentences(text: string): string | undefined {
  for (const template of sentences) {
    const [whole, ...values] = template.pattern.exec(text) ?? [];
    if (whole === undefined) continue;
    const rest = text.slice(whole.length);
    const after = rest === '' ? '' : translateSentences(rest);
    if (after !== undefined) return `${write(template, values)} ${after}`.trimEnd();
  }
  return undefined;
}
