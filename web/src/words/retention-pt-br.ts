/** As palavras, em português do Brasil, para cancelar uma captura e para o que a retenção removeu. */
import type { enRetention } from './retention-en.ts';

export const ptBrRetention: typeof enRetention = {
  cancelCapture: {
    ask: 'Cancelar…',
    askOf: (workload, version) => `Cancelar a captura de ${workload} ${version}…`,
    title: (workload, version) => `Cancelar a captura de ${workload} ${version}?`,
    text: 'O Profiler que está medindo para e descarta o que mediu. O pedido continua no registro e mostra o seu nome.',
    confirm: 'Cancelar a captura',
    keep: 'Manter a captura',
  },
  removed: {
    title: 'Removida pela retenção',
    age: (name, day, days, variable) =>
      `A captura de ${name} foi removida em ${day}: tinha mais de ${days} dias (${variable}).`,
    size: (name, day, gigabytes, variable) =>
      `A captura de ${name} foi removida em ${day}: os pacotes da organização passavam de ${gigabytes} GB (${variable}).`,
    remedy: 'Um operador do plano de controle define esse limite. O que foi removido não pode ser recuperado.',
    kept: (days, gigabytes) =>
      `Pedidos e pacotes são guardados por ${days} dias (FAROL_RETENTION_DAYS) e até ${gigabytes} GB (FAROL_RETENTION_GB).`,
    until: (day) => `Pedidos feitos até ${day} foram removidos, exceto as capturas usadas como linha de base.`,
  },
};
