/** The English words of one person in several organizations. */
export const enOrganization = {
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
