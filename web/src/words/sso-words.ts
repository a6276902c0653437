/** The words of refused sign-ins by the provider in the language of the page, loaded when there is something to say. */
import { enSso } from './sso-en.ts';
import { ptBrSso } from './sso-pt-br.ts';
import { locale } from './words.ts';

export const ssoCatalogs = { en: enSso, 'pt-BR': ptBrSso } as const;

export function ssoWords(): typeof enSso {
  return ssoCatalogs[locale.value];
}
