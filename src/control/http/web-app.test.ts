import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLog } from './log.ts';
import { type App, createApp } from './server.ts';
import { loadWebApp } from './web-app.ts';

const script = `console.log(${JSON.stringify('x'.repeat(2000))})`;
let folder: string;
let app: App;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'farol-web-'));
  const web = path.join(folder, 'web');
  await mkdir(path.join(web, 'assets'), { recursive: true });
  await writeFile(path.join(folder, 'secret.txt'), 'outside');
  await writeFile(path.join(web, 'index.html'), '<!doctype html><title>Farol</title>');
  const asset = path.join(web, 'assets', 'index-Ab12.js');
  await writeFile(asset, script);
  await writeFile(`${asset}.br`, brotliCompressSync(script));
  await writeFile(`${asset}.gz`, gzipSync(script));
  app = createApp({ log: openLog('fatal'), tls: undefined, web: await loadWebApp(web) });
});
afterAll(async () => {
  await app.fastify.close();
  await rm(folder, { recursive: true, force: true });
});

const page = { accept: 'text/html,application/xhtml+xml' };

test('any page address gets the app, to be asked for again each time', async () => {
  for (const url of ['/', '/profiling/captures/1', '/welcome?x=1']) {
    const answer = await app.fastify.inject({ url, headers: page });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('<title>Farol</title>');
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
  }
});

test('a hashed file is cacheable for ever and sent compressed', async () => {
  const answer = await app.fastify.inject({ url: '/assets/index-Ab12.js', headers: { 'accept-encoding': 'gzip, br' } });
  expect(answer.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
  });
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(script);
  const plain = await app.fastify.inject({ url: '/assets/index-Ab12.js', headers: { 'accept-encoding': 'br;q=0' } });
  expect(plain.body).toBe(script);
});

test('a page that has not changed is not sent again', async () => {
  const { headers } = await app.fastify.inject({ url: '/', headers: page });
  const again = await app.fastify.inject({ url: '/', headers: { ...page, 'if-none-match': String(headers['etag']) } });
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe('');
});

test('no address reaches a file outside the bundle', async () => {
  for (const url of [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
  ]) {
    const answer = await app.fastify.inject({ url });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain('outside');
  }
});

test('a missing script and an unknown API address are not answered with the page', async () => {
  for (const url of ['/assets/gone.js', '/api/gone']) {
    expect((await app.fastify.inject({ url, headers: page })).statusCode).toBe(404);
  }
  expect((await app.fastify.inject({ url: '/profiling', headers: { accept: 'application/json' } })).statusCode).toBe(
    404,
  );
});

test('documents are served as files, in the forms that the build made, and never as the app', async () => {
  const docs = path.join(folder, 'documented', 'docs');
  await mkdir(path.join(docs, 'guides'), { recursive: true });
  await writeFile(path.join(folder, 'documented/index.html'), '<title>Farol</title>');
  await writeFile(path.join(docs, 'index.html'), '<title>Documents</title>');
  await writeFile(path.join(docs, 'guides/a.html'), '<title>A</title>');
  await writeFile(path.join(docs, 'guides/a.html.br'), brotliCompressSync('<title>A</title>'));
  await writeFile(path.join(docs, 'guides/a.html.gz'), 'gzip');
  const documented = createApp({
    log: openLog('fatal'),
    tls: undefined,
    web: await loadWebApp(path.join(folder, 'documented')),
  });
  const get = (url: string, encoding = 'identity') =>
    documented.fastify.inject({ url, headers: { ...page, 'accept-encoding': encoding } });
  for (const url of ['/docs', '/docs/', '/docs/index.html']) {
    expect((await get(url)).body).toBe('<title>Documents</title>');
  }
  const compressed = await get('/docs/guides/a.html', 'br');
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'text/html; charset=utf-8' });
  expect(compressed.headers['content-security-policy']).toContain("default-src 'none'");
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe('<title>A</title>');
  expect((await get('/docs/guides/a.html', 'gzip')).body).toBe('gzip');
  for (const url of ['/docs/none.html', '/docs/guides/a.html.br', '/docs/guides/']) {
    expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
  }
  await documented.fastify.close();
});
