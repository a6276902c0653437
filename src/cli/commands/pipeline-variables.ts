/** What the commands of a pipeline read. The help and the reference page are made from this list. */
export const pipelineVariables = {
  FAROL_URL: 'https address of the control plane; --url overrides it, and it overrides farol login.',
  FAROL_CAPTURE_TOKEN: 'rpcap_ token, for farol capture request. As secret.',
  FAROL_READ_TOKEN: 'rapi_ token, for farol capture wait, show, diff and gate. As secret.',
  FAROL_CA_FILE: 'PEM file of the authority of the control plane, if it is its own.',
  XDG_CONFIG_HOME: 'Folder of farol/login.json, which farol login writes. Default: ~/.config.',
} as const;
export const pipelineSecretVariables = ['FAROL_CAPTURE_TOKEN', 'FAROL_READ_TOKEN'] as const;
