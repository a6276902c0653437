import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decodeBody } from './decode-body.ts';

const json = '{"name":"Ação – naïve","rows":[1,2,3]}';
const limit = 1 << 16;

describe('what is packed, asked for or not', () => {
  test.each([
    ['gzip', gzipSync(json)],
    ['x-gzip', gzipSync(json)],
    ['GZIP', gzipSync(json)],
    ['deflate', deflateSync(json)],
    ['deflate', deflateRawSync(json)],
    ['br', brotliCompressSync(json)],
    ['zstd', zstdCompressSync(json)],
    ['deflate, gzip', gzipSync(deflateSync(json))],
    ['gzip', Buffer.concat([gzipSync(json.slice(0, 9)), gzipSync(json.slice(9))])],
    ['identity', Buffer.from(json)],
    ['none', Buffer.from(json)],
    ['utf-8', Buffer.from(json)],
    ['gzip', Buffer.from(json)],
  ])('is unpacked: %s', async (coding, body) => {
    const { text, bytes } = await decodeBody(body, { 'content-encoding': coding }, limit);
    expect(text).toBe(json);
    expect(bytes.toString('utf8')).toBe(json);
  });

  test.each(['gzip', 'deflate', 'br', 'zstd'])('is no body when there is none: %s', async (coding) => {
    expect((await decodeBody(Buffer.alloc(0), { 'content-encoding': coding }, limit)).text).toBe('');
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('stops at the limit of what it unpacks to: %s', async (coding, pack) => {
    const bomb = pack(Buffer.alloc(64 << 20, 32));
    expect(bomb.length).toBeLessThan(limit + (1 << 10));
    await expect(decodeBody(bomb, { 'content-encoding': coding }, limit)).rejects.toMatchObject({
      kind: 'cap_exceeded',
      data: { limit: `${limit} bytes` },
    });
  });

  test('is not unpacked without end: three times packed is refused', async () => {
    const body = gzipSync(gzipSync(gzipSync(json)));
    await expect(decodeBody(body, { 'content-encoding': 'gzip, gzip, gzip' }, limit)).rejects.toMatchObject({
      kind: 'upstream_changed',
      data: { path: 'content-encoding' },
    });
  });

  test('is no answer when it is cut short, and a changed one when it is something else', async () => {
    const body = gzipSync(json);
    const headers = { 'content-encoding': 'gzip' };
    await expect(decodeBody(body.subarray(0, 20), headers, limit)).rejects.toMatchObject({ code: 'Z_BUF_ERROR' });
    const broken = Buffer.from(body.with(12, 255).with(13, 255));
    await expect(decodeBody(broken, headers, limit)).rejects.toMatchObject({ kind: 'upstream_changed' });
  });
});

describe('text in another charset', () => {
  const utf16le = Buffer.from(json, 'utf16le');
  const utf16be = Buffer.from(utf16le).swap16();
  const latin = '{"name":"Ação naïve"}';
  test.each([
    ['a byte-order mark', 'application/json', Buffer.from(`\uFEFF${json}`), json],
    ['a byte-order mark, and no type', '', Buffer.from(`\uFEFF${json}`), json],
    ['UTF-16 with its mark, low half first', 'application/json', Buffer.from(`\uFEFF${json}`, 'utf16le'), json],
    [
      'UTF-16 with its mark, high half first',
      'application/json',
      Buffer.from(`\uFEFF${json}`, 'utf16le').swap16(),
      json,
    ],
    ['UTF-16 without', 'application/json; charset=utf-16', utf16le, json],
    ['UTF-16 without, high half first', 'application/json; charset=UTF-16', utf16be, json],
    ['UTF-16LE', 'application/json; charset=utf-16le', utf16le, json],
    ['ISO-8859-1', 'application/json;charset=ISO-8859-1', Buffer.from(latin, 'latin1'), latin],
    ['ISO-8859-1 in quotation marks', 'text/plain; charset="iso-8859-1"', Buffer.from(latin, 'latin1'), latin],
    ['windows-1252', 'application/json; charset=windows-1252', Buffer.from([0x22, 0x93, 0x80, 0x22]), '"“€"'],
    ['UTF-8 by its name', 'application/json; charset=UTF8', Buffer.from(json), json],
    ['a name that nobody knows', 'application/json; charset=utf-9', Buffer.from(json), json],
  ])('is read: %s', async (_what, type, body, text) => {
    expect(await decodeBody(body, { 'content-type': type }, limit)).toEqual({ text, bytes: Buffer.from(text) });
  });

  test('is not searched for in anything but text', async () => {
    const body = Buffer.from('\uFEFFbinary');
    expect((await decodeBody(body, { 'content-type': 'application/cbor' }, limit)).bytes).toEqual(body);
  });
});
