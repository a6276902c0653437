/**
 * What the refusals of Secrets Manager mean, each with who acts and how. Codes:
 * https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_GetSecretValue.html (seen 2026-11).
 */
import { readDenial, remedyFor } from '../../../cloud/aws/denied.ts';
import { Fault } from '../../../core/fault.ts';
import { retryAfterSec } from '../../../core/retry-after.ts';
import { changed, failing, notTheStore, outageOf, throttled } from '../store-backend.ts';

export interface AwsRefusal {
  readonly code: string;
  readonly message: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

export interface AskedSecret {
  readonly name: string;
  readonly prefix: string;
  readonly region: string;
  readonly nowMs: number;
}

interface Row {
  readonly code: RegExp;
  readonly message?: RegExp;
  build(refusal: AwsRefusal, asked: AskedSecret): Fault;
}

const read = 'secretsmanager:GetSecretValue';
const assume = 'sts:AssumeRoleWithWebIdentity';

/** Most specific first. */
const rows: readonly Row[] = [
  {
    code: /^ResourceNotFound/u,
    message: /staging label/iu,
    build: (_refusal, { name }) => hidden(name, `The secret ${name} has no current value: set one.`),
  },
  {
    code: /^ResourceNotFound/u,
    build: (_refusal, { name, region }) =>
      hidden(
        name,
        `There is no secret ${name} in ${region}: create it there, or correct the reference or RUNNER_SECRET_STORE_AWS_REGION.`,
      ),
  },
  {
    code: /^InvalidRequest/u,
    build: (_refusal, { name }) =>
      hidden(
        name,
        `AWS does not return ${name} in its current state, most likely because it is scheduled for deletion: restore it, or refer to another one.`,
      ),
  },
  {
    code: /^(?:DecryptionFailure|AccessDenied)/u,
    message: /\bkms\b|decrypt/iu,
    build: (_refusal, { name }) => lacksKey(name),
  },
  { code: /^DecryptionFailure/u, build: (_refusal, { name }) => lacksKey(name) },
  { code: /^AccessDenied|^UnauthorizedOperation/u, build: denied },
  {
    code: /^(?:ExpiredToken|TokenRefreshRequired|IDPRejectedClaim)/u,
    build: () =>
      rejected(
        'expired',
        'The session of the credential that reads secrets has expired: with RUNNER_SECRET_STORE_CRED_MODE=static use a key that does not expire, with chain check the service that issues the role.',
      ),
  },
  {
    code: /^(?:RequestTimeTooSkewed|RequestExpired|RequestInTheFuture)/u,
    build: clock,
  },
  { code: /./u, message: /Signature (?:expired|not yet current)/u, build: clock },
  {
    code: /^(?:InvalidClientTokenId|UnrecognizedClient|InvalidAccessKeyId|MissingAuthenticationToken|AuthFailure)/u,
    build: () =>
      rejected(
        'rejected',
        'AWS does not know the access key that reads secrets: set RUNNER_SECRET_STORE_AWS_ACCESS_KEY_ID to one that is active in this partition, with RUNNER_SECRET_STORE_AWS_SESSION_TOKEN where it begins with ASIA.',
      ),
  },
  {
    code: /^(?:SignatureDoesNotMatch|InvalidSignature|IncompleteSignature)/u,
    build: () =>
      rejected(
        'malformed',
        'RUNNER_SECRET_STORE_AWS_SECRET_ACCESS_KEY does not belong to RUNNER_SECRET_STORE_AWS_ACCESS_KEY_ID, or was cut while copying: set both again.',
      ),
  },
  {
    code: /^InvalidIdentityToken/u,
    build: () =>
      rejected(
        'rejected',
        'AWS does not accept the token of this pod: create the identity provider of the cluster in IAM, with the audience sts.amazonaws.com.',
      ),
  },
  {
    code: /^(?:Throttl|TooManyRequests|RequestLimitExceeded|SlowDown)/u,
    build: ({ headers }, { nowMs }) => throttled(retryAfterSec(headers, nowMs)),
  },
  { code: /^Internal(?:Service|Failure)|^ServiceUnavailable/u, build: ({ status }) => failing(status) },
  {
    code: /^InvalidParameter|^Validation/u,
    build: (_refusal, { name }) => hidden(name, `AWS rejects ${name} as the name of a secret: correct the reference.`),
  },
];

/** @returns the fault of the first row that fits. */
export function refusalOf(refusal: AwsRefusal, asked: AskedSecret): Fault {
  const { code, message, status, headers } = refusal;
  const row = rows.find((one) => one.code.test(code) && (one.message?.test(message) ?? true));
  if (row !== undefined) return row.build(refusal, asked);
  const outage = outageOf({ status, headers }, asked.nowMs);
  if (outage !== undefined) return outage;
  // AWS gives every refusal a code.
  if ([401, 403, 404, 405].includes(status)) return notTheStore(status);
  return changed(`${read}: ${status} ${code.slice(0, 60)}`);
}

/** The pattern that the printed policy allows. */
export function patternOf({ region, prefix }: Pick<AskedSecret, 'region' | 'prefix'>): string {
  const partition = { 'cn-': 'aws-cn', 'us-gov-': 'aws-us-gov' };
  const found = Object.entries(partition).find(([start]) => region.startsWith(start));
  return `arn:${found?.[1] ?? 'aws'}:secretsmanager:${region}:<account>:secret:${prefix}/*`;
}

function denied({ message }: AwsRefusal, asked: AskedSecret): Fault {
  const denial = readDenial(message);
  if (denial.action === assume || /AssumeRoleWithWebIdentity/u.test(message)) {
    return new Fault(
      'permission_missing',
      { grant: assume, layer: 'trust policy' },
      'The role that reads secrets does not trust this workload: name the service account of the pod and the provider of the cluster in its trust policy. Do not rotate the credential.',
    );
  }
  const { layer } = denial;
  const isOurs = layer === 'identity policy' || layer === 'unknown';
  const remedy = isOurs
    ? `Allow ${read} on ${patternOf(asked)} to the identity that reads secrets: \`farol policy print aws-secret-store --region ${asked.region} --prefix ${asked.prefix}\` prints the statement. Do not rotate the credential.`
    : remedyFor({ action: read, layer }, read);
  return new Fault(
    'permission_missing',
    { grant: read, layer: layer === 'unknown' ? 'identity policy' : layer },
    remedy,
  );
}

function lacksKey(name: string): Fault {
  return new Fault(
    'permission_missing',
    { grant: 'kms:Decrypt', layer: 'encryption key' },
    `The key that encrypts ${name} cannot be used: enable it, and allow kms:Decrypt on it to the identity that reads secrets, in its policy and in the policy of the key.`,
  );
}

function hidden(name: string, remedy: string): Fault {
  return new Fault('not_found_or_hidden', { what: `secret ${name}` }, remedy);
}

function clock(): Fault {
  return new Fault(
    'credential_rejected',
    { kind: 'clock of this machine', reason: 'rejected' },
    'The clock of this machine is more than five minutes off: switch time synchronisation on. The credential is right; do not rotate it.',
  );
}

function rejected(reason: 'expired' | 'rejected' | 'malformed', remedy: string): Fault {
  return new Fault('credential_rejected', { kind: 'credential of the secret store', reason }, remedy);
}
