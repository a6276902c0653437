import { describe, expect, test } from 'vitest';
import { signIdentityUrl, signToken } from './token.ts';

/** Keys of the vendor's own documentation. */
const keys = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
const nowMs = Date.UTC(2026, 10, 21, 9, 0, 0, 999);
const signatureIn = (url: string): string | null => new URL(url).searchParams.get('X-Amz-Signature');

// The signatures are those of botocore 1.43.11 for the same keys and time: the library behind `aws eks get-token`.
describe('the token of a cluster', () => {
  test('is the address that the vendor signs for its own command', () => {
    expect(signIdentityUrl(keys, { cluster: 'shop', region: 'eu-west-1', nowMs })).toBe(
      'https://sts.eu-west-1.amazonaws.com/?Action=GetCallerIdentity&Version=2011-06-15&X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20261121%2Feu-west-1%2Fsts%2Faws4_request&X-Amz-Date=20261121T090000Z&X-Amz-Expires=60&X-Amz-SignedHeaders=host%3Bx-k8s-aws-id&X-Amz-Signature=acdbc0fac6433e732863aed670330423d57af5cbd84ec3b8f8860678e819ee51',
    );
  });

  test('of a temporary credential, in China', () => {
    const credential = { ...keys, sessionToken: 'IQoJb3JpZ2luX2VjE+/AB==' };
    const url = signIdentityUrl(credential, { cluster: 'shop_2', region: 'cn-north-1', nowMs });
    expect(new URL(url).host).toBe('sts.cn-north-1.amazonaws.com.cn');
    expect(signatureIn(url)).toBe('e3f476c012bc27e5a864edc1140768ed11fef124ccabdac9c88f3a9b4bff3d60');
  });

  test('opens one cluster and no other', () => {
    const [shop, other] = ['shop', 'other'].map((cluster) =>
      signIdentityUrl(keys, { cluster, region: 'eu-west-1', nowMs }),
    );
    expect(signatureIn(shop ?? '')).not.toBe(signatureIn(other ?? ''));
  });

  test('is written as EKS reads it, without padding and without the secret', () => {
    const token = signToken(keys, { cluster: 'shop', region: 'eu-west-1', nowMs });
    expect(token).toMatch(/^k8s-aws-v1\.[\w-]+$/u);
    const url = Buffer.from(token.slice('k8s-aws-v1.'.length), 'base64url').toString();
    expect(url).toContain('X-Amz-Expires=60');
    expect(url).not.toContain('wJalr');
  });
});
