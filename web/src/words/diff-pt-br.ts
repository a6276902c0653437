/** As palavras da página de uma comparação, carregadas com ela. */
import type { enDiff, enVerdict, enComparison } from './diff-en.ts';
import { translateSentence } from './sentences-pt-br.ts';
import { translateRemedy } from './translate-remedy.ts';

/** As palavras de uma comparação de que só a página dela precisa, carregadas com ela. */
export const ptBrComparison: typeof enComparison = {
  sentence: (text) => translateSentence(text) ?? translateRemedy(text),
  comparison: {
    sides: {
      baselineHead: 'Antes',
      replicates: (count) => (count === 1 ? '1 réplica' : `${count} réplicas`),
      noReplicates: 'sem réplicas',
      skipped: 'Ignoradas',
      swap: 'Trocar os lados',
      loadText: (factor) => `Fator de carga: o lado depois fez ${factor} vezes o trabalho do lado antes.`,
      loadNone: 'Fator de carga: desconhecido (pouca coisa ocorreu com frequência).',
    },
    sure: {
      label: 'Quanta certeza',
      states: { enough: 'capturas suficientes', too_few: 'poucas capturas' },
      means: {
        confirmed:
          'Três ou mais capturas de cada versão mostram isto: de 20 relatórios assim, no máximo um aponta uma mudança que era acaso.',
        provisional:
          'Duas capturas de cada versão mostram isto: de 10 relatórios assim, no máximo um aponta uma mudança que era acaso.',
        suspected:
          'Foi medido e difere, mas com uma ressalva: as máquinas ou a carga são diferentes, ou não foi possível contar as requisições.',
        likely:
          'Capturas únicas mostram isto: elas diferem mais do que capturas anteriores deste serviço diferem entre si.',
        observed: 'Foi visto, e nada ainda indica que seja mais do que acaso.',
        enough:
          'Houve capturas suficientes para encontrar uma diferença do tamanho citado; uma menor ainda pode existir.',
        too_few: 'Há poucas capturas para distinguir uma diferença do acaso.',
      },
      basis: (before, from, after, to) =>
        `Baseia-se em ${before} ${before === 1 ? 'captura' : 'capturas'} de ${from} e ${after} de ${to}.`,
      captures: (count, version) => `${count} de ${version}`,
      surer: (captures, until) =>
        `Mais capturas dariam mais certeza: ${captures.join(' e ')}${until === undefined ? '' : `, até ${until}`}.`,
      whole: 'Todas as capturas planejadas foram feitas.',
      limited: 'Todas as capturas planejadas foram feitas: outras não eliminariam a ressalva.',
    },
    cause: {
      look: 'Por onde começar:',
      evidence: 'Evidência',
      moreEvidence: (count) =>
        count === '1' ? 'Mais 1 está nas tabelas abaixo.' : `Mais ${count} estão nas tabelas abaixo.`,
      none: 'nada',
      more: (count) =>
        count === '1'
          ? 'Mais 1 causa não é mostrada: o que pertence a ela está nas tabelas abaixo.'
          : `Mais ${count} causas não são mostradas: o que pertence a elas está nas tabelas abaixo.`,
      fresh: (version) => `Novo em ${version}, pergunte se é intencional`,
      moreFresh: (count) => `e mais ${count}`,
    },
    care: {
      title: 'Leia com cuidado:',
      recorded: 'uma captura gravada, não uma medição desta máquina',
      mixed: 'capturas de uma versão executaram executáveis diferentes',
      load: (factor) => `a versão mais nova teve ${factor} vezes a carga`,
      incomparable: 'a maior parte do que foi medido não pode ser comparada',
      incident: (title) => `havia um incidente aberto durante uma captura (${title})`,
      more: (count) => `mais ${count}`,
    },
    finding: {
      all: 'Diferenças',
      others: 'Outras diferenças',
      row: 'Linha na tabela',
      whole: 'a tabela inteira',
      related: {
        renamed: (keys) => `antes ${keys}`,
        inlined: (keys) => `com ${keys} incorporada`,
        outlined: (keys) => `com ${keys} separada`,
      },
      brings: 'Com isso:',
      moreBrought: (count) => `mais ${count}`,
      frame: 'Quadro no gráfico de chamas',
      frames: 'Quadros no gráfico de chamas',
      interval: (ratio, low, high) => `× ${ratio}, intervalo de 95 % de ${low} a ${high}`,
      share: (percent) => `${percent} do que difere nesta tabela`,
      mean: 'média geométrica',
      unseen: (captures, below) =>
        `não vista em ${captures === 1 ? '1 captura' : `${captures} capturas`} (≤\u00a0${below})`,
      seenIn: (captures, of) => `em ${captures} de ${of} ${of === 1 ? 'captura' : 'capturas'}`,
      more: (count) =>
        count === '1' ? 'Mais 1 achado está nas tabelas abaixo.' : `Mais ${count} achados estão nas tabelas abaixo.`,
    },
    next: {
      title: 'O que fazer',
      whileRunning: (version) => `Somente enquanto ${version} ainda estiver em execução em algum lugar.`,
      spacing: (span) => `Capturas de uma versão a menos de ${span} uma da outra contam como uma.`,
      open: (version, occasions, of) =>
        `Janela de confirmação de ${version}: ${occasions} de ${of} capturas feitas, aberta até`,
      closed: {
        planned: (version) => `Janela de confirmação de ${version}: completa desde`,
        next_version: (version) =>
          `Janela de confirmação de ${version}: fechada pela primeira captura da versão seguinte, em`,
        time: (version) => `Janela de confirmação de ${version}: fechada depois de 24 horas, em`,
      },
      tooLate: (version) =>
        `Capturas de ${version} feitas agora chegam tarde demais: esta comparação não muda mais. A próxima versão abre uma nova janela.`,
      nothing: 'nenhuma outra captura conta',
      recorded: 'Capturas gravadas não podem ser repetidas; por isso não há réplicas a pedir.',
    },
    basis: {
      line: (from, before, to, after) => `Comparação: ${from} (${before}) com ${to} (${after})`,
      captures: (count) => (count === 1 ? '1 captura' : `${count} capturas`),
      other: 'Escolher outras versões',
    },
    limits: {
      title: 'O que não pôde ser julgado',
      unjudged: (axes) =>
        `${axes === 1 ? '1 tabela tem' : `${axes} tabelas têm`} quantidades sem veredito: faltam réplicas. São medições.`,
      undecided: (undecided, axes) =>
        `Sem decisão ou raras demais: ${undecided === '1' ? '1 linha' : `${undecided} linhas`} em ${axes === '1' ? '1 tabela' : `${axes} tabelas`}`,
      ofAxis: (undecided, rare) => `${undecided} sem decisão, ${rare} raras demais`,
      notComparable: (axes) => (axes === '1' ? 'Não comparável: 1 tabela' : `Não comparáveis: ${axes} tabelas`),
    },
    axes: {
      found: (changed, all) => `${all} tabelas, ${changed} com diferença`,
      none: (keys) => `${keys}, nenhuma alterada`,
      noneNew: (keys) => `${keys}, nenhuma nova, nenhuma ausente`,
      noVerdict: (keys) => `${keys}, sem veredito`,
      keys: (count, text) => (count === 1 ? '1 linha' : `${text} linhas`),
      changed: (count) => (count === '1' ? '1 alterada' : `${count} alteradas`),
      undecided: (count) => `${count} sem decisão`,
      tooRare: (count) => (count === '1' ? '1 rara demais' : `${count} raras demais`),
      fresh: (count) => (count === '1' ? '1 nova' : `${count} novas`),
      stopped: (count) => (count === '1' ? '1 parou' : `${count} pararam`),
      notSeen: (count) => (count === '1' ? '1 não vista' : `${count} não vistas`),
      matching: (count) => (count === '1' ? '1 corresponde ao filtro' : `${count} correspondem ao filtro`),
      perCapture: (count) => `n = ${count} por captura`,
      spread: (percent) => `±\u00a0${percent}\u00a0% dentro da janela`,
      testable: (keys, of) => `${keys} de ${of} linhas ocorreram o bastante para serem julgadas sozinhas.`,
      testableNext: (seconds, keys) =>
        `Uma janela de ${seconds} s acrescentaria ${keys === 1 ? '1 linha' : `${keys} linhas`}.`,
      ownRate: (wrong, comparisons) =>
        `De ${comparisons} comparações de capturas de uma mesma versão, ${wrong} apontaram alguma mudança nesta tabela.`,
    },
    units: {
      'opens/s': 'aberturas/s',
      'changes/s': 'alterações/s',
      'events/s': 'eventos/s',
      'calls/s': 'chamadas/s',
      'checks/s': 'verificações/s',
      'signals/s': 'sinais/s',
      'faults/s': 'faults/s',
    },
    oneOf: {
      'opens/s': 'abertura',
      'changes/s': 'alteração',
      'events/s': 'evento',
      'calls/s': 'chamada',
      'checks/s': 'verificação',
      'signals/s': 'sinal',
      'faults/s': 'fault',
    },
    perWork: 'por requisição',
  },
};

