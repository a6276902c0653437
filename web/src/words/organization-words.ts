/** The words of several organizations in the language of the page, loaded with what shows them. */
import { enOrganization } from './organization-en.ts';
import { ptBrOrganization } from './organization-pt-br.ts';
import { locale } from './words.ts';

export const organizationCatalogs = { en: enOrganization, 'pt-BR': ptBrOrganization } as const;

export function organizationWords(): typeof enOrganization {
  return organizationCatalogs[locale.value];
}
