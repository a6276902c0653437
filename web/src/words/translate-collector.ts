/** What the collector wrote, in Portuguese. Its records have sentences and no codes with parameters. */
import { collectorPhrases, collectorSentences } from './collector-pt-br.ts';

interface Template {
  readonly pattern: RegExp;
  readonly parts: readonly string[];
}

/** `{}` is anything, as little as possible of it. */
function compile(table: Readonly<Record<string, string>>, end: string): Template[] {
  return Object.entries(table).map(([english, portuguese]) => {
    const fixed = english.split('{}').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`));
    return { pattern: new RegExp(`^${fixed.join('(.+?)')}${end}`, 'su'), parts: portuguese.split('{}') };
  });
}

const sentences = compile(collectorSentences, '(?: |$)');
const phrases = compile(collectorPhrases, '$');

function write({ parts }: Template, values: readonly string[]): string {
  return parts
    .map((part, at) => `${at === 0 ? '' : (translatePhrase(values[at - 1] ?? '') ?? values[at - 1])}${part}`)
    .join('');
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
