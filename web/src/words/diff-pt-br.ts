/** As palavras da página de uma comparação, carregadas com ela. */
import type { enDiff } from './diff-en.ts';
import { ptBrVerdict } from './verdict-pt-br.ts';

export const ptBrDiff: typeof enDiff = {
  diff: {
    title: 'Diferença',
    titleOf: (from, to) => `${from} → ${to}`,
    choose: 'Escolher duas versões',
    workload: 'Processo',
    env: 'Ambiente',
    envNone: 'nenhum',
    from: 'Antes',
    to: 'Depois',
    fromAuto: 'escolhida por regra',
    toAuto: 'principal mais recente',
    show: 'Mostrar diferença',
    pick: 'Escolha um processo para ver o que mudou entre duas versões dele.',
    nothing: 'Não há o que comparar: nenhuma captura tem o resultado “enviada” ainda.',
    baseline: 'Linha de base',
    head: 'Depois',
    axes: 'Eixos',
    counts: (views, axes) =>
      `${views} visões de ${axes} eixos. Um eixo é um tipo de comportamento; uma visão é uma forma de contá-lo. Várias sondas medem um eixo.`,
    verdict: 'O que mudou',
    filterKeys: 'Filtrar chaves',
    filteredOut: (count) => `${count} ocultas pelo filtro`,
    axis: {
      not_comparable: 'não comparável',
      before: (version) => `Antes, ${version}`,
      after: (version) => `Depois, ${version}`,
      states: { complete: 'completo', partial: 'parcial', missing: 'ausente' },
      complete: 'todas as sondas obrigatórias mediram',
      noDirection: 'Os dois valores são mostrados, mas não é possível determinar a direção da mudança.',
      totals: 'Total',
      unchanged: (count) => `${count} chaves vistas nos dois lados`,
      noChanges: 'Nenhuma chave deste eixo é nova, e nenhuma deixou de ser vista.',
      noRows: 'Nenhuma chave foi frequente o bastante para entrar na lista.',
      key: 'Chave',
      change: 'Mudança',
      beforeColumn: 'Antes',
      afterColumn: 'Depois',
      difference: 'Diferença',
      ratio: 'Razão',
      ...ptBrVerdict,
      notSeenThough: (seen, of, below) =>
        `não vista (${seen} de ${of} ${of === 1 ? 'captura' : 'capturas'} da linha de base; ≤\u00a0${below})`,
      notSeen: (below, of) => `não vista em ${of === 1 ? '1 captura' : `${of} capturas`}; ≤\u00a0${below}`,
      inCaptures: (captures, of) => `${captures} de ${of} ${of === 1 ? 'captura' : 'capturas'}`,
      firstSeen: (sec) => `primeira em +${sec} s`,
      ratioOfMeans: 'Razão das médias geométricas',
      durationsNote:
        'De todas as durações, 50 %, 90 % e 99 % não passam de p50, p90 e p99. Cada uma aparece como as duas potências de dois (em nanossegundos) entre as quais está.',
    },
  },
};
