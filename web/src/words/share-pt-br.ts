/** As palavras para compartilhar uma comparação, em português do Brasil. */
import type { enShare } from './share-en.ts';

export const ptBrShare: typeof enShare = {
  share: {
    open: 'Compartilhar',
    menu: 'Compartilhar esta comparação',
    link: 'Copiar link',
    linkCopied: 'Link copiado.',
    markdown: 'Copiar como Markdown',
    markdownCopied: 'Markdown copiado.',
    post: 'Publicar em um canal…',
    noAgent: (connectors) =>
      `Nenhum Agent conectado pode publicar mensagens. Quem opera um Agent configura nele um destes: ${connectors}.`,
    byHand: {
      title: 'Copiar o texto',
      text: 'O navegador não permitiu que a página usasse a área de transferência. O texto está selecionado: pressione Ctrl+C, ou Cmd+C em um Mac.',
      label: 'Texto para copiar',
      close: 'Fechar',
    },
    message: {
      title: 'Publicar em um canal',
      channel: 'Canal',
      channelHint: 'O id do canal, como C0123456789. No Slack ele está nos detalhes do canal.',
      channelRequired: 'Informe o id do canal.',
      text: 'Mensagem',
      entities: 'O canal mostra &lt; e &gt; como < e >.',
      send: 'Publicar…',
      sending: 'Aguardando o Agent…',
      posted: (channel, time) => `Publicada em ${channel}, ${time}.`,
      postedBy: (connector, agent) => `Por ${connector}, pelo Agent ${agent}.`,
      again: 'Publicar de novo…',
      replayed: 'Esta mensagem já tinha sido publicada. Ela não foi publicada uma segunda vez.',
      stopped: 'A página não espera mais. A mensagem pode ter sido publicada: olhe o canal primeiro.',
      recorded: 'uma captura gravada, nada foi medido',
      versions: (workload, from, to) => `${workload}: ${from} → ${to}`,
      sure: (label, level, before, after) => `${label}: ${level} (${before} + ${after} capturas)`,
    },
  },
};
