/**
 * Whether a name was probably made up by a program. Words, camelCase names and words with a number
 * behind them were not. A made-up name of six characters reads like a word about once in twenty.
 */
const word = /^(?:[A-Z]?[a-z]+|[A-Z]{2,})/u;
const vowel = /[aeiouy]/iu;

/** `text` holds letters, digits and underscores. */
export function hasRandomLook(text: string): boolean {
  const stem = text.replace(/\d{0,4}$/u, '');
  if (stem === '') return true;
  return !stem.split('_').every((part) => part === '' || isMadeOfWords(part));
}

/** One word in the row may be as short as two letters: `MyCache` reads as words, `AbEdIf` does not. */
function isMadeOfWords(text: string): boolean {
  let rest = text;
  let short = 0;
  while (rest !== '') {
    const next = word.exec(rest)?.[0];
    if (next === undefined || !vowel.test(next)) return false;
    if (next.length < 3) short++;
    rest = rest.slice(next.length);
  }
  return short <= 1;
}
