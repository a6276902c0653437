/** As palavras do que pode dar errado com uma passkey em português do Brasil. */
import type { enPasskey } from './passkey-en.ts';

export const ptBrPasskey: typeof enPasskey = {
  here: {
    unsupported: 'Este navegador não aceita passkeys. Entre com um link.',
    cancelled:
      'O navegador não usou uma passkey: foi cancelado, demorou demais, não há nenhuma para este endereço ou o navegador não confia no certificado desta página. Tente de novo ou entre com um link.',
    known: 'Este dispositivo já tem uma passkey sua aqui.',
    failed: (message) => `O navegador não conseguiu usar uma passkey: ${message}`,
  },
  refused: {
    passkey_challenge: 'Isto demorou mais de cinco minutos ou foi enviado duas vezes. Comece de novo.',
    passkey_unknown:
      'Esta passkey não é conhecida aqui. Foi removida ou pertence a outro plano de controle. Entre com um link.',
    passkey_refused: 'Esta passkey não foi aceita. Comece de novo ou entre com um link.',
    passkey_cloned:
      'Uma cópia desta passkey foi usada. Entre com um link e remova a passkey em Configurações, Formas de entrar.',
    passkey_known: 'Esta passkey já foi adicionada.',
    too_many_passkeys: 'Você já tem o máximo de passkeys por pessoa. Remova uma antes.',
    too_many_attempts:
      'Entradas demais a partir deste endereço falharam. Um link ou passkey válido continua funcionando.',
  },
};
