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
  | 'trust policy'
  | 'resource policy'
  | 'unknown';

export interface Denial {
  /** In the spelling of the policy; undefined when the sentence does not name it. */
  readonly action: string | undefined;
  readonly layer: DenyingLayer;
  /** ARN of who was denied, where the sentence names it. */
  readonly identity?: string;
}

/** Where an action is allowed: what the sentence of AWS does not know. */
export interface PlaceOfGrant {
  /** `Sid` of the statement of our policy that holds it. */
  readonly statement?: string | undefined;
  readonly identity?: string | undefined;
}

const layers: readonly (readonly [RegExp, DenyingLayer])[] = [
  [/role trust polic(?:y|ies)/iu, 'trust policy'],
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
  const layer = layers.find(([pattern]) => pattern.test(message))?.[1] ?? 'unknown';
  const identity = /\b[Uu]ser:? (arn:aws[\w-]*:(?:iam|sts)::\d{12}:[\w+=,.@/-]{1,512})/u.exec(message)?.[1];
  return { action, layer, ...(identity !== undefined && { identity }) };
}

/** What to do, for the layer that denied: some of them no policy of ours can mend. `asked` is the action where the sentence names none. */
export function remedyFor(denial: Denial, asked: string, { statement, identity }: PlaceOfGrant = {}): string {
  const wanted = denial.action ?? asked;
  const whom = denial.identity ?? identity ?? 'this identity';
  const { layer } = denial;
  if (layer === 'identity policy' || layer === 'unknown') return addToPolicy({ wanted, whom, layer, statement });
  const own =
    statement === undefined ? '' : ` The statement ${statement} of its policy holds the action and need not change.`;
  return `${remedyBeyondPolicy(layer, wanted, whom)}${own}`;
}

interface Addition {
  readonly wanted: string;
  readonly whom: string;
  readonly layer: 'identity policy' | 'unknown';
  readonly statement: string | undefined;
}

function addToPolicy({ wanted, whom, layer, statement }: Addition): string {
  const place =
    statement === undefined ? `the policy of ${whom}` : `the statement ${statement} of the policy of ${whom}`;
  const print = '(run `farol policy print aws` for the text)';
  return layer === 'identity policy'
    ? `Add ${wanted} to ${place} ${print}. Do not rotate the credential.`
    : `Add ${wanted} to ${place} if it is not there ${print}. AWS does not say which policy denied it: if it is there, look at the permissions boundary and the session policy of ${whom}, the service control policies of the organization, the policy of a VPC endpoint in between, and the policy of the resource itself. Do not rotate the credential.`;
}

function remedyBeyondPolicy(layer: Exclude<DenyingLayer, Addition['layer']>, wanted: string, whom: string): string {
  switch (layer) {
    case 'service control policy':
    case 'resource control policy':
      return `Ask the administrator of the organization: a ${layer} denies ${wanted} to ${whom}, and nothing in the account's own policies can allow it. Do not rotate the credential.`;
    case 'permissions boundary':
      return `Add ${wanted} to the permissions boundary of ${whom}; its policy alone cannot allow what the boundary leaves out.`;
    case 'session policy':
      return `The session of ${whom} was opened with a policy that leaves out ${wanted}: change the policy passed when the role is assumed.`;
    case 'endpoint policy':
      return `The policy of the VPC endpoint leaves out ${wanted} for ${whom}: change it there.`;
    case 'trust policy':
      return `The trust policy of the role does not let ${whom} assume it: change it there. Do not rotate the credential.`;
    case 'resource policy':
      return `The policy of the resource itself denies ${wanted} to ${whom}: change it at the resource.`;
    case 'explicit deny':
      return `Remove the statement that denies ${wanted} to ${whom} explicitly; an allow elsewhere does not undo it.`;
  }
}
