/** As palavras de uma pessoa em várias organizações. */
import type { enOrganization } from './organization-en.ts';

export const ptBrOrganization: typeof enOrganization = {
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
