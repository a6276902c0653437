/** As palavras, em português do Brasil, do que vence em breve: certificados e chaves substituídas. */
import type { enExpiries } from './expiries-en.ts';

const unconfirmed = (count: number): string =>
  count === 1 ? '1 instância ainda não confirmou' : `${count} instâncias ainda não confirmaram`;

export const ptBrExpiries: typeof enExpiries = {
  expiries: {
    title: 'O que vence em breve',
    heads: {
      authority: (at) => `A autoridade certificadora do plano de controle vence em ${at}.`,
      server_certificate: (at) => `O certificado do plano de controle vence em ${at} e não foi renovado.`,
      server_certificate_files: (at) => `O certificado do plano de controle vence em ${at}.`,
      authority_change: (at) => `A autoridade certificadora substituída deixa de valer em ${at}.`,
      command_key_change: (at) => `A chave de comandos substituída deixa de valer em ${at}.`,
    },
    acts: {
      authority: 'O operador do plano de controle precisa trocá-la. Depois desse dia nada se conecta.',
      server_certificate:
        'O operador do plano de controle precisa ver no log por que ele não foi renovado. Depois desse dia nada se conecta.',
      server_certificate_files:
        'O operador do plano de controle precisa renovar os arquivos de FAROL_TLS_CERT_FILE e FAROL_TLS_KEY_FILE; eles são lidos em até uma hora. Depois desse dia nada se conecta.',
      authority_change:
        'Entregue aos navegadores e pipelines (FAROL_CA_FILE) o ca.pem atual do plano de controle antes desse dia. As instâncias o recebem sozinhas enquanto estão conectadas.',
      command_key_change:
        'Deixe as instâncias abaixo se conectarem antes desse dia. A que ficar fora terá de ser registrada de novo.',
    },
    waiting: (count, names) => `${unconfirmed(count)}: ${names}.`,
    command: 'Comando na máquina do plano de controle',
  },
};
