/** As palavras da página da frota em português do Brasil. */
import type { enFleet, enExpiries } from './fleet-en.ts';

/** As palavras, em português do Brasil, para o que vence em breve: certificados e chaves substituídas. */
const unconfirmed = (count: number): string =>
  count === 1 ? '1 instância ainda não confirmou' : `${count} instâncias ainda não confirmaram`;

export const ptBrExpiries: typeof enExpiries = {
  expiries: {
    title: 'Vence em breve',
    heads: {
      authority: (at) => `A autoridade certificadora do plano de controle vence em ${at}.`,
      server_certificate: (at) => `O certificado do plano de controle vence em ${at} e não foi renovado.`,
      server_certificate_files: (at) => `O certificado do plano de controle vence em ${at}.`,
      authority_change: (at) => `A autoridade certificadora substituída vence em ${at}.`,
      command_key_change: (at) => `A chave de comandos substituída vence em ${at}.`,
    },
    acts: {
      authority:
        'O operador do plano de controle precisa substituí-la. Depois desse dia nenhuma instância consegue se conectar.',
      server_certificate:
        'O operador do plano de controle precisa encontrar a causa no log. Depois desse dia nenhuma instância consegue se conectar.',
      server_certificate_files:
        'O operador do plano de controle precisa renovar os arquivos de FAROL_TLS_CERT_FILE e FAROL_TLS_KEY_FILE; a mudança é lida em até uma hora. Depois desse dia nenhuma instância consegue se conectar.',
      authority_change:
        'Distribua aos navegadores e pipelines (FAROL_CA_FILE) o ca.pem atual do plano de controle antes desse dia. As instâncias conectadas o recebem automaticamente.',
      command_key_change:
        'Garanta que as instâncias abaixo se conectem antes desse dia. A que não se conectar terá de ser registrada de novo.',
    },
    waiting: (count, names) => `${unconfirmed(count)}: ${names}.`,
    command: 'Comando na máquina do plano de controle',
  },
};

