import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { readVersion } from '../../core/version.ts';
import { ApiError } from '../api/api.ts';

describe('the permission documents', () => {
  let running: TestControl;
  beforeAll(async () => {
    running = await startTestControl();
  });
  afterAll(() => running.close());

  const get = (path: string, headers = {}) => running.send({ path: `/policies/${path}`, headers });
  const file = (path: string): string => readFileSync(`policies/${path}`, 'utf8');

  test('are served without signing in, byte for byte as they are committed [C-AWS-4]', async () => {
    const { documents, version } = JSON.parse((await get('index.json')).text) as {
      documents: { path: string; sha256: string }[];
      version: string;
    };
    expect(version).toBe(readVersion());
    expect(documents.map(({ path }) => path)).toContain('aws/edge-read-only.json');
    for (const { path, sha256 } of documents) {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(answer.text).toBe(file(path));
      expect(createHash('sha256').update(answer.text).digest('hex')).toBe(sha256);
      expect(answer.headers).toMatchObject({ etag: `"${sha256}"`, 'x-content-sha256': sha256 });
    }
  });

  test('are served below the version too', async () => {
    expect((await get(`${readVersion()}/aws/edge-read-only.json`)).text).toBe(file('aws/edge-read-only.json'));
  });

  test('are not sent again to a client that has them cached', async () => {
    const etag = (await get('aws/edge-read-only.json')).headers['etag'];
    const again = await get('aws/edge-read-only.json', { 'if-none-match': String(etag) });
    expect([again.status, again.text]).toEqual([304, '']);
    const several = await get('aws/edge-read-only.json', { 'if-none-match': `"other", W/${String(etag)}` });
    expect(several.status).toBe(304);
    expect((await get('aws/edge-read-only.json', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('the secret-store policy is filled in with what the query names, and never opens more than a prefix', async () => {
    const place = 'partition=aws&region=sa-east-1&account=123456789012&prefix=farol/prod';
    const filled = await get(`aws/secret-store.json?${place}`);
    expect(JSON.parse(filled.text)).toEqual({
      Version: '2012-10-17',
      Statement: [
        {
          Sid: 'FarolSecrets',
          Effect: 'Allow',
          Action: ['secretsmanager:GetSecretValue'],
          Resource: 'arn:aws:secretsmanager:sa-east-1:123456789012:secret:farol/prod/*',
        },
      ],
    });
    expect(filled.headers['etag']).toBe(`"${createHash('sha256').update(filled.text).digest('hex')}"`);
    for (const refused of [
      'prefix=*',
      'prefix=',
      'prefix=a/',
      'prefix=/a',
      'prefix=a%3F',
      'account=1',
      'region=x',
      'more=1',
    ]) {
      const answer = await get(`aws/secret-store.json?${refused}`);
      expect([refused, answer.status]).toEqual([refused, 400]);
      expect(ApiError.parse(answer.json()).error.field).toBe(refused.split('=')[0]);
    }
  });

  test.each([
    '',
    'aws',
    'aws/absent.json',
    '../package.json',
    '%2e%2e/package.json',
    'aws/../../package.json',
    '9.9.9/aws/edge-read-only.json',
  ])('no other file is: %j', async (path) => {
    const answer = await get(path);
    expect([404, 400]).toContain(answer.status);
    expect(ApiError.safeParse(JSON.parse(answer.text)).success).toBe(true);
    expect(answer.text).not.toContain('"private"');
  });
});
