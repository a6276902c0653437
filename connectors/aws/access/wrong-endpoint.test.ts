/** Something else than AWS at the configured address: operations and checks name the variable, and nothing becomes an empty answer. */
import { describe, expect, test } from 'vitest';
import type { Reply } from '../../../test/contract/fake-upstream.ts';
import { exemplar } from '../upstream/exemplar.ts';
import { useAws } from '../upstream/use-aws.ts';
import { type AskedAt, requireAws } from './require-aws.ts';

const page = '<!doctype html><html><title>Welcome to nginx</title></html>';
const html = { 'content-type': 'text/html; charset=utf-8' };

const aws = useAws({ AWS_ATHENA_OUTPUT: 's3://results-of-the-test/farol/' });

describe.each<[string, Reply]>([
  ['a web page', { status: 200, headers: html, body: page }],
  ['a web page that names no type', { status: 200, body: page }],
  ['a web page that says not found', { status: 404, headers: html, body: page }],
  ['a web page that says bad request', { status: 400, headers: html, body: page }],
  ['a page without a head', { status: 200, headers: html, body: '<h1>It works!</h1>' }],
  ['a page of the older kind', { status: 200, headers: html, body: `<?xml version="1.0"?>\n<!DOCTYPE html>${page}` }],
  ['a page in capitals', { status: 200, headers: html, body: '<HTML><BODY>It works!</BODY></HTML>' }],
  ['a text', { status: 200, headers: { 'content-type': 'text/plain' }, body: 'ok' }],
  [
    'a text that says not found',
    { status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found' },
  ],
  ['nothing', { status: 200, body: '' }],
  ['nothing, not found', { status: 404, body: '' }],
])('a server that answers %s', (_what, reply) => {
  test('fails every operation as a wrong address', async () => {
    aws.upstream.answerWith(reply);
    for (const [name, [question]] of Object.entries(exemplar.questions)) {
      const fault = await aws.fault(name, question as object);
      expect([name, fault.code, fault.data['variable']]).toEqual([name, 'wrong_endpoint', 'AWS_URL']);
      expect(fault.remedy).toContain('AWS_URL');
    }
  });

  test('fails every check as a wrong address', async () => {
    aws.upstream.answerWith(reply);
    for (const check of await aws.check()) {
      expect(check).toMatchObject({
        status: 'failed',
        fault: { code: 'wrong_endpoint', data: { variable: 'AWS_URL' } },
      });
    }
  });
});

test('a page of what refuses in between stays a refusal, and one of a failure a failure', async () => {
  aws.upstream.answerWith({ status: 403, headers: html, body: page });
  expect(await aws.fault('compute.listEcsClusters')).toMatchObject({
    code: 'intercepted',
    data: { status: 403 },
    remedy: expect.stringContaining('HTTPS_PROXY') as string,
  });
  aws.upstream.answerWith({ status: 407, body: page });
  expect(await aws.fault('compute.listEcsClusters')).toMatchObject({ code: 'intercepted', data: { status: 407 } });
  aws.upstream.answerWith({ status: 503, headers: html, body: page });
  expect((await aws.fault('compute.listEcsClusters')).code).toBe('upstream_down');
});

test('without AWS_URL the remedy is to check the proxy and the name resolution', () => {
  const asked: AskedAt = {
    call: 'ecs:ListClusters',
    origin: 'https://ecs.eu-west-1.amazonaws.com',
    isOverridden: false,
  };
  const answer = { status: 200, headers: html, body: page, bytes: Buffer.from(page) };
  expect(() => requireAws(answer, asked)).toThrow(/not AWS: check the proxy \(HTTPS_PROXY\)/u);
});