/** The Portuguese words for what a comparison says of a key. */
const ptBrVerdict: typeof enVerdict = {
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
  judged: (judged, undecided) => `${judged} linhas julgadas, ${undecided} delas sem decisão.`,
  expectedNew: (count) => `Novas por acaso, se nada tivesse mudado: ${count}.`,
};

export const ptBrDiff: typeof enDiff = {
  diff: {
    title: 'Comparar duas versões',
    titleOf: (from, to) => `${from} → ${to}`,
    choose: 'Escolher duas versões',
    workload: 'Processo',
    env: 'Ambiente',
    envNone: 'nenhum',
    from: 'Antes',
    to: 'Depois',
    fromAuto: 'versão anterior',
    toAuto: 'versão mais recente',
    show: 'Mostrar diferença',
    pick: 'Escolha um processo para ver o que mudou entre duas versões dele.',
    nothing: 'Não há o que comparar: nenhuma captura tem o resultado “enviada” ainda.',
    baseline: 'Linha de base',
    head: 'Depois',
    axes: 'Todas as tabelas',
    counts: (views, axes) =>
      `${views} tabelas mostram ${axes} tipos de comportamento, alguns contados de várias formas. Várias sondas medem um tipo.`,
    verdict: 'O que mudou',
    filterKeys: 'Filtrar linhas',
    nothingSeen: (axes) => `Nada foi visto: ${axes}`,
    filteredOut: (count) => `${count} ocultas pelo filtro`,
    axis: {
      not_comparable: 'não comparável',
      before: (version) => `Antes, ${version}`,
      after: (version) => `Depois, ${version}`,
      states: { complete: 'completo', partial: 'parcial', missing: 'ausente' },
      complete: 'todas as sondas obrigatórias mediram',
      noDirection: 'Os dois valores são mostrados, mas não é possível determinar a direção da mudança.',
      totals: 'Total',
      unchanged: (count) => `${count} linhas vistas nos dois lados`,
      noChanges: 'Nenhuma linha desta tabela é nova, e nenhuma deixou de ser vista.',
      notPrinted: 'Para imprimir as linhas, abra a tabela antes.',
      noRows: 'Nada foi frequente o bastante para entrar na lista.',
      key: 'Linha',
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
      comesAndGoes: 'pode ser acaso',
      ratioOfMeans: 'Razão das médias geométricas',
      durationsNote:
        'De todas as durações, 50 %, 90 % e 99 % não passam de p50, p90 e p99. Cada uma aparece como as duas potências de dois (em nanossegundos) entre as quais está.',
    },
  },
};
