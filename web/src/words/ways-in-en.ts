/** The English words of the page with a person's own passkeys and sessions. */
export const enWaysIn = {
  waysIn: {
    lede: 'Your passkeys and your sessions. A one-time link from an owner or admin signs you in as well.',
    passkeys: 'Passkeys',
    passkeysText:
      'A passkey signs you in with the lock of a device: a fingerprint, a face or a PIN. Add one on each device that you use.',
    none: 'You have no passkey yet.',
    name: 'Name',
    nameHint: 'The device that holds it',
    nameRequired: 'Enter a name.',
    add: 'Add a passkey',
    added: 'Added',
    lastUsed: 'Last used',
    host: 'Works at',
    former: (host: string) => `${host}, a former address: it no longer signs in`,
    actions: 'Actions',
    remove: 'Remove…',
    removeOf: (name: string) => `Remove ${name}`,
    removeTitle: (name: string) => `Remove “${name}”?`,
    removeText:
      'It no longer signs in to this organization. Other sessions that it began end. Without a passkey you sign in with a link from an owner or admin.',
    removeDo: 'Remove',
    unavailable: (address: string) =>
      `Passkeys do not work at ${address}: they need a host name, and this is an address of digits. The operator sets FAROL_PUBLIC_URL to a name, such as https://localhost:8444 on this machine. Links work.`,
    sessions: 'Sessions',
    sessionsText: 'Where you are signed in. End a session that you do not know, and remove a passkey that you lost.',
    device: 'Device',
    on: (browser: string, system: string) => `${browser} on ${system}`,
    unknownDevice: 'unknown device',
    way: 'Signed in by',
    ways: { link: 'link', passkey: 'passkey', sso: 'single sign-on', switch: 'switch of organization' },
    began: 'Since',
    seen: 'Last used',
    ends: 'Ends',
    current: 'this one',
    end: 'End',
    endOf: (device: string) => `End the session on ${device}`,
    removesPasskeys: (count: number) =>
      count === 1 ? '1 passkey of theirs is removed:' : `${count} passkeys of theirs are removed:`,
    endsSessions: (count: number) => (count === 1 ? '1 session of theirs ends:' : `${count} sessions of theirs end:`),
  },
};
