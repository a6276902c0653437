/** As palavras em português da página de um release. */
import type { enRelease } from './release-en.ts';

export const ptBrRelease: typeof enRelease = {
  release: {
    title: (workload, version) => `${workload}: release ${version}`,
    pageTitle: 'Release',
    link: 'Release em uma página',
    version: 'Versão',
    deployed: 'Deploy em',
    captured: 'Primeira captura',
    nothing: 'Nenhuma versão deste processo foi capturada ainda, e o endereço não indica nenhuma.',
    nothingRemedy: 'Peça uma captura na página Perfilamento ou acrescente uma versão ao endereço.',
    noDeploy: (version) =>
      `Nenhum deploy de ${version} foi informado; por isso esta página usa o horário da primeira captura.`,
    noMoment: (version) =>
      `Nenhum deploy de ${version} foi informado e não há captura; por isso não há um horário em torno do qual mostrar métricas.`,
    marker:
      'Um pipeline informa um deploy com um token de incidente. Para este, troque o horário pelo do deploy. token.txt contém o cabeçalho do token:',
    markerCommand: 'comando que informa o deploy',
    answer: {
      title: 'Comparação',
      whole: (from, to) => `A comparação completa de ${from} e ${to}`,
      none: 'Ainda não há comparação',
      noHead: (version) =>
        `${version} não tem captura que possa ser comparada. Quem faz o deploy pede uma enquanto ela roda, na página Perfilamento ou com este comando:`,
      noBaseline: (version) => `Nada foi medido antes de ${version}. A próxima versão será comparada com ela.`,
      running: 'Uma captura dela está em andamento',
      command: 'comando que pede uma captura',
      disabled:
        'O Profiler não está habilitado na sua organização. Um proprietário ou administrador o habilita nas configurações; depois disso é possível pedir capturas.',
      settings: 'Abrir as configurações do Profiler',
    },
    metrics: {
      title: 'O que as métricas mostram',
      lede: 'Sintomas nos seus sistemas em torno desse horário. Não indicam a causa.',
      around: 'De cada lado',
      arounds: { '30m': '30 minutos', '1h': '1 hora', '3h': '3 horas', '6h': '6 horas', '24h': '24 horas' },
      again: 'Atualizar',
      choose: (shown, of) => `Escolher consultas (${shown} de ${of})`,
      chooseText: (most) => `Até ${most}. A escolha fica no endereço, e este navegador a guarda até você sair.`,
      most: 'Desmarque uma para escolher outra.',
      usual: 'Escolher automaticamente',
      window: 'Uma consulta é feita nas horas desta página, e não na janela com que foi salva.',
      lacking: {
        window: 'Não oferecidas, porque não aceitam uma janela de tempo:',
        curves: 'Não oferecidas, porque suas respostas não têm curvas:',
        description: 'Não oferecidas, porque o catálogo deste plano de controle não descreve a operação:',
      },
      unknown: (count) =>
        count === 1
          ? '1 consulta deste endereço não é mostrada: foi removida, não é compartilhada com você ou não pode ser desenhada.'
          : `${count} consultas deste endereço não são mostradas: foram removidas, não são compartilhadas com você ou não podem ser desenhadas.`,
      none: 'Nenhuma consulta salva pode ser desenhada aqui.',
      noneText: 'Faça uma consulta com janela e curvas, como metrics.query, salve-a e compartilhe-a.',
      ask: 'Fazer uma consulta',
      noneChosen: 'Nenhuma consulta foi escolhida.',
      open: 'Abrir em Consultar',
      openOf: (name) => `Abrir em Consultar: ${name}`,
      waiting: 'Consultando…',
      empty: 'A resposta não tem valores nestas horas.',
      emptyRemedy: 'Abra a consulta em Consultar e confira métrica, rótulos e origem, ou escolha mais horas.',
      incomplete: 'A resposta não está completa.',
      cut: 'O sistema devolveu só uma parte das séries.',
      table: 'Séries em tabela',
      marks: { deploy: 'deploy', incident: 'incidente', capture: 'captura', captureMoment: 'primeira captura' },
      before: { deploy: 'antes do deploy', capture: 'antes da primeira captura' },
      after: { deploy: 'depois dele', capture: 'depois dela' },
      largest: (series) => `A maior mudança entre ${series} séries:`,
      median: (before, sideBefore, after, sideAfter) => `mediana ${before} ${sideBefore}, ${after} ${sideAfter}`,
      factor: (factor) => `(× ${factor})`,
      points: (count, side) => `${count} ${count === 1 ? 'ponto' : 'pontos'} ${side}`,
      few: (before, after, least) =>
        `Sem mediana: ${before} e ${after}, menos de ${least} em um dos lados. Mais horas ou um passo menor dão mais pontos.`,
    },
    timeline: {
      title: 'Linha do tempo',
      text: (from, to) => `De ${from} a ${to}`,
      none: 'Nenhum deploy, incidente ou captura nestas horas.',
      capture: (version) => `captura de ${version}`,
      more: 'Os itens anteriores não são listados.',
    },
  },
};
