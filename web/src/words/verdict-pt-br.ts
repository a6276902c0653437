/** The Portuguese words for what a comparison says of a key. */
import type { enVerdict } from './verdict-en.ts';

export const ptBrVerdict: typeof enVerdict = {
  changes: {
    new: 'nova',
    stopped: 'parou',
    not_seen: 'não vista',
    changed: 'alterada',
    no_change: 'sem mudança de 25 % ou mais',
    undecided: 'sem decisão',
    too_rare: 'rara demais',
    not_judged: 'não julgada',
  },
  related: {
    title: 'Contados e julgados em conjunto, ou movidos:',
    kinds: { renamed: 'renomeada', inlined: 'incorporada (inline)', outlined: 'separada', moved: 'movida' },
    joins: { renamed: 'para', inlined: 'em', outlined: 'de', moved: 'para' },
    sum: (state) => `(em conjunto: ${state})`,
    more: (count) => `Mais ${count} como estas.`,
  },
  ended: {
    went_away: 'desapareceu com a terceira captura',
    not_confirmed: 'não foi confirmada pela terceira captura',
  },
  oneSided: { after: 'nada antes', before: 'nada depois' },
  effect: (ratio, low, high) => `× ${ratio} (${low} a ${high})`,
  detectable: (ratio) => `menor mudança detectável: × ${ratio}`,
  judged: (judged, undecided) => `${judged} chaves julgadas, ${undecided} delas sem decisão.`,
  expectedNew: (count) => `Novas por acaso, se nada tivesse mudado: ${count}.`,
};
