/**
 * The bearer token by which a cluster of EKS knows an AWS identity: the address of a signed
 * `GetCallerIdentity` that the cluster sends itself and nobody else does. The form is that of
 * https://github.com/kubernetes-sigs/aws-iam-authenticator#api-authorization-from-outside-a-cluster
 *
 * The signature is Signature Version 4 in a query string:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
import { createHash, createHmac } from 'node:crypto';
import type { Credential } from '../aws/access/credentials.ts';
import { partitionOf } from '../aws/access/regions.ts';

/** Seconds the address says it is good for. A cluster takes it for 15 minutes from its date, whatever it says. */
const expiresSec = 60;

export interface TokenFor {
  readonly cluster: string;
  readonly region: string;
  readonly nowMs: number;
}

/** As secret as a password until it ends: goes into one header and nowhere else. */
export function signToken(credential: Credential, about: TokenFor): string {
  return `k8s-aws-v1.${Buffer.from(signIdentityUrl(credential, about)).toString('base64url')}`;
}

export function signIdentityUrl(credential: Credential, { cluster, region, nowMs }: TokenFor): string {
  const host = `sts.${region}.amazonaws.com${partitionOf(region) === 'aws-cn' ? '.cn' : ''}`;
  const time = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/gu, '');
  const scope = `${time.slice(0, 8)}/${region}/sts/aws4_request`;
  const query = queryOf({
    Action: 'GetCallerIdentity',
    Version: '2011-06-15',
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${credential.accessKeyId}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(expiresSec),
    ...(credential.sessionToken !== undefined && { 'X-Amz-Security-Token': credential.sessionToken }),
    'X-Amz-SignedHeaders': 'host;x-k8s-aws-id',
  });
  const request = ['GET', '/', query, `host:${host}`, `x-k8s-aws-id:${cluster}`, '', 'host;x-k8s-aws-id', sha256('')];
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(request.join('\n'))].join('\n');
  const signature = hmac(signingKey(credential, scope), toSign).toString('hex');
  return `https://${host}/?${query}&X-Amz-Signature=${signature}`;
}

/** A key that signs for one day, region and service only. */
function signingKey({ secretAccessKey }: Credential, scope: string): Buffer {
  let key: Buffer = Buffer.from(`AWS4${secretAccessKey}`);
  for (const part of scope.split('/')) key = hmac(key, part);
  return key;
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** In the order of the names, escaped as RFC 3986 has it. */
function queryOf(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${escape(value)}`)
    .join('&');
}

function escape(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/gu,
    (one) => `%${one.codePointAt(0)?.toString(16).toUpperCase()}`,
  );
}