export const ptBrFleet: typeof enFleet = {
  fleet: {
    title: 'Frota',
    lede: 'Agents e Profilers registrados nesta organização e o que cada um pode e não pode fazer.',
    columns: {
      instance: 'Instância',
      class: 'Classe',
      version: 'Versão',
      state: 'Estado',
      connectors: 'Conectores',
      first: 'O que precisa primeiro',
    },
    search: 'Nome contém',
    needs: 'precisa de ação',
    found: (count, total) => `${count} de ${total} instâncias`,
    needing: (count) => ['nenhuma precisa de ação', '1 precisa de ação'][count] ?? `${count} precisam de ação`,
    clear: 'Mostrar todas',
    none: 'Nenhuma instância corresponde.',
    noReport: 'ainda sem relatório',
    connectorCounts: {
      failed: (count) => `${count} com falha`,
      degraded: (count) => (count === 1 ? '1 degradado' : `${count} degradados`),
      pending: (count) => (count === 1 ? '1 pendente' : `${count} pendentes`),
      ok: (count) => `${count} ok`,
      skipped: (count) => (count === 1 ? '1 não aplicado' : `${count} não aplicados`),
    },
    needsNothing: 'Não há nada a fazer.',
    needsFirst: 'Precisa de ação',
    skippedChecks: (count) => (count === 1 ? '1 verificação não aplicada' : `${count} verificações não aplicadas`),
    back: 'Todas as instâncias',
    noSuchInstance: 'Esta organização não tem essa instância.',
    answers: 'O que ela responde',
    askIt: 'Operações que este Agent responde',
    captures: 'Últimas capturas',
    noCaptures: 'Ela ainda não participou de nenhuma captura.',
    facts: 'Identidade e versão',
    key: 'Chave (SHA-256)',
    commandKey: 'Chave de comandos',
    authority: 'Autoridade certificadora',
    knows: { current: 'a atual', replaced: 'uma que foi substituída' },
    authorityEnds: (day) => `vence em ${day}`,
    auditAnchor: 'Âncora da auditoria',
    actions: 'Ações',
    acts: 'Atos registrados',
    wait: {
      waiting: 'Aguardando a primeira conexão…',
      connected: 'Conectada:',
      enrolled: (names) => `Registrada, ainda não conectada: ${names}.`,
      late: 'Nada se conectou em um minuto. Verifique nesta ordem:',
      lookAt: [
        'O comando terminou sem erro.',
        'A máquina alcança o endereço de registro e o do túnel que estão no comando. Um proxy precisa deixar os dois passarem.',
        'O certificado deste plano de controle é confiável lá: o ca.pem está no comando ou é o atual.',
        'O token ainda tem um uso e não venceu.',
        'O log da instância diz o que ela está esperando.',
      ],
      log: 'Comando que mostra o log dela',
    },
    noAgentYet: 'Nenhum Agent está registrado ainda.',
    empty: 'Nada está registrado ainda.',
    emptyText:
      'Crie um token de registro inicial. Ele vem com o comando completo para Docker, Kubernetes e hosts sem contêineres.',
    emptyMember:
      'Um proprietário ou administrador cria um token de registro inicial, que vem com o comando de registro.',
    all: 'Todos',
    filter: 'Mostrar',
    classes: { agent: 'Agent', profiler: 'Profiler' },
    states: { live: 'ativo', offline: 'fora do ar', revoked: 'revogado', locked: 'bloqueado' },
    version: 'Versão',
    targets: 'Alvos',
    targetsText: (count) => (count === 1 ? '1 alvo' : `${count} alvos`),
    lastSeen: 'Visto por último',
    enrolled: 'Registrado',
    checksAt: 'Verificado',
    checks: 'Verificações',
    noChecks: 'Ainda não há resultados de verificação.',
    shortened:
      'Há tantas fontes aqui que as permissões uma a uma foram deixadas de fora. farol health na máquina do Agent as mostra.',
    okChecks: (count) => (count === 1 ? '1 verificação ok' : `${count} verificações ok`),
    check: 'Verificação',
    status: 'Estado',
    finding: 'Resultado',
    remedy: 'O que fazer',
    statuses: {
      ok: 'ok',
      degraded: 'degradada',
      pending_configuration: 'configuração pendente',
      skipped: 'não aplicada',
      failed: 'falhou',
    },
    affects: (operations) => `Afeta ${operations}`,
    missing: (grants) => `Falta ${grants}`,
    excess: (grants) => `Mais que o necessário: ${grants}`,
    evidence: (text) => `Evidência: ${text}`,
    layer: (layer) => `Camada: ${layer}`,
    actor: (who) => `Quem deve agir: ${who}`,
    actors: {
      caller: 'quem fez a requisição',
      operator: 'o operador do Agent',
      nobody: 'ninguém; é temporário',
      farol: 'os desenvolvedores do Farol',
    },
    judged: (allowed, all) => `${allowed} de ${all} permissões estão liberadas`,
    verdicts: { allowed: 'liberada', denied: 'negada', undecided: 'indefinida', not_asked: 'não verificada' },
    judgedAt: (ago) => `última verificação ${ago}`,
    old: 'desatualizada',
    revoke: 'Revogar…',
    revokeTitle: (instance) => `Revogar ${instance}?`,
    revokeText:
      'A conexão dela é fechada em até um segundo e a identidade nunca mais é aceita. Uma captura ou operação em andamento nela falha. Não há como desfazer; para voltar, ela precisa se registrar como nova instância.',
    revokeDo: 'Revogar',
    allow: 'Permitir novo registro…',
    allowTitle: (instance) => `Permitir que ${instance} se registre de novo?`,
    allowText:
      'O próximo registro com este ID de instância pode usar uma chave nova, uma vez. Faça isto só depois que o volume dela foi perdido ou apagado. Quem tiver um token de registro inicial válido e este ID pode usar a permissão.',
    allowDo: 'Permitir uma vez',
    allowed: 'Um novo registro com chave nova está permitido.',
    adminOnly: 'Só um proprietário ou administrador pode revogar instâncias ou permitir novo registro.',
    alreadyRevoked: 'Já revogada.',
    counts: (live, total) => `${live} de ${total} ativas`,
  },
};
