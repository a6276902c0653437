/** The words of search and of the list of keys, in the language of the page. */
import { locale } from '../words/words.ts';
import type { EntryKind } from './rank-entries.ts';

interface PaletteWords {
  readonly title: string;
  readonly field: string;
  readonly hint: string;
  readonly results: string;
  readonly found: (count: number) => string;
  readonly none: string;
  readonly loading: string;
  readonly missing: string;
  readonly kinds: Readonly<Record<EntryKind, string>>;
  readonly comparison: string;
  readonly questions: string;
  readonly close: string;
  readonly keys: {
    readonly title: string;
    readonly key: string;
    readonly what: string;
    readonly find: string;
    readonly list: string;
    readonly choose: string;
    readonly open: string;
    readonly shut: string;
    readonly flame: string;
    readonly flameZoom: string;
    readonly flameFind: string;
    readonly on: string;
    readonly onText: string;
  };
}

const en: PaletteWords = {
  title: 'Search',
  field: 'Page, process, capture, operation or instance',
  hint: 'Arrow keys choose, Enter opens, Escape closes.',
  results: 'Results',
  found: (count) => (count === 1 ? '1 result' : `${count} results`),
  none: 'Nothing matches. Use fewer or shorter words.',
  loading: 'Loading what can be found…',
  missing: 'Some lists could not be loaded, so not everything can be found.',
  kinds: {
    page: 'page',
    workload: 'process',
    release: 'release',
    capture: 'capture',
    operation: 'operation',
    instance: 'instance',
  },
  comparison: 'Compare two versions',
  questions: 'Questions asked',
  close: 'Close',
  keys: {
    title: 'Keyboard shortcuts',
    key: 'Key',
    what: 'What it does',
    find: 'Opens search',
    list: 'Opens this list',
    choose: 'Choose a result of the search',
    open: 'Opens the chosen result',
    shut: 'Closes a dialog or a menu',
    flame: 'In a flame graph: move between frames',
    flameZoom: 'In a flame graph: zoom in and out',
    flameFind: 'In a flame graph: search frames',
    on: 'Shortcuts work on every page',
    onText: 'Turn them off if they get in the way of your software. The buttons keep working. Never active in a field.',
  },
};

const ptBr: PaletteWords = {
  title: 'Buscar',
  field: 'Página, processo, captura, operação ou instância',
  hint: 'As setas escolhem, Enter abre, Esc fecha.',
  results: 'Resultados',
  found: (count) => (count === 1 ? '1 resultado' : `${count} resultados`),
  none: 'Nada encontrado. Use menos palavras ou palavras mais curtas.',
  loading: 'Carregando o que pode ser encontrado…',
  missing: 'Algumas listas não puderam ser carregadas; por isso nem tudo pode ser encontrado.',
  kinds: {
    page: 'página',
    workload: 'processo',
    release: 'release',
    capture: 'captura',
    operation: 'operação',
    instance: 'instância',
  },
  comparison: 'Comparar duas versões',
  questions: 'Consultas feitas',
  close: 'Fechar',
  keys: {
    title: 'Atalhos de teclado',
    key: 'Tecla',
    what: 'O que faz',
    find: 'Abre a busca',
    list: 'Abre esta lista',
    choose: 'Escolhem um resultado da busca',
    open: 'Abre o resultado escolhido',
    shut: 'Fecha um diálogo ou um menu',
    flame: 'Em um flame graph: movem entre quadros',
    flameZoom: 'Em um flame graph: ampliam e reduzem',
    flameFind: 'Em um flame graph: busca quadros',
    on: 'Os atalhos funcionam em todas as páginas',
    onText:
      'Desative-os se atrapalharem outro programa. Os botões continuam funcionando. Nunca agem em um campo de texto.',
  },
};

export const paletteCatalogs = { en, 'pt-BR': ptBr } as const;

export function paletteWords(): PaletteWords {
  return paletteCatalogs[locale.value];
}
