/** As palavras em português da página de uma captura. */
import type { enCapture } from './capture-en.ts';

export const ptBrCapture: typeof enCapture = {
  capture: {
    title: (workload, version) => `${workload} ${version}`,
    request: 'Pedido',
    workload: 'Processo',
    version: 'Versão',
    env: 'Ambiente',
    noEnv: 'não informado',
    kind: 'Tipo',
    window: 'Janela',
    by: 'Pedida por',
    byToken: (name) => `${name} (token de captura)`,
    at: 'Pedida',
    finished: 'Terminada',
    took: (text) => `${text} depois do pedido`,
    id: 'ID do pedido',
    outcome: 'Resultado',
    reason: 'Motivo',
    results: 'Resultado em cada instância',
    resultsEmpty: 'Nenhuma instância informou um resultado ainda.',
    instance: 'Instância',
    collector: 'Memória do coletor',
    collectorText: (rss) => `pico ${rss}`,
    cgroupText: (charge) => `contêiner ${charge}`,
    diff: 'Comparar com a versão anterior',
    diffNone: 'A comparação e o pacote só existem se o resultado for “enviada”.',
    bundle: 'Baixar o pacote',
    instanceBundle: 'Pacote desta instância',
    log: 'Capturas deste processo',
    progress: 'Andamento da medição',
    left: (text) => `faltam cerca de ${text}`,
    finishing: 'A janela terminou; falta o resultado.',
  },

  overview: {
    title: 'O que foi medido',
    titleOn: (instance) => `O que foi medido em ${instance}`,
    coverage: (complete, total) => `${complete} de ${total} eixos estão completos.`,
    window: (measured, requested) => `Foram medidos ${measured} s de ${requested} s.`,
    counted: (views, probes) =>
      `Um eixo é um tipo de comportamento. ${probes === 0 ? 'Uma ou várias sondas' : `${probes} sondas`} medem estes eixos, e uma comparação os conta de ${views} formas.`,
    work: (rate) =>
      `Unidade de trabalho: uma mensagem recebida ou uma conexão aceita pelo processo, ${rate} por segundo.`,
    noWork: 'Nenhuma unidade de trabalho foi contada; as quantidades são só por segundo.',
    perWork: (text) => `${text} por unidade de trabalho`,
    keys: (text) => `${text} vistos`,
    builds: 'Builds medidos',
    buildsOn: (instance) => `Builds medidos em ${instance}`,
    executable: 'Executável',
    hash: 'Hash do tamanho, do primeiro e do último MiB',
    buildId: (id) => `build id ${id}`,
    unlisted: (count, text) =>
      count === 1
        ? 'Mais 1 processo não está na lista; seu build não é conhecido.'
        : `Mais ${text} processos não estão na lista; seus builds não são conhecidos.`,
  },

  processes: {
    title: 'Processos',
    titleOn: (instance) => `Processos em ${instance}`,
    program: 'Programa',
    pid: 'ID do processo',
    cpu: 'Tempo de CPU',
    samples: 'Amostras de pilha',
    events: 'Eventos',
    probes: (count) => (count === 1 ? '1 sonda' : `${count} sondas`),
    eventsOf: (pid, probes) => `Eventos do processo ${pid}, vistos por ${probes}`,
    noEvents: 'nenhum visto',
    notApart: 'não contados separadamente',
    notMeasured: 'não medido',
    started: 'começou dentro da janela',
    ended: 'terminou dentro da janela',
    further: (count, text) =>
      `${count === 1 ? 'Mais 1 processo não está na lista. O que ele fez' : `Mais ${text} processos não estão na lista. O que eles fizeram`} aparece em todos os eixos.`,
  },
};
