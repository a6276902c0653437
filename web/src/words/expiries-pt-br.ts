/** As palavras, em português do Brasil, para o que vence em breve: certificados e chaves substituídas. */
import type { enExpiries } from './expiries-en.ts';

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
