/** The words of the ways to sign in, in the language of the page; apart from the others, so that the first screen lacks them. */
import { locale } from './words.ts';

/** The English words of the ways to sign in. */
const enSignIn = {
  passkey: 'Sign in with a passkey',
  provider: (name: string) => `Continue with ${name}`,
  unreachable: (name: string) =>
    `${name} does not answer the control plane. Try again in a minute; the operator reads the cause in its log.`,
  forced: (name: string) =>
    `Only ${name} signs in here. An owner who cannot use it asks the operator for a link of farol control owner-link.`,
  leaveProvider: (name: string) => `Sign out of ${name} too`,
  or: 'Or paste a one-time link:',
  open: 'Open the link',
  notLink: 'This is not a link of Farol. Copy the whole link, from https:// to its end.',
  digits: (address: string) =>
    `Passkeys do not work at ${address}: they need a host name, and this is an address of digits. The operator sets FAROL_PUBLIC_URL to a name, such as https://localhost:8444 on this machine.`,
  elsewhere: 'Open Farol at its own address to sign in:',
};

/** As formas de entrar em português do Brasil. */
const ptBrSignIn: typeof enSignIn = {
  passkey: 'Entrar com uma passkey',
  provider: (name) => `Continuar com ${name}`,
  unreachable: (name) =>
    `${name} não responde ao plano de controle. Tente de novo em um minuto; o operador lê a causa no log.`,
  forced: (name) =>
    `Aqui só se entra por ${name}. Um owner que não consegue pede ao operador um link de farol control owner-link.`,
  leaveProvider: (name) => `Sair também de ${name}`,
  or: 'Ou cole um link de uso único:',
  open: 'Abrir o link',
  notLink: 'Isto não é um link do Farol. Copie o link inteiro, de https:// até o fim.',
  digits: (address) =>
    `Passkeys não funcionam em ${address}: elas precisam de um nome de host, e este é um endereço numérico. O operador define FAROL_PUBLIC_URL com um nome, como https://localhost:8444 nesta máquina.`,
  elsewhere: 'Abra o Farol no endereço dele para entrar:',
};

export const signInCatalogs = { en: enSignIn, 'pt-BR': ptBrSignIn } as const;

export function signInWords(): typeof enSignIn {
  return signInCatalogs[locale.value];
}
