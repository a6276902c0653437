/** The words of failed passkeys in the language of the page, loaded when there is something to say. */
import { enPasskey } from './passkey-en.ts';
import { ptBrPasskey } from './passkey-pt-br.ts';
import { locale } from './words.ts';

export const passkeyCatalogs = { en: enPasskey, 'pt-BR': ptBrPasskey } as const;

export function passkeyWords(): typeof enPasskey {
  return passkeyCatalogs[locale.value];
}
