/** The words of failed sign-ins in the language of the page, loaded when there is something to say. */
import { locale } from './words.ts';

/** The English words of what can go wrong with a passkey. */
const enPasskey = {
  here: {
    unsupported: 'This browser does not support passkeys. Sign in with a link.',
    cancelled:
      'The browser did not use a passkey: it was cancelled, took too long, there is none for this address, or the browser does not trust the certificate of this page. Try again, or sign in with a link.',
    known: 'This device already has a passkey for you here.',
    failed: (message: string) => `The browser could not use a passkey: ${message}`,
  },
  refused: {
    passkey_challenge: 'This took longer than five minutes or was sent twice. Start again.',
    passkey_unknown:
      'This passkey is not known here. It was removed, or belongs to another control plane. Sign in with a link.',
    passkey_refused: 'This passkey was not accepted. Start again, or sign in with a link.',
    passkey_cloned:
      'A copy of this passkey was used. Sign in with a link and remove the passkey in Settings, Ways to sign in.',
    passkey_known: 'This passkey has already been added.',
    too_many_passkeys: 'You have the most passkeys that a person can have. Remove one first.',
    too_many_attempts: 'Too many sign-ins from this address failed. A link or passkey that works still works.',
  },
};

/** As palavras do que pode dar errado com uma passkey em português do Brasil. */
const ptBrPasskey: typeof enPasskey = {
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

export const passkeyCatalogs = { en: enPasskey, 'pt-BR': ptBrPasskey } as const;

export function passkeyWords(): typeof enPasskey {
  return passkeyCatalogs[locale.value];
}

/** The English words for sign-ins by the identity provider that were refused, by code. */
const enSso = {
  sso_off: 'Single sign-on is not configured here. Sign in with a passkey or a link.',
  sso_required:
    'This organization accepts only single sign-on. An owner who cannot use it asks the operator for a link of farol control owner-link.',
  sso_expired: 'This sign-in took too long, was sent twice, or began in another browser. Start again.',
  sso_denied:
    'The provider did not let you sign in. Start again if you cancelled; otherwise its administrator must give you access to Farol.',
  sso_provider_error:
    'The provider refused the request of Farol. The operator of the control plane reads why in its log, and compares client, secret and redirect address with those of the provider.',
  sso_invalid:
    'The answer of the provider could not be verified, and nobody was signed in. Start again; if it repeats, the operator of the control plane reads why in its log.',
  sso_no_role: 'The provider gives you no role in Farol. Its administrator adds you to a group that has one.',
  sso_removed: 'You were removed from this organization. An owner or an admin can readmit you under Settings: People.',
  sso_busy: 'Too many people sign in by the provider at this moment. Start again in a few seconds.',
  sso_failed:
    'Farol could not finish this sign-in, and nobody was signed in. Start again; if it repeats, the operator of the control plane reads the cause in its log.',
  sso_unavailable:
    'The identity provider does not answer. Try again in a minute; the operator of the control plane reads the cause in its log.',
};

/** As recusas do provedor de identidade em português do Brasil, por código. */
const ptBrSso: typeof enSso = {
  sso_off: 'O login único não está configurado aqui. Entre com uma passkey ou um link.',
  sso_required:
    'Esta organização só aceita login único. Um owner que não consegue usá-lo pede ao operador um link de farol control owner-link.',
  sso_expired: 'Este acesso demorou demais, foi enviado duas vezes ou começou em outro navegador. Comece de novo.',
  sso_denied:
    'O provedor não permitiu a entrada. Comece de novo se você cancelou; senão, o administrador do provedor precisa dar a você acesso ao Farol.',
  sso_provider_error:
    'O provedor recusou o pedido do Farol. O operador do plano de controle lê o motivo no log e compara cliente, segredo e endereço de retorno com os do provedor.',
  sso_invalid:
    'A resposta do provedor não pôde ser verificada, e ninguém entrou. Comece de novo; se repetir, o operador do plano de controle lê o motivo no log.',
  sso_no_role:
    'O provedor não dá a você nenhum papel no Farol. O administrador dele adiciona você a um grupo que tenha um.',
  sso_removed:
    'Você foi removido desta organização. Um proprietário ou administrador pode readmitir você em Configurações: Pessoas.',
  sso_busy: 'Muitas pessoas estão entrando pelo provedor neste momento. Comece de novo em alguns segundos.',
  sso_failed:
    'O Farol não conseguiu concluir este acesso, e ninguém entrou. Comece de novo; se repetir, o operador do plano de controle lê a causa no log.',
  sso_unavailable:
    'O provedor de identidade não responde. Tente de novo em um minuto; o operador do plano de controle lê a causa no log.',
};

export const ssoCatalogs = { en: enSso, 'pt-BR': ptBrSso } as const;

export function ssoWords(): typeof enSso {
  return ssoCatalogs[locale.value];
}
