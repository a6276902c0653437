/** The English words of what can go wrong with a passkey. */
export const enPasskey = {
  here: {
    unsupported: 'This browser does not support passkeys. Sign in with a link.',
    cancelled:
      'The browser did not use a passkey: it was cancelled, took too long, there is none for this address, or the browser does not trust the certificate of this page. Try again, or sign in with a link.',
    known: 'This device already has a passkey for you here.',
    failed: (message: string) => `The browser could not use a passkey: ${message}`,
  },
  refused: {
    passkey_challenge: 'This took longer than five minutes or was sent twice. Start again.',
    passkey_unknown:
      'This passkey is not known here. It was removed, or belongs to another control plane. Sign in with a link.',
    passkey_refused: 'This passkey was not accepted. Start again, or sign in with a link.',
    passkey_cloned:
      'A copy of this passkey was used. Sign in with a link and remove the passkey in Settings, Ways to sign in.',
    passkey_known: 'This passkey has already been added.',
    too_many_passkeys: 'You have the most passkeys that a person can have. Remove one first.',
    too_many_attempts: 'Too many sign-ins from this address failed. A link or passkey that works still works.',
  },
};
