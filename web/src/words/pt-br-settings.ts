/** As páginas de configuração em português do Brasil. */
import type { enSettings } from './en-settings.ts';

export const ptBrSettings: typeof enSettings = {
  settings: {
    title: 'Configurações',
    sections: 'Configurações',
    profiler: 'Profiler',
    tokens: 'Tokens',
    enrolment: 'Registro',
    people: 'Pessoas',
    adminOnly: 'Só um proprietário ou administrador pode mudar isto.',
    adminOnlyView: 'Só um proprietário ou administrador pode ver isto.',
  },

  profilerSetting: {
    title: 'Profiler',
    enabled: 'Habilitado',
    disabled: 'Não habilitado',
    changed: (who) => `por ${who},`,
    neverChanged: 'Nunca foi habilitado.',
    grantsTitle: 'O que a habilitação concede',
    grants: [
      'Profilers podem se registrar nesta organização. Até lá o registro é recusado com 403.',
      'Todo membro, e todo pipeline com um token de captura, pode pedir capturas dos processos que estão na lista de alvos do cliente. A lista é um arquivo no nó; ela nunca passa por este serviço e nada aqui pode ampliá-la.',
      'O coletor em cada nó roda com cinco capacidades do kernel: BPF, PERFMON, SYS_PTRACE, DAC_READ_SEARCH, SYS_ADMIN. O processo que fala com este plano de controle não tem nenhuma.',
      'O que sai do nó: nomes de símbolos, modelos de caminhos de arquivo, pares de rede, contagens, tempos e identidade do build. Os argumentos viram hash, o ambiente não é lido, o conteúdo da memória fica no coletor.',
    ],
    history: 'Decisões registradas',
    when: 'Quando',
    who: 'Quem',
    decision: 'Decisão',
    recorded: 'A decisão fica registrada com o seu nome e a hora.',
    enable: 'Habilitar o Profiler…',
    enableTitle: 'Habilitar o Profiler?',
    enableText: (organization) =>
      `Você concede privilégio de kernel nos nós em que ${organization} instalar o Profiler.`,
    enableDo: 'Habilitar',
    disable: 'Desabilitar o Profiler…',
    disableTitle: 'Desabilitar o Profiler?',
    disableText:
      'As conexões de todos os Profilers são fechadas, os pedidos na fila falham com profiler_disabled e as capturas em andamento são abortadas. As capturas já feitas ficam.',
    disableDo: 'Desabilitar',
  },

  tokens: {
    title: 'Tokens',
    lede: 'Para pipelines e scripts. Um token é mostrado uma única vez, quando é criado; só o hash dele fica guardado.',
    captureTitle: 'Tokens de captura do Profiler',
    captureText:
      'Enfileiram capturas e não leem nada. Um por pipeline: o nome dele é a resposta a “quem pediu” no registro.',
    readTitle: 'Tokens de leitura',
    readText: 'Leem capturas, diferenças e a frota; não enfileiram nada. É com ele que um pipeline espera o resultado.',
    bootstrapTitle: 'Tokens de registro inicial',
    bootstrapText:
      'Registram um Agent ou um Profiler. O token vale uma vez e por 24 horas; instâncias registradas não precisam mais dele.',
    create: {
      capture: 'Criar token de captura',
      read: 'Criar token de leitura',
      bootstrap: 'Criar token de registro inicial',
    },
    name: 'Nome',
    nameHint: {
      capture: 'O pipeline que vai usá-lo',
      read: 'O script que vai usá-lo',
      bootstrap: 'A máquina ou o cluster a que se destina',
    },
    nameRequired: 'O nome está vazio.',
    class: 'Para',
    expires: 'Expira',
    expiry: { never: 'nunca', day: 'em 24 horas', week: 'em 7 dias', month: 'em 30 dias', year: 'em 365 dias' },
    createdTitle: (name) => `Token “${name}”`,
    once: 'Copie agora. Ele não será mostrado de novo.',
    value: 'Token',
    command: 'Comando a executar',
    done: 'Já copiei',
    createdBy: 'Criado por',
    createdAt: 'Criado',
    lastUsed: 'Último uso',
    expiresAt: 'Expira',
    state: 'Estado',
    states: { valid: 'válido', revoked: 'revogado', expired: 'expirado', used: 'já usado' },
    revoke: 'Revogar',
    revokeOf: (name) => `Revogar ${name}`,
    revokeTitle: (name) => `Revogar “${name}”?`,
    revokeText: 'Quem o usa passa a ser recusado a partir de agora. Não há como desfazer.',
    revokeBootstrapText: 'Ele não registra mais nada. Instâncias já registradas não são afetadas.',
    empty: 'Nenhum ainda.',
    actions: 'Ações',
  },

  people: {
    title: 'Pessoas',
    lede: 'Membros pedem capturas e leem tudo. Administradores também cuidam de tokens, instâncias, pessoas e do Profiler. Proprietários podem ainda convidar proprietários.',
    name: 'Nome',
    role: 'Papel',
    joined: 'Entrou',
    lastSeen: 'Visto por último',
    you: 'você',
    invitedBy: 'Convidado por',
    openLinks: 'Convites e links de acesso em aberto',
    openLinksText: 'Um link deixa de valer quando é usado, retirado ou expira, ou quando quem o criou é removido.',
    noOpenLinks: 'Nenhum convite e nenhum link de acesso em aberto.',
    linkKind: 'Tipo',
    linkKinds: { invitation: 'convite', signIn: 'link de acesso' },
    madeBy: 'Criado por',
    expires: 'Expira',
    withdraw: 'Retirar…',
    withdrawOf: (kind, name) => `Retirar ${kind} de ${name}`,
    withdrawTitle: (kind, name) => `Retirar o ${kind} de ${name}?`,
    withdrawText:
      'Quem abrir o link é recusado a partir de agora. Isto não pode ser desfeito; é possível criar outro link.',
    withdrawDo: 'Retirar',
    invite: 'Convidar uma pessoa',
    inviteDo: 'Criar link de convite',
    nameRequired: 'O nome está vazio.',
    linkTitle: (name) => `Convite para ${name}`,
    linkText:
      'Envie este link por um canal em que você confia. Ele vale uma vez, e quem o abrir entra como essa pessoa. Ele não será mostrado de novo.',
    link: 'link',
    done: 'Já copiei',
    actions: 'Ações',
    signInLink: 'Link de acesso…',
    signInLinkOf: (name) => `Link de acesso de ${name}`,
    signInLinkTitle: (name) => `Criar um link de acesso para ${name}?`,
    signInLinkText: 'Quem o abrir entra como essa pessoa. Crie só quando ela tiver pedido.',
    signInLinkDo: 'Criar o link',
    remove: 'Remover…',
    removeOf: (name) => `Remover ${name}`,
    removeTitle: (name) => `Remover ${name}?`,
    removeText: 'A pessoa sai de todos os navegadores na hora. O que ela pediu continua no registro.',
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
        ? 'Ela criou 1 token de captura ou de leitura que ainda vale:'
        : `Ela criou ${count} tokens de captura e de leitura que ainda valem:`,
    revokeTokens: 'Revogar estes tokens',
    revokeTokensHint: 'Os pipelines que os usam param. Mantenha-os só se a pessoa nunca viu os valores.',
    tokenLine: (name, kind) =>
      `${name} (token de ${{ capture: 'captura', read: 'leitura', bootstrap: 'registro inicial' }[kind]})`,
    removeInvited: 'Quem entrou por convite dela continua. Confira se você conhece essas pessoas:',
    removeDo: 'Remover',
    ownerOnly: 'só um proprietário',
  },
};
