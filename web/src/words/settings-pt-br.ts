/** As páginas de configuração em português do Brasil. */
import { ptBrMarkers } from './capture-pt-br.ts';
import type { enSettings } from './settings-en.ts';

const signInWays = {
  link: 'com um link',
  passkey: 'com uma passkey',
  sso: 'por login único',
  switch: 'a partir de outra organização',
} as const;

const andTokens = (revoked: number): string => {
  if (revoked === 0) return '';
  return revoked === 1 ? '; 1 token que criou foi revogado' : `; ${revoked} tokens que criou foram revogados`;
};

export const ptBrSettings: typeof enSettings = {
  settings: {
    title: 'Configurações',
    sections: 'Configurações',
    profiler: 'Profiler',
    tokens: 'Tokens de acesso',
    enrolment: 'Registro',
    people: 'Pessoas',
    acts: 'Auditoria',
    waysIn: 'Formas de entrar',
    documents: 'Documentos (em inglês)',
    adminOnly: 'Só um proprietário ou administrador pode mudar isto.',
    adminOnlyView: 'Só um proprietário ou administrador pode ver isto.',
  },

  profilerSetting: {
    title: 'Profiler',
    enabled: 'Habilitado',
    disabled: 'Não habilitado',
    changed: (who) => `por ${who},`,
    neverChanged: 'Nunca foi habilitado.',
    offTitle: (organization) => `O Profiler não está habilitado para ${organization}`,
    offText:
      'Uma captura mede um processo seu por um minuto, quando pedida, e o Farol diz o que mudou desde a versão anterior. O Profiler roda com privilégios de kernel nos seus nós; por isso um proprietário ou administrador o habilita antes.',
    whoCan: (names) => `Quem pode habilitar: ${names.join(', ')}.`,
    grantsTitle: 'O que a habilitação concede',
    grants: [
      'Profilers podem se registrar; até lá são recusados com 403.',
      'Membros, e pipelines com um token de captura, podem pedir capturas dos processos da lista de alvos, um arquivo no nó que nada aqui lê nem amplia.',
      'O coletor tem cinco capabilities do kernel em cada nó: BPF, PERFMON, SYS_PTRACE, DAC_READ_SEARCH, SYS_ADMIN. O processo que se conecta aqui não tem nenhuma.',
      'O nó envia símbolos, modelos de caminhos, pares de rede, contagens, tempos e identidade do build. Argumentos viram hash, o ambiente não é lido, o conteúdo da memória fica no coletor.',
    ],
    history: 'Decisões registradas',
    when: 'Quando',
    who: 'Quem',
    decision: 'Decisão',
    recorded: 'A decisão fica registrada com o seu nome e a hora.',
    enable: 'Habilitar o Profiler…',
    enableTitle: 'Habilitar o Profiler?',
    enableText: (organization) =>
      `Você concede aos Profilers de ${organization} privilégios de kernel, com registro do seu nome:`,
    enableDo: 'Habilitar',
    disable: 'Desabilitar o Profiler…',
    disableTitle: 'Desabilitar o Profiler?',
    disableText:
      'As conexões de todos os Profilers são fechadas, os pedidos na fila falham com profiler_disabled e as capturas em andamento são abortadas. As capturas terminadas são mantidas.',
    disableDo: 'Desabilitar',
  },

  tokens: {
    title: 'Tokens de acesso',
    lede: 'Para pipelines, scripts e assistentes. Um token é mostrado uma única vez, quando é criado; só o hash dele é armazenado.',
    captureTitle: 'Tokens de captura do Profiler',
    captureText:
      'Podem enfileirar capturas e não leem nada. Crie um por pipeline: o registro mostra o nome dele como autor do pedido.',
    readTitle: 'Tokens de leitura',
    readText:
      'Podem ler capturas, diferenças, a frota e o catálogo e não enfileiram nada. Um pipeline usa um deles para esperar o resultado. Um script consulta operações com um que tenha permissão.',
    mcpTitle: 'Tokens de MCP',
    mcpText:
      'Um assistente se conecta com um deles em /mcp. Ele consulta leituras e nunca uma escrita, e as consultas aparecem com o nome dele.',
    bootstrapTitle: 'Tokens de registro inicial',
    bootstrapText:
      'Cada um registra tantos Agents ou Profilers quantos você permitir, até expirar. Máquinas adicionadas depois se registram com os usos que restam; instâncias registradas não precisam mais dele.',
    create: {
      capture: 'Criar token de captura',
      read: 'Criar token de leitura',
      mcp: 'Criar token de MCP',
      incident: ptBrMarkers.incidentTokens.create,
      bootstrap: 'Criar token de registro inicial',
    },
    name: 'Nome',
    nameHint: {
      capture: 'O pipeline que vai usá-lo',
      read: 'O script que vai usá-lo',
      mcp: 'O assistente que vai usá-lo, e de quem ele é',
      incident: ptBrMarkers.incidentTokens.nameHint,
      bootstrap: 'A máquina ou o cluster que vai usá-lo',
    },
    nameRequired: 'Informe o nome.',
    class: 'Para',
    uses: 'Instâncias',
    usesHint: 'Quantas ele pode registrar',
    usesWrong: (max) => `Informe um número inteiro de 1 a ${max}.`,
    usesLeft: 'Usos restantes',
    asks: 'Pode consultar',
    asksNothing: 'nada',
    asksReads: 'Todas as leituras (operations)',
    mcpReads: 'todas as leituras',
    mcpCaptures: 'Capturas e comparações também (captures)',
    asksWrites: 'Escritas, uma a uma',
    asksWritesText: 'Uma escrita continua desativada até que o operador de um Agent a habilite nele.',
    expires: 'Expira',
    expiry: {
      day: 'em 24 horas',
      week: 'em 7 dias',
      month: 'em 30 dias',
      quarter: 'em 90 dias',
      year: 'em 365 dias',
      never: 'nunca',
    },
    neverWarning: 'Se vazar, funciona até alguém revogá-lo.',
    soon: (kind, name, at) => `O ${kind} “${name}” expira em ${at}.`,
    soonUnused: 'Ele nunca foi usado.',
    soonRemedy: 'Rotacione antes disso e entregue o novo valor a quem o usa: depois ele é recusado.',
    soonLink: 'Abrir Tokens',
    endsSoon: 'expira em breve',
    createdTitle: (name) => `Token “${name}”`,
    once: 'Copie agora. Ele não será mostrado de novo.',
    value: 'Token',
    command: 'Comando a executar',
    copyCommand: 'Copiar comando',
    useWith: 'Usar com',
    useOf: {
      curl: 'curl',
      farol: 'comando farol',
      operation: 'Consultar uma operação',
      claude: 'Claude Code',
      codex: 'Codex',
      deploy: 'Deploy',
      incident: 'Incidente',
    },
    useReplace: 'Troque as palavras em maiúsculas pelas suas.',
    way: 'Instalar com',
    ways: { docker: 'Docker', kubernetes: 'Kubernetes', host: 'systemd ou host', hand: 'Manualmente' },
    caTitle: 'Autoridade certificadora deste plano de controle',
    caText:
      'Navegadores, pipelines e instâncias precisam confiar nela. Os comandos dos tokens de registro inicial a contêm. Forneça o arquivo ao curl (--cacert), à linha de comando (FAROL_CA_FILE) e aos navegadores.',
    caInCommand: 'O comando contém a autoridade certificadora.',
    wayTexts: {
      docker:
        'Execute como root na máquina, em uma pasta que você mantenha. Se o nome da imagem começa com localhost/, carregue-a lá antes.',
      kubernetes:
        'Execute onde kubectl e helm alcançam o cluster, na pasta do chart. O token precisa de um uso para cada pod; o de um DaemonSet, para cada nó.',
      host: 'Execute como root, na pasta em que está o pacote da versão. Ele verifica tudo, instala uma unidade do systemd e espera até que funcione.',
      hand: 'Execute na pasta do pacote descompactado, como o usuário que vai rodar o programa. Ele mostra cada arquivo e variável que o programa lê; coloque-os no seu próprio supervisor.',
    },
    profilerTexts: {
      docker:
        'A lista de alvos /etc/farol/targets.json precisa estar na máquina e, com AppArmor, o perfil farol-profiler. Se farol-profiler.seccomp.json do pacote farol-compose está na pasta, ele substitui o perfil seccomp padrão.',
      kubernetes:
        'Troque PROCESS pelo nome do processo. Onde os nós têm AppArmor, o perfil farol-profiler precisa estar carregado em cada um.',
      host: 'Em um terminal ele pergunta quais processos em execução podem ser medidos. Fora dele, acrescente --target com cada nome.',
      hand: 'A lista de alvos /etc/farol/targets.json precisa estar na máquina, e antes o root dá as capabilities ao arquivo ptop.',
    },
    done: 'Já copiei',
    createdBy: 'Criado',
    lastUsed: 'Último uso',
    expiresAt: 'Expira',
    state: 'Estado',
    states: {
      valid: 'válido',
      revoked: 'revogado',
      expired: 'expirado',
      used: 'esgotado',
      overlap: 'substituído, ainda vale',
      replaced: 'substituído',
    },
    revoke: 'Revogar',
    revokeOf: (name) => `Revogar ${name}`,
    revokeTitle: (name) => `Revogar “${name}”?`,
    revokeText: 'Requisições com este token passam a ser recusadas. Não há como desfazer.',
    revokeFormer: 'O token que este substituiu ainda funciona: revogue-o também, ou ele funciona até o seu fim.',
    revokeBootstrapText: 'Ele não pode mais registrar instâncias. As já registradas não são afetadas.',
    rotate: 'Rotacionar',
    rotateOf: (name) => `Rotacionar ${name}`,
    rotateTitle: (name) => `Rotacionar “${name}”?`,
    rotateText:
      'Um novo token com os mesmos escopos substitui este e é mostrado uma única vez. Até o momento escolhido os dois funcionam, para que você o troque onde ele é usado.',
    overlap: 'O token anterior funciona',
    overlaps: {
      none: 'não mais: ele termina na hora',
      hour: 'por 1 hora',
      day: 'por 24 horas',
      week: 'por 7 dias',
      month: 'por 30 dias',
    },
    empty: 'Nenhum ainda.',
    actions: 'Ações',
  },

  people: {
    title: 'Pessoas',
    lede: 'Membros podem pedir capturas, consultar leituras e ler tudo. Administradores também consultam escritas e gerenciam tokens, instâncias, pessoas e o Profiler. Proprietários também podem convidar proprietários.',
    name: 'Nome',
    role: 'Papel',
    joined: 'Entrou',
    lastSeen: 'Visto por último',
    you: 'você',
    invitedBy: 'Convidado por',
    openLinks: 'Convites e links de acesso em aberto',
    openLinksText:
      'Um link deixa de funcionar quando é usado, é retirado ou expira, ou quando quem o criou é removido.',
    noOpenLinks: 'Não há convites nem links de acesso em aberto.',
    linkKind: 'Tipo',
    linkKinds: { invitation: 'convite', signIn: 'link de acesso' },
    madeBy: 'Criado por',
    expires: 'Expira',
    withdraw: 'Retirar…',
    withdrawOf: (kind, name) => `Retirar ${kind} de ${name}`,
    withdrawTitle: (kind, name) => `Retirar o ${kind} de ${name}?`,
    withdrawText: 'O link deixa de funcionar. Não há como desfazer, mas você pode criar outro link.',
    withdrawDo: 'Retirar',
    invite: 'Convidar uma pessoa',
    inviteDo: 'Criar link de convite',
    nameRequired: 'Informe o nome.',
    linkTitle: (name) => `Convite para ${name}`,
    linkText:
      'Envie este link por um canal em que você confia. Ele funciona uma vez, e quem o abrir entra como essa pessoa. Ele não será mostrado de novo.',
    link: 'link',
    done: 'Já copiei',
    actions: 'Ações',
    signInLink: 'Link de acesso…',
    signInLinkOf: (name) => `Link de acesso de ${name}`,
    signInLinkTitle: (name) => `Criar um link de acesso para ${name}?`,
    signInLinkText: 'Quem o abrir entra como essa pessoa. Crie só se ela tiver pedido.',
    signInLinkDo: 'Criar o link',
    remove: 'Remover…',
    removeOf: (name) => `Remover ${name}`,
    removeTitle: (name) => `Remover ${name}?`,
    removeText:
      'A sessão da pessoa é encerrada em todos os navegadores na hora. Os pedidos dela continuam no registro.',
    removed: 'Pessoas do provedor de identidade que foram removidas',
    removedText:
      'O login único as recusa. Readmita quem deve entrar de novo; o provedor decide então qual é o seu papel.',
    removedAt: 'Removida',
    readmit: 'Readmitir…',
    readmitOf: (name) => `Readmitir ${name}`,
    readmitTitle: (name) => `Readmitir ${name}?`,
    readmitText:
      'O login único deixa a pessoa entrar de novo, como uma pessoa nova com o papel que o provedor der. Nada do que terminou com a remoção volta.',
    readmitDo: 'Readmitir',
    removeLinks: (count) =>
      count === 1
        ? '1 link em aberto, criado por ela ou para ela, é retirado:'
        : `${count} links em aberto, criados por ela ou para ela, são retirados:`,
    removeBootstrap: (count) =>
      count === 1
        ? '1 token de registro inicial não usado é revogado:'
        : `${count} tokens de registro inicial não usados são revogados:`,
    removeTokens: (count) =>
      count === 1
        ? 'Ela criou 1 token para um programa que ainda funciona:'
        : `Ela criou ${count} tokens para programas que ainda funcionam:`,
    revokeTokens: 'Revogar estes tokens',
    revokeTokensHint: 'Os pipelines que os usam param de funcionar. Mantenha-os só se a pessoa nunca viu os valores.',
    tokenLine: (name, kind) =>
      `${name} (token de ${{ capture: 'captura', read: 'leitura', mcp: 'MCP', incident: 'incidente', bootstrap: 'registro inicial' }[kind]})`,
    removeInvited: 'As pessoas que ela convidou continuam. Confira se você as conhece:',
    removeDo: 'Remover',
    ownerOnly: 'só um proprietário',
  },
  unnamed: {
    title: (name) => `Aqui você se chama “${name}”`,
    text: 'Listas, registros e a auditoria mostram seu nome ao lado do que você faz. Registros anteriores mantêm o nome com que foram feitos.',
    name: 'Seu nome',
    save: 'Salvar o nome',
    organization: (name) =>
      `A organização se chama “${name}”. O operador da máquina a renomeia; troque NAME por letras minúsculas, dígitos e hífens:`,
  },
  acts: {
    operator: 'operador da máquina',
    ownerOnly: 'Só um proprietário pode ver isto.',
    tokens: {
      capture: 'token de captura',
      read: 'token de leitura',
      mcp: 'token de MCP',
      incident: ptBrMarkers.incidentTokens.kind,
      bootstrap: 'token de registro inicial',
    },
    kinds: {
      token_created: ({ token, subject, uses = 1, scopes }) =>
        `criou o ${token} “${subject}”${uses === 1 ? '' : ` para ${uses} instâncias`}${scopes.length === 0 ? '' : ` com os escopos ${scopes.join(', ')}`}`,
      token_revoked: ({ token, subject }) => `revogou o ${token} “${subject}”`,
      token_rotated: ({ token, subject, overlapHours = 0 }) =>
        `rotacionou o ${token} “${subject}”; o valor anterior ${overlapHours === 0 ? 'terminou na hora' : `funciona por ${overlapHours} h`}`,
      person_invited: ({ subject, role }) => `convidou ${subject} como ${role}`,
      sign_in_link_created: ({ subject }) => `criou um link de acesso para ${subject}`,
      link_withdrawn: ({ subject }) => `retirou o link de ${subject}`,
      person_joined: ({ role, way }) =>
        way === 'sso' ? `entrou na organização por login único como ${role}` : `aceitou um convite como ${role}`,
      person_removed: ({ subject, role, isKept }) =>
        `removeu ${subject} (${role}); os tokens que criou para programas ${isKept ? 'continuaram válidos' : 'foram revogados'}`,
      person_readmitted: ({ subject, role }) =>
        `readmitiu ${subject}, que foi removido como ${role}: o login único deixa entrar de novo`,
      person_renamed: ({ subject }) => `mudou o próprio nome para ${subject}`,
      instance_revoked: ({ subject }) => `revogou a instância ${subject}`,
      reenrolment_allowed: ({ subject }) => `permitiu que a instância ${subject} se registre de novo`,
      profiler_enabled: () => 'habilitou o Profiler',
      profiler_disabled: () => 'desabilitou o Profiler',
      signed_in: ({ way }) => `entrou ${signInWays[way ?? 'link']}`,
      session_ended: ({ subject }) => `encerrou uma sessão de ${subject}`,
      passkey_added: ({ subject }) => `adicionou a passkey “${subject}”`,
      passkey_removed: ({ subject }) => `removeu a passkey “${subject}”`,
      signed_out: () => 'saiu',
      instance_enrolled: ({ subject }) => `registrou a instância ${subject}`,
      capture_requested: ({ subject, version }) => `pediu uma captura de ${subject} ${version}`,
      capture_cancelled: ({ subject, version }) => `cancelou a captura de ${subject} ${version}`,
      audit_exported: ({ subject }) => `exportou a lista de auditoria como ${subject}`,
      key_changed: ({ key }) =>
        key === 'authority' ? 'começou a trocar a autoridade' : 'começou a trocar a chave de comandos',
      key_change_finished: ({ key }) =>
        key === 'authority' ? 'encerrou a troca da autoridade' : 'encerrou a troca da chave de comandos',
      key_given_up: ({ key }) =>
        key === 'authority' ? 'desistiu da autoridade perdida' : 'desistiu da chave de comandos perdida',
      store_key_changed: () => 'cifrou as chaves com outra chave do armazenamento',
      clock_reset: () => 'voltou a hora do armazenamento à do relógio da máquina',
      backup_restored: () => 'restaurou o armazenamento de um backup',
      store_migrated: () => 'copiou o armazenamento para o PostgreSQL',
      role_changed: ({ subject, role, revoked }) => `tornou ${subject} ${role} (login único)${andTokens(revoked)}`,
      role_withdrawn: ({ subject, revoked }) =>
        `retirou todos os papéis de ${subject} (login único)${andTokens(revoked)}`,
      emergency_link_used: () => 'usou um link de emergência com o login único obrigatório',
      organization_created: ({ subject }) => `criou a organização ${subject}`,
      question_saved: ({ subject }) => `salvou a consulta ${subject}`,
      question_shared: ({ subject }) => `compartilhou a consulta salva ${subject}`,
      question_unshared: ({ subject }) => `deixou de compartilhar a consulta salva ${subject}`,
      question_removed: ({ subject }) => `removeu a consulta salva ${subject}`,
      organization_renamed: ({ subject }) => `renomeou a organização para ${subject}`,
    },
  },
};
