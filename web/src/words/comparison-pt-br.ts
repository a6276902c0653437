/** As palavras de uma comparação de que só a página dela precisa, carregadas com ela. */
import type { enComparison } from './comparison-en.ts';
import { translateSentence } from './sentences-pt-br.ts';
import { translateRemedy } from './translate-remedy.ts';

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
      loadNone: 'Fator de carga: desconhecido (há poucas chaves frequentes).',
    },
    finding: {
      row: 'Linha na tabela',
      whole: 'o eixo inteiro',
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
      share: (percent) => `${percent} do que difere neste eixo`,
      mean: 'média geométrica',
      unseen: (captures, below) =>
        `não vista em ${captures === 1 ? '1 captura' : `${captures} capturas`} (≤\u00a0${below})`,
      seenIn: (captures, of) => `em ${captures} de ${of} ${of === 1 ? 'captura' : 'capturas'}`,
      more: (count) =>
        count === '1' ? 'Mais 1 achado está nos eixos abaixo.' : `Mais ${count} achados estão nos eixos abaixo.`,
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
        `${axes === 1 ? '1 eixo tem' : `${axes} eixos têm`} quantidades sem veredito: faltam réplicas. São medições.`,
      undecided: (undecided, axes) =>
        `Sem decisão ou raras demais: ${undecided === '1' ? '1 chave' : `${undecided} chaves`} em ${axes === '1' ? '1 eixo' : `${axes} eixos`}`,
      ofAxis: (undecided, rare) => `${undecided} sem decisão, ${rare} raras demais`,
      notComparable: (axes) => (axes === '1' ? 'Não comparável: 1 eixo' : `Não comparáveis: ${axes} eixos`),
    },
    axes: {
      none: (keys) => `${keys}, nenhuma alterada`,
      noneNew: (keys) => `${keys}, nenhuma nova, nenhuma ausente`,
      noVerdict: (keys) => `${keys}, sem veredito`,
      keys: (count, text) => (count === 1 ? '1 chave' : `${text} chaves`),
      changed: (count) => (count === '1' ? '1 alterada' : `${count} alteradas`),
      undecided: (count) => `${count} sem decisão`,
      tooRare: (count) => (count === '1' ? '1 rara demais' : `${count} raras demais`),
      fresh: (count) => (count === '1' ? '1 nova' : `${count} novas`),
      stopped: (count) => (count === '1' ? '1 parou' : `${count} pararam`),
      notSeen: (count) => (count === '1' ? '1 não vista' : `${count} não vistas`),
      matching: (count) => (count === '1' ? '1 corresponde ao filtro' : `${count} correspondem ao filtro`),
      perCapture: (count) => `n = ${count} por captura`,
      spread: (percent) => `±\u00a0${percent}\u00a0% dentro da janela`,
      testable: (keys, of) => `${keys} de ${of} chaves ocorreram o bastante para serem julgadas sozinhas.`,
      testableNext: (seconds, keys) =>
        `Uma janela de ${seconds} s acrescentaria ${keys === 1 ? '1 chave' : `${keys} chaves`}.`,
      ownRate: (wrong, comparisons) =>
        `De ${comparisons} comparações de capturas de uma mesma versão, ${wrong} apontaram alguma mudança neste eixo.`,
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
    perWork: 'por unidade de trabalho',
  },
};
