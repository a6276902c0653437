/** As formas de entrar em português do Brasil. */
import type { enSignIn } from './sign-in-en.ts';

export const ptBrSignIn: typeof enSignIn = {
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
