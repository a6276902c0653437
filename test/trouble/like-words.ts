/** The words of the table, in which `…` is filled in by the programs. */
export function likeWords(words: string): RegExp {
  const parts = words.split('…').map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`));
  return new RegExp(`^${parts.join('.+?')}$`, 'u');
}
