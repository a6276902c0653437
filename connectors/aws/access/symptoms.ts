/** What the error answers of AWS mean. Bodies are `<code>: <message>`, as the vendor's client library reads them from any of its protocols. */
import { commonSymptoms } from '../../../src/connector/common-symptoms.ts';
import { type Seen, type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { auditSymptoms } from './query-symptoms.ts';
import { roleSymptoms } from './role-symptoms.ts';
import { readDenial, remedyFor } from '../../../src/cloud/aws/denied.ts';

const any4xx = (status: number): boolean => status >= 400 && status < 500;
const credential = 'AWS access key';

const renewRemedy =
  'The session has expired. With RUNNER_AWS_CRED_MODE=static, set a key that does not expire or use RUNNER_AWS_CRED_MODE=chain; with chain, check what issues the role credential: web identity, container role or instance role.';

const ofCredential: readonly Symptom[] = [
  symptom({
    id: 'expired',
    seen: '`ExpiredToken`, `ExpiredTokenException`, `TokenRefreshRequired`',
    when: { status: any4xx, body: /^(?:ExpiredToken(?:Exception)?|TokenRefreshRequired)\b/u },
    kind: 'credential_rejected',
    data: { kind: credential, reason: 'expired' },
    remedy: renewRemedy,
    example: { status: 403, body: 'ExpiredToken: The security token included in the request is expired' },
  }),
  symptom({
    id: 'clock',
    seen: '`RequestTimeTooSkewed`, `RequestExpired`, or a signature that is expired or not yet current',
    when: {
      status: any4xx,
      body: /^(?:RequestTimeTooSkewed|RequestExpired|RequestInTheFuture)\b|Signature (?:expired|not yet current)/u,
    },
    kind: 'credential_rejected',
    data: { kind: 'clock of this machine', reason: 'rejected' },
    remedy:
      'The clock of this machine is more than five minutes off: turn on time synchronization. The credential is valid; do not rotate it.',
    example: {
      status: 403,
      body: 'SignatureDoesNotMatch: Signature expired: 20261121T080000Z is now earlier than 20261121T090000Z (20261121T090500Z - 5 min.)',
    },
  }),
  symptom({
    id: 'unknown_key',
    seen: '`InvalidClientTokenId`, `UnrecognizedClientException`, `InvalidAccessKeyId`',
    when: {
      status: any4xx,
      body: /^(?:InvalidClientTokenId|UnrecognizedClientException|InvalidAccessKeyId|MissingAuthenticationToken)\b/u,
    },
    kind: 'credential_rejected',
    data: { kind: credential, reason: 'rejected' },
    remedy:
      'AWS does not know this access key: it was deleted or deactivated, belongs to another partition, or AWS_SESSION_TOKEN is missing beside a key that begins with ASIA. If only one region says so, that region is not opted in.',
    probe: 'region',
    example: { status: 403, body: 'InvalidClientTokenId: The security token included in the request is invalid.' },
  }),
  symptom({
    id: 'auth_failure',
    seen: '`AuthFailure`',
    when: { status: any4xx, body: /^AuthFailure\b/u },
    kind: 'credential_rejected',
    data: { kind: credential, reason: 'rejected' },
    remedy: 'AWS could not validate the key in this region: opt the region in, or remove it from AWS_REGIONS.',
    probe: 'region',
    example: { status: 401, body: 'AuthFailure: AWS was not able to validate the provided access credentials' },
  }),
  symptom({
    id: 'wrong_signature',
    seen: '`SignatureDoesNotMatch`, `InvalidSignatureException`, `IncompleteSignature`',
    when: { status: any4xx, body: /^(?:SignatureDoesNotMatch|InvalidSignatureException|IncompleteSignature)\b/u },
    kind: 'credential_rejected',
    data: { kind: 'AWS_SECRET_ACCESS_KEY', reason: 'malformed' },
    remedy:
      'The signature does not fit the request. Either AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID or was truncated when it was copied: set both again. Or something on the way changes what is signed, such as a proxy at AWS_URL that rewrites path or host: let it pass the request unchanged.',
    example: {
      status: 403,
      body: 'SignatureDoesNotMatch: The request signature we calculated does not match the signature you provided.',
    },
  }),
];

const ofService: readonly Symptom[] = [
  symptom({
    id: 'region_unreachable',
    seen: '404 or 405 without a code that AWS documents',
    when: { status: [404, 405], body: /^(?:Unknown|NotFound): (?:Unknown(?:Error)?|NotFound)?$/u },
    kind: 'wrong_endpoint',
    data: ({ path }: Seen) => ({ variable: 'AWS_URL', tried: path }),
    remedy: 'The server that answered is not this AWS service: check AWS_URL, or unset it.',
    example: { status: 404, body: 'Unknown: UnknownError' },
  }),
  symptom({
    id: 'not_in_use',
    seen: '`AWSOrganizationsNotInUseException`',
    when: { status: any4xx, body: /^AWSOrganizationsNotInUseException\b/u },
    kind: 'feature_disabled',
    data: { feature: 'organization' },
    remedy: 'This account belongs to no organization, so there are no accounts to list. No action is needed.',
    example: {
      status: 400,
      body: 'AWSOrganizationsNotInUseException: Your account is not a member of an organization.',
    },
  }),
  symptom({
    id: 'cost_explorer_off',
    seen: 'Cost Explorer that is not enabled, or has no data yet',
    when: { status: any4xx, body: /not enabled for cost explorer|^DataUnavailableException\b/iu },
    kind: 'feature_disabled',
    data: { feature: 'Cost Explorer' },
    remedy:
      'Open Cost Explorer once in the management account, and let member accounts use it there; data appears within 24 hours. No permission is missing.',
    example: { status: 400, body: 'AccessDeniedException: User not enabled for cost explorer access' },
  }),
  symptom({
    id: 'not_enrolled',
    seen: '`OptInRequiredException`, `OptInRequired`, `SubscriptionRequiredException`',
    when: { status: any4xx, body: /^(?:OptInRequired(?:Exception)?|SubscriptionRequiredException)\b/u },
    kind: 'feature_disabled',
    data: { feature: 'a service this account has not opted in to' },
    remedy: 'Opt the account in to the service (Compute Optimizer: enrol it). No permission is missing.',
    example: {
      status: 403,
      body: 'OptInRequiredException: The account is not registered for Compute Optimizer.',
    },
  }),
  symptom({
    id: 'not_subscribed',
    seen: 'QuickSight without a subscription, or an edition that lacks the call',
    when: {
      status: any4xx,
      body: /^(?:UnsupportedUserEditionException\b|\w+: .*(?:not signed up|not subscribed).*QuickSight)/iu,
    },
    kind: 'feature_disabled',
    data: { feature: 'QuickSight' },
    remedy: 'Sign this account up for QuickSight (Enterprise edition for this read). No permission is missing.',
    example: {
      status: 403,
      body: 'UnsupportedUserEditionException: This operation is not supported for the edition of this account.',
    },
  }),
  symptom({
    id: 'identity_region',
    seen: 'an answer that names the identity region to use',
    when: { status: any4xx, body: /identity region|endpoint.*is (?:incorrect|wrong).*region/iu },
    kind: 'wrong_endpoint',
    data: ({ path }: Seen) => ({ variable: 'AWS_REGIONS', tried: path }),
    remedy: (seen: Seen) =>
      `Users and groups live in one region only: put ${regionIn(seen) ?? 'the region that the answer names'} first in AWS_REGIONS.`,
    remedyWords: 'Users and groups live in one region only: put the region that the answer names first in AWS_REGIONS.',
    example: {
      status: 403,
      body: 'AccessDeniedException: Operation is being called from endpoint eu-west-1, but your identity region is us-east-1. Please use the us-east-1 endpoint.',
    },
  }),
  symptom({
    id: 'denied',
    seen: '`AccessDenied`, `AccessDeniedException`, `UnauthorizedOperation` and its kin',
    when: {
      status: any4xx,
      body: /^(?:AccessDenied(?:Exception|Fault)?|UnauthorizedOperation|UnauthorizedException|NotAuthorized(?:Exception)?|AuthorizationError(?:Exception)?|Client\.UnauthorizedOperation)\b/u,
    },
    kind: 'permission_missing',
    data: (seen: Seen) => ({
      grant: readDenial(seen.response.body).action ?? seen.path,
      layer: readDenial(seen.response.body).layer,
    }),
    remedy: (seen: Seen) => remedyOfDenial(seen),
    remedyWords:
      'Depends on who denied: add the action to the named statement of the policy of the named identity, or change the boundary, session, endpoint or organization policy that the answer names; where it names none, the remedy lists them. Do not rotate the credential.',
    probe: 'denial',
    example: {
      status: 403,
      body: 'AccessDeniedException: User: arn:aws:iam::123456789012:user/farol is not authorized to perform: ecs:ListClusters because no identity-based policy allows the ecs:ListClusters action',
    },
  }),
  symptom({
    id: 'throttled',
    seen: '`ThrottlingException`, `RequestLimitExceeded` and its kin',
    when: {
      status: (status: number) => status >= 400,
      body: /^(?:Throttl\w*|RequestLimitExceeded|TooManyRequestsException|LimitExceededException|RequestThrottled\w*|BandwidthLimitExceeded|PriorRequestNotComplete)\b/u,
    },
    kind: 'rate_limited',
    data: { retryAfterSec: 5 },
    remedy: 'AWS limits the request rate of this account in this region: wait, or request more entries per page.',
    example: { status: 400, body: 'ThrottlingException: Rate exceeded' },
  }),
  symptom({
    id: 'not_found',
    seen: '`ResourceNotFoundException`, `NoSuchHostedZone` and other answers that nothing of that name exists',
    when: {
      status: any4xx,
      body: /^(?:ResourceNotFound\w*|NotFoundException|NoSuch\w+|\w*NotFound(?:Fault|Exception)?|\w+DoesNotExist|(?:AWS\.SimpleQueueService\.)?NonExistentQueue|Invalid\w+ID\.NotFound|EntityNotFoundException)\b/u,
    },
    kind: 'not_found_or_hidden',
    data: ({ path }: Seen) => ({ what: path }),
    remedy: 'Check the name and the region: only this account and this region are searched.',
    example: { status: 404, body: 'ResourceNotFoundException: No cluster found for name: absent.' },
  }),
  symptom({
    id: 'bad_argument',
    seen: '`ValidationException`, `InvalidParameterValue` and other errors about the request itself',
    when: {
      status: any4xx,
      body: /^(?:Validation\w*|Invalid\w+(?:\.\w+)?|MissingParameter\w*|MalformedQueryString|MalformedQuery\w*|Serialization\w*|BadRequest\w*|ClientException|UnsupportedOperation\w*|InvalidRequest\w*|RequestExpired|UnknownParameter|FilterLimitExceeded)\b/u,
    },
    kind: 'invalid_arguments',
    data: { field: 'args' },
    remedy: (seen: Seen) => `Correct the request: ${reasonIn(seen)}`,
    remedyWords: 'Correct the request: the reason that AWS gives follows.',
    example: { status: 400, body: 'ValidationException: 1 validation error detected: Value at maxResults failed' },
  }),
];

const unknownRefusals: readonly Symptom[] = [
  symptom({
    id: 'refused_without_reason',
    seen: '401 or 403 without a code that AWS documents',
    when: { status: [401, 403] },
    kind: 'permission_missing',
    data: ({ path }: Seen) => ({ grant: path, layer: 'unknown' }),
    remedy: ({ path, groupOf }: Seen) =>
      `Something other than AWS answered ${path}: check the proxy or the VPC endpoint in between. Then ${remedyFor({ action: undefined, layer: 'unknown' }, path, { statement: groupOf?.(path) })}`,
    remedyWords:
      'Something other than AWS answered: check the proxy or the VPC endpoint in between, then the statement of the policy that the remedy names.',
    probe: 'denial',
    example: { status: 403, body: 'Unknown: UnknownError' },
  }),
];

export const symptoms: readonly Symptom[] = [
  ...roleSymptoms,
  ...ofCredential,
  ...auditSymptoms,
  ...ofService,
  ...commonSymptoms('AWS_URL'),
  ...unknownRefusals,
];

function remedyOfDenial({ path, groupOf, response: { body } }: Seen): string {
  const denial = readDenial(body);
  return remedyFor(denial, path, { statement: groupOf?.(denial.action ?? path) });
}

function regionIn({ response: { body } }: Seen): string | undefined {
  return /(?:identity region is|use the) ([a-z]{2}(?:-[a-z]+)+-\d)/u.exec(body)?.[1];
}

/** What AWS says about the caller's own question; account numbers and identities are not repeated. */
function reasonIn({ response: { body } }: Seen): string {
  const said = body
    .replace(/^\w+(?:\.\w+)*: /u, '')
    .replaceAll(/\p{C}+/gu, ' ')
    .replaceAll(/arn:aws[\w-]*:\S+/gu, '(arn)');
  return said.length > 300 ? `${said.slice(0, 300)}…` : said;
}
