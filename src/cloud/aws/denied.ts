/**
 * Reads the sentence in which AWS says why it denied a call. The forms are documented at
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_access-denied.html
 */

/** Who said no, in the words a remedy uses. */
export type DenyingLayer =
  | 'identity policy'
  | 'explicit deny'
  | 'service control policy'
  | 'resource control policy'
  | 'permissions boundary'
  | 'session policy'
  | 'endpoint policy'
  | 'resource policy'
  | 'not told';

export interface Denial {
  /** In the spelling of the policy; undefined when the sentence does not name it. */
  readonly action: string | undefined;
  readonly layer: DenyingLayer;
}

const layers: readonly (readonly [RegExp, DenyingLayer])[] = [
  [/service control policy/iu, 'service control policy'],
  [/resource control policy/iu, 'resource control policy'],
  [/permissions boundary/iu, 'permissions boundary'],
  [/session policy/iu, 'session policy'],
  [/VPC endpoint policy/iu, 'endpoint policy'],
  [/resource-based policy/iu, 'resource policy'],
  [/explicit deny/iu, 'explicit deny'],
  [/identity-based policy/iu, 'identity policy'],
];

export function readDenial(message: string): Denial {
  const action = /(?:not authorized to perform:?|perform the) ['"]?([a-z][a-z0-9-]*:[A-Z][A-Za-z0-9]*)/u.exec(
    message,
  )?.[1];
  const layer = layers.find(([pattern]) => pattern.test(message))?.[1] ?? 'not told';
  return { action, layer };
}

/** What to do, for the layer that denied: some of them no policy of ours can mend. */
export function remedyFor({ action, layer }: Denial, asked: string): string {
  const wanted = action ?? asked;
  switch (layer) {
    case 'service control policy':
    case 'resource control policy':
      return `Ask whoever administers the organization: a ${layer} denies ${wanted} in this account, and nothing in the account's own policies can allow it. Do not rotate the credential.`;
    case 'permissions boundary':
      return `Add ${wanted} to the permissions boundary of this identity; its policy alone cannot allow what the boundary leaves out.`;
    case 'session policy':
      return `The session was opened with a policy that leaves out ${wanted}: mend the policy passed when the role is assumed.`;
    case 'endpoint policy':
      return `The policy of the VPC endpoint leaves out ${wanted}: mend it there. Do not change the identity's policy.`;
    case 'resource policy':
      return `The policy of the resource itself denies ${wanted}: mend it at the resource.`;
    case 'explicit deny':
      return `Remove the statement that denies ${wanted} explicitly; an allow elsewhere does not undo it.`;
    case 'identity policy':
    case 'not told':
      return `Add ${wanted} to the policy of this identity (run \`farol policy print aws\` for the statement). Do not rotate the credential.`;
  }
}
