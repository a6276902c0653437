/** As palavras da página de permissões em português do Brasil. */
import type { enPolicies } from './policies-en.ts';

const actions = (count: number): string => (count === 1 ? '1 ação' : `${count} ações`);
const operations = (count: number): string => (count === 1 ? '1 operação' : `${count} operações`);

export const ptBrPolicies: typeof enPolicies = {
  policies: {
    title: 'Permissões',
    lede: 'As permissões de que cada conector precisa, geradas a partir das declarações com que suas operações são verificadas. Esta página não altera nada: ela mostra o que aplicar e o que revisar.',
    sources: {
      title: 'O que cada fonte pode fazer',
      lede: 'O que as últimas verificações encontraram. Cada fonte tem a sua própria credencial; as que têm alguma falta vêm primeiro.',
      overview: 'Fontes',
      source: 'Fonte',
      agent: 'Agent',
      allowed: 'Permitidas',
      denied: 'Faltam',
      unknown: 'Não se sabe',
      excess: 'Sem uso',
      checked: 'Verificado',
      shortened: 'sem as permissões uma a uma',
      differ: (connector) => `Onde as fontes de ${connector} diferem`,
      same: (count) => `As ${count} fontes podem fazer o mesmo.`,
      allowedAt: 'Permitida em',
      deniedAt: 'Falta em',
      unknownAt: 'Não se sabe em',
      excessOf: (connector) => `Direitos em ${connector} de que nenhuma operação precisa`,
      further: (count) => `e mais ${count}`,
    },
    search: {
      title: 'Encontrar uma permissão',
      q: 'Operação, permissão ou conector',
      connectors: 'Conectores',
      counts: (operations, grants) =>
        `${operations === 1 ? '1 operação' : `${operations} operações`}, ${grants === 1 ? '1 permissão' : `${grants} permissões`}`,
      found: (operations, grants) =>
        `${operations === 1 ? '1 operação' : `${operations} operações`} e ${grants === 1 ? '1 permissão' : `${grants} permissões`} na busca.`,
      none: 'Nenhuma operação, permissão ou conector corresponde.',
      uses: 'Quais operações precisam de uma permissão',
      needs: 'De quais permissões uma operação precisa',
      grant: 'Permissão',
      grants: 'Permissões',
      connector: 'Conector',
      noGrant: 'nenhuma própria',
      needKinds: { optional: 'opcional', sensitive: 'sensível' },
    },
    statements: {
      title: 'Política da AWS',
      text: 'Deixe de fora o que você não usa. As operações dessa declaração passam a informar a permissão que falta; nada mais muda.',
      legend: 'Declarações da política',
      counts: (actionCount, operationCount) => `${actions(actionCount)}, ${operations(operationCount)}`,
      strict: 'Sem curingas',
      strictHint:
        'Lista cada ação pelo nome; ações que a AWS acrescentar depois não são permitidas. Uma atualização do Farol pode precisar de mais uma.',
      reset: 'Restaurar todas as declarações',
      size: (allowed) => `${allowed} ações permitidas, com os curingas expandidos.`,
      source: 'Curingas e níveis de acesso segundo:',
      none: 'Todas as declarações ficaram de fora: não há política a aplicar.',
      textName: 'a política da AWS',
      file: 'Baixar como arquivo',
      sha256: 'sha256',
      changed: 'O texto abaixo difere do arquivo servido: há declarações de fora.',
    },
    grant: {
      missing: (grants) =>
        `${grants} não está na política da AWS desta página. Se for uma permissão de outro sistema, o documento dele está na lista ao fim desta página, ou a página desse conector na documentação a indica.`,
      leftOut: (grants) => `${grants} faz parte de uma declaração que foi deixada de fora abaixo.`,
      restore: 'Restaurar todas as declarações',
    },
    lost: {
      title: 'O que deixa de funcionar',
      operation: 'Operação',
      missing: 'Permissão que falta',
      none: 'Todas as operações têm as permissões de que precisam.',
    },
    actions: {
      title: 'Cada ação e seu motivo',
      action: 'Ação',
      statement: 'Declaração',
      access: 'Acesso',
      purpose: 'Finalidade',
      neededBy: 'Usada por',
      matches: (count) => `abrange ${count} ações`,
      unknown: 'desconhecido',
    },
    compare: {
      title: 'Comparar versões',
      from: 'Antes',
      to: 'Depois',
      current: (version) => `esta versão (${version})`,
      show: 'Comparar',
      pick: 'Escolha duas versões para ver quais ações foram acrescentadas ou removidas e se a AWS ampliou um curinga cujo texto não mudou.',
      same: 'Nenhuma diferença.',
      size: (before, after) => `${before} ações permitidas antes, ${after} depois.`,
      change: 'Mudança',
      changes: { added: 'acrescentada', removed: 'removida', moved: 'movida', grown: 'mesmo texto' },
      moved: (from, to) => `de ${from} para ${to}`,
      grown: (added, removed) => `abrange ${added} ações a mais e ${removed} a menos`,
      noOperation: 'nenhuma operação precisa dela',
    },
    documents: {
      title: 'Todos os documentos',
      document: 'Documento',
      what: 'O que é',
      digest: 'sha256',
    },
  },
};
