/**
 * Words and signs that say in which direction something changed, in both languages of the product. None may stand where
 * a comparison is impossible.
 */
const english = [
  'stopped|vanish\\p{L}*|disappear\\p{L}*|faster|slower|increas\\p{L}*|decreas\\p{L}*|regress\\p{L}*|improve\\p{L}*',
  'worse\\p{L}*|better|higher|lower|more|less|fewer|dropped|gone|rose|fell|up|down|new|not[_ ]seen|moved|changed',
];
const portuguese = [
  'mais|menos|maior(?:es)?|menor(?:es)?|melhor\\p{L}*|pior\\p{L}*|nov[oa]s?|aument\\p{L}*|diminu\\p{L}*|redu[zç]\\p{L}*',
  'acresc\\p{L}*|sub(?:iu|iram)|ca(?:iu|íram)|queda|par(?:ou|aram)|sum(?:iu|iram)|desapareceu\\p{L}*|mud(?:ou|aram)',
  'acima|abaixo|rápid\\p{L}*|len(?:to|ta)s?',
];
const signs = ['[▲▼△▽↑↓⬆⬇→×]', '(?<![\\p{L}\\d])[+−]\\s?\\d', '(?<![\\p{L}\\d])[+−-]\\s?\\d+(?:[.,]\\d+)?\\s?%'];

export const directionWords = new RegExp(
  `(?<![\\p{L}\\d])(?:${[...english, ...portuguese].join('|')})(?![\\p{L}\\d])|${signs.join('|')}`,
  'iu',
);
