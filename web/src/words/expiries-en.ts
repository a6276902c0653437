/** The English words for what expires soon: certificates, and keys that were replaced. */
const instances = (count: number): string => (count === 1 ? '1 instance has' : `${count} instances have`);

export const enExpiries = {
  expiries: {
    title: 'Expiring soon',
    heads: {
      authority: (at: string) => `The certificate authority of the control plane expires on ${at}.`,
      server_certificate: (at: string) => `The certificate of the control plane expires on ${at} and was not renewed.`,
      server_certificate_files: (at: string) => `The certificate of the control plane expires on ${at}.`,
      authority_change: (at: string) => `The replaced certificate authority expires on ${at}.`,
      command_key_change: (at: string) => `The replaced command key expires on ${at}.`,
    },
    acts: {
      authority: 'The operator of the control plane must replace it. After that day no instance can connect.',
      server_certificate:
        'The operator of the control plane must find the cause in its log. After that day no instance can connect.',
      server_certificate_files:
        'The operator of the control plane must renew the files of FAROL_TLS_CERT_FILE and FAROL_TLS_KEY_FILE; the change is read within an hour. After that day no instance can connect.',
      authority_change:
        'Give browsers and pipelines (FAROL_CA_FILE) the current ca.pem of the control plane before that day. Connected instances receive it automatically.',
      command_key_change:
        'Make sure that the instances below connect before that day. An instance that does not must be enrolled again.',
    },
    waiting: (count: number, names: string) => `${instances(count)} not confirmed: ${names}.`,
    command: 'Command on the machine of the control plane',
  },
};
