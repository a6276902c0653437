import { privateKey } from './private-key.ts';

/** A secret to look for afterwards, with characters that every encoding changes. */
export const canary = 'canary/7Qx+fZ=2Wk9pL4vR8sT1';

/** The canary in the forms it may take on its way out; the beginning alone is too much already. */
export const canaryForms = [
  canary.slice(0, 10),
  encodeURIComponent(canary),
  Buffer.from(canary).toString('base64').slice(0, 24),
  Buffer.from(canary).toString('base64url').slice(0, 24),
  Buffer.from(canary).toString('hex'),
];

/** `{canary}` means the canary as it is, `{canary%}` its percent-encoded form in an address, and `{private key}` an RSA key. */
export function withCanary(text: string): string {
  return text
    .replace('{canary}', canary)
    .replace('{canary%}', encodeURIComponent(canary))
    .replace('{private key}', privateKey);
}

/** A working configuration of an exemplar, with the address of its fake for `{upstream}`. */
export function variablesAt<V extends string | undefined>(
  variables: Readonly<Record<string, V>>,
  url: string,
): Record<string, V | string> {
  const filled = Object.entries(variables).map(([name, value]) => [
    name,
    value === undefined ? value : withCanary(value.replace('{upstream}', url)),
  ]);
  return Object.fromEntries(filled) as Record<string, V | string>;
}

export function holdsCanary(text: string): boolean {
  return /\{canary%?\}/u.test(text);
}
