/** How a text becomes the words that are searched: the same for the catalog, for a question and in every language. */
import { stemmer } from 'stemmer';

/** Words that say nothing of what is asked for. */
const emptyWords = new Set(
  (
    'a about all an and any are as at be between by can could do does did for from give had has have how i if in into is it its ' +
    'many may me more much my no not now of on or our over show some such tell than that the their them there these thing things this those to today ' +
    'us was we were what when where whether which why will with would yesterday you'
  ).split(' '),
);

/** In lower case, without accents. `listHostedZones` is one word, and the three that it is made of. */
export function splitWords(text: string): string[] {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) => {
    const parts = word.replaceAll(/([a-z0-9])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/gu, '$1$2 ').split(' ');
    return (parts.length > 1 ? [word, ...parts] : parts).map((one) => one.toLowerCase());
  });
}

export function isEmptyWord(word: string): boolean {
  return emptyWords.has(word);
}

/** The form that `deploy`, `deployed` and `deployments` share. */
export function stemOf(word: string): string {
  return stemmer(word);
}
