/** As palavras do app em português do Brasil. */
import type { Words } from './en.ts';

const replicates = (count: number): string => (count === 1 ? '1 réplica' : `${count} réplicas`);
const lacks = (count: number): string => (count === 1 ? 'Falta' : 'Faltam');

export const ptBr: Words = {
  cancelCapture: {
    ask: 'Cancelar…',
    askOf: (workload, version) => `Cancelar a captura de ${workload} ${version}…`,
    title: (workload, version) => `Cancelar a captura de ${workload} ${version}?`,
    text: 'O Profiler que mede agora para e descarta o que mediu. O pedido fica no registro com o seu nome.',
    confirm: 'Cancelar a captura',
    keep: 'Manter a captura',
  },
  removed: {
    title: 'Removida pela retenção',
    age: (name, day, days, variable) =>
      `A captura de ${name} foi removida em ${day}: tinha mais de ${days} dias (${variable}).`,
    size: (name, day, gigabytes, variable) =>
      `A captura de ${name} foi removida em ${day}: os pacotes da organização passavam de ${gigabytes} GB (${variable}).`,
    remedy: 'Um operador do plano de controle define esse limite. Capturas removidas não voltam.',
    kept: (days, gigabytes) =>
      `Pedidos e pacotes ficam por ${days} dias (FAROL_RETENTION_DAYS) e até ${gigabytes} GB (FAROL_RETENTION_GB).`,
    until: (day) => `Pedidos feitos até ${day} foram removidos, exceto as linhas de base.`,
  },

  app: {
    skip: 'Pular para o conteúdo',
    mainNavigation: 'Principal',
    profiling: 'Perfilamento',
    ask: 'Consultar',
    fleet: 'Frota',
    permissions: 'Permissões',
    settings: 'Configurações',
    signOut: 'Sair',
    signOutFailed: 'Não foi possível sair: o plano de controle não confirmou. Tente de novo.',
    roleIn: (role, organization) => `${role} de ${organization}`,
    switchOrganization: (now) => `${now}: trocar de organização`,
    switchTo: (organization) => `Trocar para ${organization}`,
    language: 'Idioma',
    languageFailed: 'Não foi possível carregar as palavras desse idioma. Recarregue a página e tente de novo.',
    menu: 'Menu',
    find: 'Buscar',
    caDownload: 'Baixar ca.pem',
    theme: 'Tema',
    themes: { system: 'Sistema', light: 'Claro', dark: 'Escuro' },
    loading: 'Carregando…',
    title: (page) => `${page} · Farol`,
    preferences: 'Idioma e tema',
  },
  roles: { owner: 'proprietário', admin: 'administrador', member: 'membro' },

  connection: {
    connecting: 'Conectando…',
    live: 'Ao vivo',
    polling: (everySec) => `Ao vivo indisponível; atualizando a cada ${everySec} s`,
    stale: 'O plano de controle não responde. Esta página mostra o último estado conhecido.',
  },

  failure: {
    title: 'Não foi possível carregar esta página',
    unreachable: 'O plano de controle não está respondendo.',
    unreachableRemedy: 'Verifique se o farol-control está em execução e acessível desta máquina e tente de novo.',
    unreadable: 'A resposta do plano de controle não tem o formato que esta página espera.',
    unreadableRemedy: 'A página e o plano de controle provavelmente têm versões diferentes. Recarregue a página.',
    detail: (text) => `Valor inesperado: ${text}`,
    request: (id) => `ID da requisição ${id}`,
    again: 'Tentar de novo',
    crashed: 'A página parou por causa de um erro.',
    crashedRemedy: 'Recarregue a página. Se acontecer de novo, relate o erro e descreva o que você fez.',
    reload: 'Recarregar',
    scriptMissing: 'Não foi possível carregar o script desta página.',
    scriptMissingRemedy:
      'O plano de controle provavelmente foi atualizado enquanto esta aba estava aberta. Recarregue a página. Se não resolver, verifique se ele está acessível.',
    hourUsed: 'Sua organização já usou todos os pedidos de captura desta hora.',
    retryAfter: (time) => `Tente de novo às ${time}.`,
  },

  notFound: {
    title: 'Página não encontrada',
    text: 'Não há página neste endereço.',
    back: 'Ir para Perfilamento',
  },

  welcome: {
    title: 'Entrar no Farol',
    working: 'Verificando o link…',
    missing: 'Este link está incompleto.',
    missingRemedy: 'Abra o link inteiro, com tudo o que vem depois do sinal #.',
    used: 'Este link já foi usado.',
    withdrawn: 'Este link foi retirado.',
    withdrawnRemedy: 'Quem o criou ou um administrador o retirou antes do uso. Peça outro.',
    usedRemedy: 'Um link funciona uma única vez. Peça outro.',
    expired: 'Este link expirou.',
    expiredRemedy: 'Peça outro e abra antes que expire.',
  },
  signedOut: {
    title: 'Você saiu',
    titleExpired: 'Sua sessão expirou',
    expired: 'Sua sessão expirou ou foi encerrada em outro lugar. Nada do que foi enviado depois disso foi executado.',
    left: 'Você saiu. Este navegador não guarda nada da sua sessão.',
    how: 'De onde vem um link de uso único:',
    howOwner: 'Proprietário: execute farol control owner-link na máquina do plano de controle para gerar um novo link.',
    howMember: 'Administrador ou membro: peça um convite a um proprietário ou administrador (Configurações, Pessoas).',
  },

  copy: {
    copy: 'Copiar',
    copied: 'Copiado',
    copyOf: (what) => `Copiar ${what}`,
    failed: 'Não foi possível copiar: selecione o texto e copie.',
  },
  dialog: { cancel: 'Cancelar' },
  table: {
    region: (name) => `${name}, tabela rolável`,
    sortBy: (column) => `Ordenar por ${column}`,
    all: (count) => `Mostrar todas as ${count}`,
    fewer: 'Mostrar menos',
  },
  time: {
    never: 'nunca',
    none: '–',
    pick: (field, zone) => `${field}: escolha data e hora (${zone})`,
  },

  status: {
    waiting: 'em espera',
    running: 'em andamento',
    queued: 'na fila',
    pushed: 'enviada',
    nothing_to_push: 'nada a enviar',
    failed: 'falhou',
  },
  kind: { head: 'captura principal', replicate: 'réplica' },
  recorded: 'gravada',
  recordedExplained: 'Reprodução de uma captura gravada: não é uma medição desta máquina.',

  profiling: {
    title: 'Perfilamento',
    form: {
      title: 'Pedir uma captura',
      workload: 'Processo',
      workloadHint: 'Exatamente como na lista de alvos do Profiler',
      version: 'Versão',
      versionHint: 'A versão que acabou de entrar em produção',
      env: 'Ambiente',
      envHint: 'Opcional, por exemplo production',
      submit: 'Pedir captura',
      sending: 'Enviando…',
      queued: 'Na fila. O resultado aparece no registro abaixo.',
      deduped: 'O mesmo pedido já está em andamento; outra captura não foi enfileirada.',
      ended: {
        pushed: 'A captura terminou: enviada.',
        nothing_to_push: 'A captura terminou: nada a enviar.',
        failed: 'A captura falhou.',
      },
      left: (left, of) =>
        left === 0
          ? `Nenhum dos ${of} pedidos de captura desta hora está disponível.`
          : `${left} de ${of} pedidos de captura disponíveis nesta hora.`,
      usedBy: (workloads) => `Usados por: ${workloads.join(', ')}.`,
      see: 'Ver o pedido',
      required: { workload: 'Informe o processo.', version: 'Informe a versão.' },
      pipeline: 'Pedir por um pipeline',
      pipelineText:
        'O formulário mede 60 s depois de 5 s de aquecimento, como captura principal da versão. Um pipeline pode definir os dois tempos e pedir réplicas. Ele precisa de um token de captura.',
      pipelineToken: 'Criar um token de captura',
      ownAuthority: 'Os comandos leem ca.pem, a autoridade certificadora deste plano de controle.',
      curl: 'curl',
      cli: 'comando farol',
    },
    due: {
      title: 'Faltam réplicas',
      missing: (forVerdict, forConfirmed, version) =>
        forVerdict > 0
          ? `${lacks(forVerdict)} ${replicates(forVerdict)} de ${version} para um veredito, ${forConfirmed} para um confirmado`
          : `${lacks(forConfirmed)} ${replicates(forConfirmed)} de ${version} para um veredito confirmado`,
      until: (time) => `Conta até ${time}.`,
      next: (time) => `Antes de ${time}, conta junto com a última captura.`,
      closed: (version, time) =>
        `Não há capturas de ${version} suficientes para um veredito confirmado, e desde ${time} nenhuma outra conta. A próxima versão abre uma nova janela.`,
      request: 'Pedir',
      requestOf: (workload, version) => `Pedir uma réplica de ${workload} ${version}`,
      asCommand: 'Como comando',
      why: 'Réplicas são novas capturas da mesma versão, feitas enquanto ela está em execução. Sem elas não se distingue uma diferença de taxa do ruído. O Farol nunca inicia uma sozinho.',
      window: (durationSec, warmupSec) => `${durationSec} s depois de ${warmupSec} s de aquecimento`,
      command: (workload, version) => `comando que pede uma réplica de ${workload} ${version}`,
    },
    targets: {
      title: 'Processos e suas versões',
      versions: 'Versões',
      comparison: 'Último veredito',
      replicates: 'Réplicas',
      enough: 'Suficientes para um veredito confirmado',
      earlier: (count) => `${count} ${count === 1 ? 'anterior' : 'anteriores'}`,
      release: (version) => `Release ${version}`,
      recordedOnly: 'Só capturas gravadas',
      first: (version) => `${version} é a primeira versão medida. A próxima será comparada com ela.`,
      compare: (from, to) => `${from} → ${to}`,
      comparing: 'Comparando…',
      notCompared: 'A comparação falhou. Abra-a para ver o motivo.',
      level: (count, level) => `${count} ${level}${count === 1 ? '' : 's'}`,
      cpuTitle: 'Tempo de CPU',
      cpu: { work: 'Tempo de CPU por requisição', second: 'Tempo de CPU por segundo' },
      figures: 'Números',
      notMeasured: 'não medido',
      noCpu: 'Nenhuma captura comparável mediu todo o tempo de CPU.',
      cpuFailed: 'Não foi possível ler o tempo de CPU destas versões.',
      reported: 'Deploys e incidentes',
      incomplete: 'Só as 5.000 capturas mais recentes são contadas aqui.',
    },
    compare: 'Comparar duas versões',
    log: {
      title: 'Registro',
      caption: 'Pedidos de captura, do mais recente ao mais antigo',
      status: 'Resultado',
      capture: 'Captura',
      by: 'Pedida por',
      at: 'Pedida',
      reason: 'Motivo ou andamento',
      probes: 'Sondas',
      viaToken: 'token',
      waiting: 'Nenhum Profiler ativo aceitou a captura ainda.',
      phases: new Map([
        ['proving that each probe fires', 'comprovando que cada probe dispara'],
        ['warming up', 'aquecendo'],
        ['measuring', 'medindo'],
        ['emptying buffers', 'esvaziando buffers'],
        ['naming functions', 'nomeando funções'],
      ]),
      running: (by) => `Aceita por ${by}`,
      empty: 'Nenhuma captura foi pedida ainda.',
      none: 'Nenhuma captura corresponde a este filtro.',
      clear: 'Limpar filtro',
      filter: 'Filtrar o registro',
      anyStatus: 'qualquer resultado',
      apply: 'Aplicar',
      older: 'Mais antigas',
      newest: 'Mais recentes',
      pages: 'Páginas do registro',
    },
  },

  probes: {
    label: 'Instrumentação',
    full: 'instrumentação completa',
    some: (measured, total) => `${measured} de ${total} sondas`,
    pending: 'ainda não instrumentada',
    none: 'instrumentação não informada',
    on: (instance) => `em ${instance}`,
  },

  flameTitle: 'Gráfico de chamas',

  verdict: {
    levels: {
      observed: 'observado',
      likely: 'provável',
      suspected: 'suspeito',
      provisional: 'provisório',
      confirmed: 'confirmado',
    },
    odds: (odds: number) => `${odds} para 1`,
    per: { second: 'por segundo', work: 'por requisição' },
  },
};
