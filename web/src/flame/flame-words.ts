/** The words of the flame graph in the language of the page; apart from the others, so that the first screen lacks them. */
import { locale } from '../words/words.ts';
import { enFlame } from './flame-words-en.ts';
import { ptBrFlame } from './flame-words-pt-br.ts';

export type FlameWords = typeof enFlame;

export const flameCatalogs = { en: enFlame, 'pt-BR': ptBrFlame } as const;

export function flameWords(): FlameWords {
  return flameCatalogs[locale.value];
}
