/**
 * Why the base credential could not assume the role, and what a refused session of the role means. AWS answers an
 * identity policy without the permission, a trust policy that does not match, another external id and a role that
 * does not exist with the same sentence, so that the remedy names all of them:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_roles.html
 */
import { readDenial, remedyFor } from '../../../src/cloud/aws/denied.ts';
import { type Seen, type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { toPrincipal } from './to-principal.ts';

const any4xx = (status: number): boolean => status >= 400 && status < 500;
const assuming = /^sts:AssumeRole$/u;
const afterwards = /^(?!sts:AssumeRole$)/u;
const asRole = { AWS_ASSUME_ROLE_ARN: 'arn:aws:iam::111122223333:role/farol-agent' } as const;
const path = 'sts:AssumeRole';

const unknownDenial = (whom: string, { role, account, externalId }: NamedRole): string =>
  `AWS does not say which policy refused, and says the same of a role that does not exist. Check both accounts. In that of the base credential: the policy of ${whom} must allow sts:AssumeRole on ${role} (\`farol policy print aws-assume-role\`). In ${account}: the role must exist under exactly this path and name, and its trust policy must name ${whom} and ${externalId} (\`farol policy print aws-trust\`). Do not rotate the credential.`;
const trustDenial = (whom: string, { role, externalId }: NamedRole): string =>
  `The trust policy of ${role} does not let ${whom} assume it: it must name this identity and ${externalId} (\`farol policy print aws-trust\`). The policy of the base credential need not change. Do not rotate the credential.`;
const identityDenial = (whom: string, { role }: NamedRole): string =>
  `Allow sts:AssumeRole on ${role} in the policy of ${whom} (\`farol policy print aws-assume-role\`). Do not rotate the credential.`;

export const roleSymptoms: readonly Symptom[] = [
  symptom({
    id: 'assume_role_denied',
    seen: '`AccessDenied` to `sts:AssumeRole`',
    when: { status: any4xx, body: /^AccessDenied/u, path: assuming },
    kind: 'permission_missing',
    data: ({ response: { body } }) => ({ grant: 'sts:AssumeRole', layer: readDenial(body).layer }),
    remedy: (seen) => remedyOfRefusal(seen),
    remedyWords:
      'Depends on who denied: the policy of the base credential, the trust policy of the role with its external id, or the policy of the organization that the answer names. Where it names none, the remedy says what to check in both accounts. Do not rotate the credential.',
    probe: 'base',
    example: {
      status: 403,
      path,
      body: 'AccessDenied: User: arn:aws:iam::123456789012:user/farol is not authorized to perform: sts:AssumeRole on resource: arn:aws:iam::111122223333:role/farol-agent',
      variables: asRole,
    },
  }),
  symptom({
    id: 'base_key_unknown',
    seen: '`InvalidClientTokenId` and its kin to `sts:AssumeRole`',
    when: {
      status: any4xx,
      body: /^(?:InvalidClientTokenId|UnrecognizedClientException|InvalidAccessKeyId|MissingAuthenticationToken)\b/u,
      path: assuming,
    },
    kind: 'credential_rejected',
    data: { kind: 'base credential', reason: 'rejected' },
    remedy: ({ variable }) =>
      `AWS does not know the base credential that is to assume the role. With RUNNER_AWS_CRED_MODE=static its access key was deleted or deactivated, belongs to another partition, or lacks AWS_SESSION_TOKEN; with chain, check what gives the workload its role. If it works elsewhere, its account has not opted in to ${firstRegion(variable)}, the first of AWS_REGIONS. The role is not the cause: leave it and its trust policy as they are.`,
    remedyWords:
      'AWS does not know the base credential that is to assume the role: it was deleted or deactivated, belongs to another partition, or its account has not opted in to the first of AWS_REGIONS. The role is not the cause.',
    example: {
      status: 403,
      path,
      body: 'InvalidClientTokenId: The security token included in the request is invalid.',
      variables: asRole,
    },
  }),
  symptom({
    id: 'base_expired',
    seen: '`ExpiredToken` to `sts:AssumeRole`',
    when: { status: any4xx, body: /^ExpiredToken(?:Exception)?\b/u, path: assuming },
    kind: 'credential_rejected',
    data: { kind: 'base credential', reason: 'expired' },
    remedy:
      'The base credential that is to assume the role has expired. With RUNNER_AWS_CRED_MODE=static, set a key that does not expire or use RUNNER_AWS_CRED_MODE=chain; with chain, check what gives the workload its role. The role is not the cause: leave it and its trust policy as they are.',
    example: {
      status: 403,
      path,
      body: 'ExpiredToken: The security token included in the request is expired',
      variables: asRole,
    },
  }),
  symptom({
    id: 'sts_region_off',
    seen: '`RegionDisabledException`',
    when: { status: any4xx, body: /^RegionDisabled(?:Exception)?\b/u },
    kind: 'feature_disabled',
    data: ({ variable }) => ({ feature: `AWS STS in ${firstRegion(variable)}` }),
    remedy: ({ variable }) =>
      `AWS STS is not active in ${firstRegion(variable)} for the account of the base credential: activate it there (IAM, Account settings, Security Token Service), or put another region first in AWS_REGIONS. No permission is missing.`,
    remedyWords:
      'AWS STS is not active in the first of AWS_REGIONS for the account of the base credential: activate it there (IAM, Account settings, Security Token Service), or put another region first. No permission is missing.',
    example: {
      status: 403,
      path,
      body: 'RegionDisabledException: STS is not activated in this region for account:123456789012. Your account administrator can activate STS in this region using the IAM Console.',
      variables: asRole,
    },
  }),
  symptom({
    id: 'assume_role_invalid',
    seen: '`ValidationError` to `sts:AssumeRole`',
    when: { status: any4xx, body: /^(?:Validation\w*|InvalidParameter\w*)\b/u, path: assuming },
    kind: 'not_configured',
    data: ({ response: { body } }) => ({ variable: variableIn(body) }),
    remedy: ({ response: { body } }) => remedyOfInvalid(body),
    remedyWords:
      'AWS refuses the role, external id or session name as malformed: correct the variable that the remedy names; or the role is limited to less than the hour that a session lasts.',
    example: {
      status: 400,
      path,
      body: "ValidationError: 1 validation error detected: Value at 'roleSessionName' failed to satisfy constraint",
      variables: asRole,
    },
  }),
  symptom({
    id: 'role_session_expired',
    seen: '`ExpiredToken` for the session of a role that was renewed',
    when: {
      status: any4xx,
      body: /^ExpiredToken(?:Exception)?\b/u,
      path: afterwards,
      variables: { AWS_ASSUME_ROLE_ARN: 'set' },
    },
    kind: 'credential_rejected',
    data: { kind: 'session of the role', reason: 'expired' },
    remedy:
      'AWS calls the session of the role expired, and a new one too: check the clock of this machine and its time synchronization. Neither the base credential nor the role is the cause.',
    example: {
      status: 403,
      path: 'ec2:DescribeVolumes',
      body: 'ExpiredToken: The security token included in the request is expired',
      variables: asRole,
    },
  }),
  symptom({
    id: 'role_session_unknown',
    seen: '`InvalidClientTokenId` and its kin for the session of a role',
    when: {
      status: any4xx,
      body: /^(?:InvalidClientTokenId|UnrecognizedClientException|InvalidAccessKeyId)\b/u,
      path: afterwards,
      variables: { AWS_ASSUME_ROLE_ARN: 'set' },
    },
    kind: 'credential_rejected',
    data: { kind: 'session of the role', reason: 'rejected' },
    remedy:
      'The base credential works, and AWS gave it a session of the role that this region does not accept: opt the account of the role in to the region, or remove the region from AWS_REGIONS. Do not rotate the credential.',
    probe: 'region',
    example: {
      status: 403,
      path: 'ec2:DescribeVolumes',
      body: 'InvalidClientTokenId: The security token included in the request is invalid.',
      variables: asRole,
    },
  }),
];

interface NamedRole {
  readonly role: string;
  readonly account: string;
  /** What its trust policy must say of it. */
  readonly externalId: string;
}

function remedyOfRefusal({ response: { body }, variable }: Seen): string {
  const denial = readDenial(body);
  const whom = denial.identity === undefined ? 'the base credential' : toPrincipal(denial.identity);
  const role = variable('AWS_ASSUME_ROLE_ARN') ?? 'the role';
  const external = variable('AWS_ASSUME_ROLE_EXTERNAL_ID');
  const named: NamedRole = {
    role,
    account: /::(\d{12}):/u.exec(role)?.[1] ?? 'the account of the role',
    externalId:
      external === undefined ? 'require no external id, because none is set' : `require the external id ${external}`,
  };
  if (denial.layer === 'unknown') return unknownDenial(whom, named);
  if (denial.layer === 'trust policy' || denial.layer === 'resource policy') return trustDenial(whom, named);
  if (denial.layer === 'identity policy') return identityDenial(whom, named);
  return remedyFor({ ...denial, action: 'sts:AssumeRole', identity: whom }, 'sts:AssumeRole');
}

function firstRegion(variable: Seen['variable']): string {
  return variable('AWS_REGIONS')?.split(',')[0] ?? 'the region';
}

function variableIn(body: string): string {
  if (/roleSessionName/iu.test(body)) return 'AWS_ASSUME_ROLE_SESSION_NAME';
  return /externalId/iu.test(body) ? 'AWS_ASSUME_ROLE_EXTERNAL_ID' : 'AWS_ASSUME_ROLE_ARN';
}

function remedyOfInvalid(body: string): string {
  return /DurationSeconds|MaxSessionDuration/u.test(body)
    ? 'AWS allows no session of an hour for this role: set its maximum session duration to one hour or more. An hour is also the most where the base credential is a role itself.'
    : `AWS refuses ${variableIn(body)} as malformed: correct it. Neither the base credential nor the role is the cause.`;
}
