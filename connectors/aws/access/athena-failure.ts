/**
 * What it means when a query ended without rows. Athena reads storage and catalog with the identity of the caller, and the
 * policy leaves both out because only the customer knows their names: missing access to them is the most common failure.
 * Categories: https://docs.aws.amazon.com/athena/latest/ug/error-reference.html (seen 2026-11).
 */
import type { QueryExecutionStatus } from '@aws-sdk/client-athena';
import { Fault } from '../../../src/core/fault.ts';
import { readDenial, remedyFor } from '../../../src/cloud/aws/denied.ts';

export const resultsGrant = 's3:GetObject, s3:PutObject, s3:ListBucket';
const tableGrant = 's3:GetObject, s3:ListBucket';
const catalogGrant = 'glue:GetTable, glue:GetDatabase, glue:GetPartitions';

interface Lack {
  readonly grant: string;
  /** What is guarded, in the words of a remedy. */
  readonly layer: string;
}

/** Most specific first. */
const lacks: readonly (readonly [RegExp, Lack])[] = [
  [/writing output|output (?:bucket|location)/iu, { grant: resultsGrant, layer: 'results bucket' }],
  [/lake ?formation/iu, { grant: 'lakeformation:GetDataAccess', layer: 'Lake Formation' }],
  [/\bglue\b|AWSGlue/iu, { grant: catalogGrant, layer: 'data catalog' }],
  [/\bkms\b|AWSKMS/iu, { grant: 'kms:Decrypt', layer: 'encryption key' }],
  [/\bs3\b|AmazonS3|Amazon S3/iu, { grant: tableGrant, layer: 'storage of the table' }],
];

const layerOfService: Readonly<Record<string, string>> = {
  athena: 'data catalog',
  glue: 'data catalog',
  kms: 'encryption key',
  lakeformation: 'Lake Formation',
  s3: 'storage',
};

const isDenial = /denied|not authorized|insufficient[\w ]{0,30}permission|does not have (?:any )?privilege|forbidden/iu;

/** `status` of an execution that is over and did not succeed. */
export function faultOfExecution(status: QueryExecutionStatus): Fault {
  const reason = status.StateChangeReason ?? status.AthenaError?.ErrorMessage ?? '';
  return bounded(reason) ?? lackIn(reason) ?? unfinished(status, reason);
}

/** What the reason says is missing; undefined when it speaks of something else. */
export function lackIn(reason: string): Fault<'permission_missing'> | undefined {
  if (!isDenial.test(reason)) return undefined;
  const denial = readDenial(reason);
  const found = lacks.find(([pattern]) => pattern.test(reason))?.[1];
  const grant = denial.action ?? found?.grant;
  if (grant === undefined) return undefined;
  const layer = layerOf(denial.action, found);
  const path = /s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]/u.exec(reason)?.[0];
  const isAnothersDecision = denial.layer !== 'unknown' && denial.layer !== 'identity policy';
  const remedy = isAnothersDecision
    ? remedyFor(denial, grant)
    : `Grant ${grant} on ${path ?? `the ${layer}`} to the identity that the Agent uses: the read-only policy leaves storage and catalog out on purpose, because it depends on your names. Do not rotate the credential.`;
  return new Fault('permission_missing', { grant, layer }, remedy);
}

/** By the action, when the reason names one: a reason may speak of several things and denies one. */
function layerOf(action: string | undefined, found: Lack | undefined): string {
  const service = action?.split(':')[0] ?? '';
  if (found?.layer === 'results bucket' && (service === '' || service === 's3')) return found.layer;
  return layerOfService[service] ?? found?.layer ?? 'identity policy';
}

function bounded(reason: string): Fault | undefined {
  if (/bytes scanned limit/iu.test(reason)) {
    const data = { limit: 'bytes scanned by a query of this workgroup', estimate: 'more' };
    const remedy =
      'Select by partition, name fewer columns, or narrow the time: the workgroup cancels queries that scan more.';
    return new Fault('cap_exceeded', data, remedy);
  }
  if (/query timeout|exceeded (?:the )?(?:maximum|max).{0,20}time/iu.test(reason)) {
    const data = { limit: 'running time of a query', estimate: 'more' };
    return new Fault('cap_exceeded', data, 'Ask for less: a narrower time, fewer columns or fewer joins.');
  }
  if (/exhausted resources/iu.test(reason)) {
    const data = { limit: 'memory of a query', estimate: 'more' };
    return new Fault('cap_exceeded', data, 'Ask for less at once: sort, group and join fewer rows and columns.');
  }
  return undefined;
}

function unfinished({ State, AthenaError }: QueryExecutionStatus, reason: string): Fault {
  if (State === 'CANCELLED') {
    return new Fault(
      'upstream_down',
      { code: 'CANCELLED' },
      'The query was canceled in Athena. Run it again if you still need it.',
    );
  }
  const isOfUser = AthenaError?.ErrorCategory === 2 || (AthenaError === undefined && isOfStatement.test(reason));
  if (isOfUser) return new Fault('invalid_arguments', { field: 'sql' }, `Correct the statement: ${quotable(reason)}`);
  const code = AthenaError?.ErrorType === undefined ? 'FAILED' : `ATHENA_${AthenaError.ErrorType}`;
  const again = AthenaError?.Retryable === false ? 'The same query will fail again.' : 'Retry.';
  return new Fault('upstream_down', { code }, `${again} Athena failed: ${quotable(reason)}`);
}

const isOfStatement = /^(?:[A-Z]+(?:_[A-Z]+)+: |line \d+:\d+|SYNTAX_ERROR)/u;
const longestReason = 300;

/** On one line, without identifiers of accounts and roles. */
export function quotable(reason: string): string {
  const said = reason
    .replaceAll(/\p{C}+/gu, ' ')
    .replaceAll(/arn:aws[\w-]*:\S+/gu, '(arn)')
    .trim();
  if (said === '') return 'it does not say why.';
  return said.length > longestReason ? `${said.slice(0, longestReason)}…` : said;
}
