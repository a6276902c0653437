/** The English words of the ways to sign in. */
export const enSignIn = {
  passkey: 'Sign in with a passkey',
  provider: (name: string) => `Continue with ${name}`,
  unreachable: (name: string) =>
    `${name} does not answer the control plane. Try again in a minute; the operator reads the cause in its log.`,
  forced: (name: string) =>
    `Only ${name} signs in here. An owner who cannot use it asks the operator for a link of farol control owner-link.`,
  leaveProvider: (name: string) => `Sign out of ${name} too`,
  or: 'Or paste a one-time link:',
  open: 'Open the link',
  notLink: 'This is not a link of Farol. Copy the whole link, from https:// to its end.',
  digits: (address: string) =>
    `Passkeys do not work at ${address}: they need a host name, and this is an address of digits. The operator sets FAROL_PUBLIC_URL to a name, such as https://localhost:8444 on this machine.`,
  elsewhere: 'Open Farol at its own address to sign in:',
};
