/** As palavras, em português do Brasil, do que termina antes do fim e do que foi removido. */
import type { enRetention } from './retention-en.ts';

export const ptBrRetention: typeof enRetention = {
  cancelCapture: {
    ask: 'Cancelar…',
    askOf: (workload, version) => `Cancelar a captura de ${workload} ${version}…`,
    title: (workload, version) => `Cancelar a captura de ${workload} ${version}?`,
    text: 'O Profiler que está medindo interrompe a medição, e o que foi medido é descartado. O pedido continua no registro, com o seu nome como quem o cancelou.',
    confirm: 'Cancelar a captura',
    keep: 'Manter a captura',
  },
  removed: {
    title: 'Removida pela retenção',
    age: (name, day, days, variable) =>
      `A captura de ${name} foi removida em ${day}: tinha mais de ${days} dias (${variable}).`,
    size: (name, day, gigabytes, variable) =>
      `A captura de ${name} foi removida em ${day}: os bundles da organização passavam de ${gigabytes} GB (${variable}).`,
    remedy: 'Um operador do plano de controle define esse limite. O que foi removido não pode ser recuperado.',
    kept: (days, gigabytes) =>
      `Registros e bundles ficam guardados por ${days} dias (FAROL_RETENTION_DAYS) e até ${gigabytes} GB (FAROL_RETENTION_GB).`,
    until: (day) => `Pedidos feitos até ${day} foram removidos, exceto as capturas de onde as comparações partem.`,
  },
};
