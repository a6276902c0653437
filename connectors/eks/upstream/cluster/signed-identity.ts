/**
 * The one call that a cluster makes to AWS: who signed this address? Answered as STS answers it, after the
 * signature was computed again from what arrived and the secret key, as STS has it:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
import { createHash, createHmac } from 'node:crypto';
import type { FakeCall, Reply } from '../../../../test/contract/fake-upstream.ts';

export interface Identity {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of the session that assumed the role, or of the user. */
  readonly arn: string;
}

/** Undefined for any other call. */
export function answerSignedIdentity(call: FakeCall, identities: readonly Identity[]): Reply | undefined {
  const { query, path, method } = call;
  if (method !== 'GET' || path !== '/' || query.get('Action') !== 'GetCallerIdentity') return undefined;
  const [accessKeyId, ...scope] = (query.get('X-Amz-Credential') ?? '').split('/');
  const identity = identities.find((one) => one.accessKeyId === accessKeyId);
  if (identity === undefined) {
    return refuse('InvalidClientTokenId', 'The security token included in the request is invalid.');
  }
  if (query.get('X-Amz-Signature') !== sign(call, identity.secretAccessKey, scope)) {
    return refuse(
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided.',
    );
  }
  const { arn } = identity;
  const [, , , , account = ''] = arn.split(':');
  const session = arn.includes(':assumed-role/') ? `:${arn.split('/').at(-1)}` : '';
  const result = { Arn: arn, Account: account, UserId: `AROAEXAMPLE${session}` };
  return json(200, {
    GetCallerIdentityResponse: { GetCallerIdentityResult: result, ResponseMetadata: { RequestId: requestId } },
  });
}

const requestId = '7f1b6c1e-0000-4000-8000-000000000002';

function sign({ query, headers }: FakeCall, secretAccessKey: string, scope: readonly string[]): string {
  const signed = (query.get('X-Amz-SignedHeaders') ?? '').split(';');
  const fields = [...query].filter(([name]) => name !== 'X-Amz-Signature').map((pair) => pair.map(escape).join('='));
  const canonical = [
    'GET',
    '/',
    fields.toSorted().join('&'),
    ...signed.map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    signed.join(';'),
    hash(''),
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', query.get('X-Amz-Date'), scope.join('/'), hash(canonical)].join('\n');
  let key: Buffer = Buffer.from(`AWS4${secretAccessKey}`);
  for (const part of scope) key = createHmac('sha256', key).update(part).digest();
  return createHmac('sha256', key).update(toSign).digest('hex');
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function escape(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/gu,
    (one) => `%${one.codePointAt(0)?.toString(16).toUpperCase()}`,
  );
}

function refuse(code: string, message: string): Reply {
  return json(403, { Error: { Code: code, Message: message, Type: 'Sender' }, RequestId: requestId });
}

function json(status: number, body: unknown): Reply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
