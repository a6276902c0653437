/** Portuguese for what the control plane refuses: whole sentences, and by code where a sentence is not known. */
import { refusalCodes } from './refusal-codes-pt-br.ts';
import { refusalPhrases, refusalSentences } from './refusal-sentences-pt-br.ts';
import { compileTemplates, translateBy } from './sentence-template.ts';

const sentences = compileTemplates(refusalSentences, '$');
const phrases = compileTemplates(refusalPhrases, '$');

/** A field and what is wrong with it: `name: is not a known field.` */
const fieldPattern = /^(\S+?)(:?) (.+)\.$/su;

export function refusalPtBr(text: string, code: string) {
  return { whole: translateBy(sentences, text) ?? wordField(text), start: refusalCodes.get(code) };
}

function wordField(text: string): string | undefined {
  const [, field = '', colon = '', what = ''] = fieldPattern.exec(text) ?? [];
  const known = translateBy(phrases, what);
  return known === undefined ? undefined : `${field}${colon} ${known}.`;
}
