/** The English words of what ends soon: certificates, and keys that were replaced. */
const instances = (count: number): string => (count === 1 ? '1 instance has' : `${count} instances have`);

export const enExpiries = {
  expiries: {
    title: 'What ends soon',
    heads: {
      authority: (at: string) => `The certificate authority of the control plane ends on ${at}.`,
      server_certificate: (at: string) => `The certificate of the control plane ends on ${at} and was not renewed.`,
      server_certificate_files: (at: string) => `The certificate of the control plane ends on ${at}.`,
      authority_change: (at: string) => `The certificate authority that was replaced ends on ${at}.`,
      command_key_change: (at: string) => `The command key that was replaced ends on ${at}.`,
    },
    acts: {
      authority: 'The operator of the control plane must change it. After that day nothing connects.',
      server_certificate:
        'The operator of the control plane must read its log for why it was not renewed. After that day nothing connects.',
      server_certificate_files:
        'The operator of the control plane must renew the files of FAROL_TLS_CERT_FILE and FAROL_TLS_KEY_FILE; they are read within an hour. After that day nothing connects.',
      authority_change:
        'Give browsers and pipelines (FAROL_CA_FILE) the present ca.pem of the control plane before that day. Instances learn it by themselves while they are connected.',
      command_key_change:
        'Let the instances below connect before that day. One that stays away must be enrolled again.',
    },
    waiting: (count: number, names: string) => `${instances(count)} not confirmed: ${names}.`,
    command: 'Command on the machine of the control plane',
  },
};
