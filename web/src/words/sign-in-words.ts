/** The words of the ways to sign in, in the language of the page; apart from the others, so that the first screen lacks them. */
import { enSignIn } from './sign-in-en.ts';
import { ptBrSignIn } from './sign-in-pt-br.ts';
import { locale } from './words.ts';

export const signInCatalogs = { en: enSignIn, 'pt-BR': ptBrSignIn } as const;

export function signInWords(): typeof enSignIn {
  return signInCatalogs[locale.value];
}
