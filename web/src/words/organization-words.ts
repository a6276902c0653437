/** The words of several organizations in the language of the page, loaded with what shows them. */
import { locale } from './words.ts';

/** The English words of one person in several organizations. */
const enOrganization = {
  choose: 'Which organization?',
  chooseText: 'Your passkey opens several. You can switch later, beside your name.',
  alsoTitle: 'You are already signed in',
  alsoText: (person: string, organization: string) =>
    `This browser is signed in as ${person} at ${organization}. The link was not used yet.`,
  also: 'This is also me: join the organization of the link',
  alsoHint: 'Your passkey then signs you in to both.',
  instead: 'Sign out, and open the link as somebody else',
  title: 'Organizations',
  text: 'Your passkey signs you in to these. A session is for one of them at a time.',
  one: 'You are in one organization here.',
  current: 'this one',
  link: 'One-time link of another organization',
  join: 'Join it',
  notLink: 'This is not a link of Farol. Copy the whole link, from https:// to its end.',
  needsPasskey:
    'You signed in with a link, which is for one organization. Sign in with a passkey to switch, or to join another organization.',
  refused: {
    already_joined:
      'Your passkey already signs you in to that organization, as somebody else. The link was not used: sign out to open it.',
    passkey_needed: 'Your passkey was removed. Sign in with another one. The link was not used.',
    too_many_passkeys: 'That person has the most passkeys that a person can have. Remove one there first.',
    link_invalid: 'This is not a link of this control plane. Copy the whole link.',
    link_used: 'This link has already been used. Ask for a new one.',
    link_withdrawn: 'This link was withdrawn. Ask for a new one.',
    link_expired: 'This link has expired. Ask for a new one.',
  },
};

/** As palavras de uma pessoa em várias organizações. */
const ptBrOrganization: typeof enOrganization = {
  choose: 'Qual organização?',
  chooseText: 'Sua passkey abre mais de uma. Você pode trocar depois, ao lado do seu nome.',
  alsoTitle: 'Você já está conectado',
  alsoText: (person, organization) =>
    `Este navegador está conectado como ${person} em ${organization}. O link ainda não foi usado.`,
  also: 'Esta pessoa também sou eu: participar da organização do link',
  alsoHint: 'Sua passkey passa a permitir entrar nas duas.',
  instead: 'Sair e abrir o link como outra pessoa',
  title: 'Organizações',
  text: 'Sua passkey permite entrar nestas. Uma sessão vale para uma delas por vez.',
  one: 'Você está em uma organização aqui.',
  current: 'esta',
  link: 'Link de uso único de outra organização',
  join: 'Participar',
  notLink: 'Isto não é um link do Farol. Copie o link inteiro, de https:// até o fim.',
  needsPasskey:
    'Você entrou com um link, que vale para uma organização. Entre com uma passkey para trocar ou para participar de outra organização.',
  refused: {
    already_joined:
      'Sua passkey já permite entrar nessa organização, como outra pessoa. O link não foi usado: saia para abri-lo.',
    passkey_needed: 'Sua passkey foi removida. Entre com outra. O link não foi usado.',
    too_many_passkeys: 'Essa pessoa já tem o máximo de passkeys por pessoa. Remova uma lá antes.',
    link_invalid: 'Isto não é um link deste plano de controle. Copie o link inteiro.',
    link_used: 'Este link já foi usado. Peça um novo.',
    link_withdrawn: 'Este link foi retirado. Peça um novo.',
    link_expired: 'Este link expirou. Peça um novo.',
  },
};

export const organizationCatalogs = { en: enOrganization, 'pt-BR': ptBrOrganization } as const;

export function organizationWords(): typeof enOrganization {
  return organizationCatalogs[locale.value];
}
