/** As palavras da página de permissões em português do Brasil. */
import type { enPolicies } from './policies-en.ts';

const actions = (count: number): string => (count === 1 ? '1 ação' : `${count} ações`);
const operations = (count: number): string => (count === 1 ? '1 operação' : `${count} operações`);

export const ptBrPolicies: typeof enPolicies = {
  policies: {
    title: 'Permissões',
    lede: 'O que cada conector pede, gerado das mesmas declarações com que suas operações são conferidas. Esta página não configura nada: ela mostra o que aplicar e o que revisar.',
    statements: {
      title: 'Política da AWS',
      text: 'Deixe fora o que não é usado: as operações de uma declaração passam a dizer qual permissão falta, e nada mais muda.',
      legend: 'Declarações da política',
      counts: (actionCount, operationCount) => `${actions(actionCount)}, ${operations(operationCount)}`,
      strict: 'Sem curingas',
      strictHint:
        'Nomeia cada ação que é chamada, e nada que a AWS acrescente depois é permitido. Uma atualização do Farol pode precisar de mais uma.',
      reset: 'Como especificada',
      size: (allowed) => `${allowed} ações permitidas, com os curingas expandidos.`,
      source: 'Curingas e níveis de acesso segundo:',
      none: 'Todas as declarações estão fora: não há política a aplicar.',
      textName: 'a política da AWS',
      file: 'Como arquivo',
      sha256: 'sha256',
      changed: 'O texto abaixo não é o arquivo servido: há declarações fora.',
    },
    lost: {
      title: 'O que deixa de funcionar',
      operation: 'Operação',
      missing: 'O que passa a faltar',
      none: 'Todas as operações têm o que precisam.',
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
      pick: 'Escolha duas versões para ver quais ações entram e saem, e se a AWS alargou um curinga cujo texto não mudou.',
      same: 'Nada difere.',
      size: (before, after) => `${before} ações permitidas antes, ${after} depois.`,
      change: 'Mudança',
      changes: { added: 'acrescentada', removed: 'retirada', moved: 'movida', grown: 'mesmo texto' },
      moved: (from, to) => `de ${from} para ${to}`,
      grown: (added, removed) => `${added} ações novas por trás, ${removed} a menos`,
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
