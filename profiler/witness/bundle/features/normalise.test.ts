import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Normaliser } from './normalise.ts';

const plain = (text: string, pids: number[] = []): string => new Normaliser(pids).path(text);

describe('what names a thing stays', () => {
  test.each([
    '/usr/lib/x86_64-linux-gnu/libssl.so.3',
    '/usr/lib/x86_64-linux-gnu/libssl.so.1.1',
    '/usr/lib/x86_64-linux-gnu/libc-2.36.so',
    '/lib64/ld-linux-x86-64.so.2',
    '/usr/lib/python3.11/encodings/utf_8.py',
    '/usr/lib/python3.12/encodings/iso8859_15.py',
    '/usr/lib/jvm/java-17-openjdk-amd64/lib/modules',
    '/opt/app/2.14.3/bin/server',
    '/opt/app-1.24.0/conf.d/10-base.conf',
    '/etc/cron.d',
    '/etc/cron.d/e2scrub_all',
    '/etc/ssl/certs/ca-certificates.crt',
    '/usr/share/zoneinfo/Europe/Lisbon',
    '/sys/devices/system/cpu/cpu12/online',
    '/proc/self/status',
    '/proc/sys/vm/overcommit_memory',
    '/run/user/1000/bus',
    '/srv/fd/3/list',
    '/srv/task/7/list',
    '/var/log/app/access.log',
    '/srv/app/userProfileCache.json',
    '/tmp/myAppCache/index.db',
    '/tmp/userProfileCache.json',
    '/tmp/MyCache',
    '/tmp/README',
    '/tmp/lantern/flags.conf',
    '/tmp/hsperfdata_postgres',
    '/srv/app/utf8mb4.sql',
    '/home/app2/data',
  ])('%s', (text) => {
    expect(plain(text)).toBe(text);
  });

  test('a version that equals a process id stays a version', () => {
    expect(plain('/opt/app/2.1117.3/libapp.so.117', [117, 1117])).not.toContain('2.{pid}');
    expect(plain('/usr/lib/python3.11/os.py', [3, 11])).toBe('/usr/lib/python3.11/os.py');
    expect(plain('/lib/libssl.so.3', [3])).toBe('/lib/libssl.so.3');
    expect(plain('/run/user/1000/bus', [1000])).toBe('/run/user/1000/bus');
  });

  test('different libraries, languages and directories have different keys', () => {
    const keys = ['/l/libssl.so.3', '/l/libssl.so.1.1', '/l/python3.11/a', '/l/python3.12/a', '/etc/cron.d/a'];
    expect(new Set(keys.map((one) => plain(one))).size).toBe(keys.length);
  });
});

describe('what differs from run to run becomes a placeholder', () => {
  test.each([
    ['/proc/4321/maps', '/proc/{pid}/maps'],
    ['/proc/4321/task/4330/stat', '/proc/{pid}/task/{tid}/stat'],
    ['/proc/self/fd/12', '/proc/self/fd/{fd}'],
    ['/dev/fd/63', '/dev/fd/{fd}'],
    ['socket:[123456]', 'socket:[{inode}]'],
    ['/tmp/perf-4321.map', '/tmp/perf-{pid}.map'],
    ['/run/app/0b4ee7f8-2c0a-4c7e-9a52-0b1f6d0f3b11.lock', '/run/app/{uuid}.lock'],
    ['/var/log/app-2026-11-21.log', '/var/log/app-{date}.log'],
    ['/var/log/app.20261121', '/var/log/app.{date}'],
    ['/var/log/2026/11/21/app.log', '/var/log/{date}/app.log'],
    ['/var/log/app-2026-11.log', '/var/log/app-{date}.log'],
    ['/dump/2026-11-21T06-44-00Z.bin', '/dump/{date}T{time}.bin'],
    ['/dump/20261121_064400.bin', '/dump/{date}_{time}.bin'],
    ['/spool/upload.1763700000.part', '/spool/upload.{id}.part'],
    ['/spool/1763700000.123456', '/spool/{id}'],
    ['/var/lib/docker/overlay2/3f2a9bc1d4e5/merged', '/var/lib/docker/overlay2/{id}/merged'],
    ['/srv/www/main.3f2a9bc1.js', '/srv/www/main.{id}.js'],
    ['/srv/www/main.3F2A9BC1.js', '/srv/www/main.{id}.js'],
    // Digits inside a hash read as a date.
    ['/cache/000f20000401/layer', '/cache/{id}/layer'],
    ['/cache/9e20261121c4d7a8/layer', '/cache/{id}/layer'],
    ['/var/lib/pg/000000010000000000000042', '/var/lib/pg/{id}'],
    ['/var/lib/rocks/000123.sst', '/var/lib/rocks/{n}.sst'],
    ['/var/log/app/access.log.3', '/var/log/app/access.log.{n}'],
    ['/var/log/app/access.log.3.gz', '/var/log/app/access.log.{n}.gz'],
    ['/var/log/app/access.2.log', '/var/log/app/access.{n}.log'],
    ['/var/log/syslog.1', '/var/log/syslog.{n}'],
    ['/tmp/tmp.Xy3kQ9LmZ2', '/tmp/tmp.{tmp}'],
    ['/tmp/app-Xy3kQ9/socket', '/tmp/app-{tmp}/socket'],
    ['/tmp/sess_aK3dQw.lock', '/tmp/sess_{tmp}.lock'],
    ['/tmp/tmpa1b2_3d4', '/tmp/tmp{tmp}'],
    ['/tmp/go-build1234567890/b001/exe', '/tmp/go-build{id}/b001/exe'],
  ])('%s', (text, key) => {
    expect(plain(text)).toBe(key);
  });

  test.each([
    ['/run/app.4321.sock', '/run/app.{pid}.sock'],
    ['/run/app-4321/ctl', '/run/app-{pid}/ctl'],
    ['/run/worker4321.pid', '/run/worker{pid}.pid'],
    ['/tmp/hsperfdata_app/4321', '/tmp/hsperfdata_app/{pid}'],
    ['/cache/3f4321ab/layer', '/cache/{id}/layer'],
    // Digits of a made-up name are not the process.
    ['/tmp/app-4321aQ/lock', '/tmp/app-{tmp}/lock'],
    ['/tmp/app-xQ4321/lock', '/tmp/app-{tmp}/lock'],
    ['/tmp/app-a0A0000000/lock', '/tmp/app-{tmp}/lock'],
  ])('an own process id in %s', (text, key) => {
    expect(plain(text, [4321])).toBe(key);
  });
});

const pid = fc.integer({ min: 100, max: 4_194_304 });
const date = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2039-12-31'), noInvalidDate: true })
  .map((one) => one.toISOString());
const day = date.map((one) => one.slice(0, 10));
const uuid = fc.uuid();
const hex = fc
  .string({ unit: fc.stringMatching(/^[0-9a-f]$/u), minLength: 12, maxLength: 64 })
  .filter((text) => !/^20\d{6}$/u.test(text));
const rotation = fc.integer({ min: 1, max: 999 });
const temporary = fc
  .string({
    unit: fc.stringMatching(/^[A-Za-z0-9]$/u),
    minLength: 6,
    maxLength: 10,
  })
  .filter((text) => /[a-z]/u.test(text) && /[A-Z]/u.test(text) && /\d[A-Za-z]/u.test(text));

/** One run of a program: the same behaviour whatever these are. */
const run = fc.record({ pid, day, at: date, uuid, hex, rotation, temporary });
type Run = typeof run extends fc.Arbitrary<infer T> ? T : never;

function pathsOf({ pid: own, day: on, at, uuid: id, hex: hash, rotation: number, temporary: random }: Run): string[] {
  return [
    `/proc/${own}/status`,
    `/proc/${own}/task/${own + 1}/comm`,
    `/run/app/${own}.sock`,
    `/var/log/app-${on}.log`,
    `/var/log/app/${on.replaceAll('-', '')}.log.gz`,
    `/var/log/app/${on.replaceAll('-', '/')}/out`,
    `/dump/${at.slice(0, 19).replaceAll(':', '-')}.bin`,
    `/dump/${at.slice(0, 19).replaceAll(':', '')}-${own}.bin`,
    `/cache/${id}/data`,
    `/cache/${hash}/layer`,
    `/var/log/app/error.log.${number}`,
    `/var/log/app/error.log.${number}.gz`,
    `/tmp/app-${random}/lock`,
    `/tmp/tmp.${random}`,
    `/spool/${Date.parse(at) + 5e11}.msg`,
  ];
}

test('the same behaviour in another run has the same keys', () => {
  fc.assert(
    fc.property(run, run, (a, b) => {
      const [x, y] = [new Normaliser([a.pid]), new Normaliser([b.pid])];
      expect(pathsOf(b).map((one) => y.path(one))).toEqual(pathsOf(a).map((one) => x.path(one)));
    }),
    { numRuns: 3000 },
  );
});

test('normalising a key again changes nothing', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        run.chain((one) => fc.constantFrom(...pathsOf(one))),
        fc.webPath(),
      ),
      pid,
      (text, own) => {
        const key = plain(text, [own]);
        expect(plain(key, [own])).toBe(key);
      },
    ),
    { numRuns: 3000 },
  );
});

test('real temporary names give the same key', () => {
  const folders = Array.from({ length: 300 }, () => mkdtempSync(path.join(os.tmpdir(), 'farol-name-')));
  try {
    const keys = folders.map((folder) => plain(folder.replace(os.tmpdir(), '/tmp')));
    // A made-up name that reads like a word cannot be distinguished from one; it happens about once in twenty.
    expect(keys.filter((key) => key === '/tmp/farol-name-{tmp}').length).toBeGreaterThan(270);
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true });
  }
});

test('a hostile path is normalised in bounded time', () => {
  const started = performance.now();
  for (const unit of ['a', '0', '/', '2026-', 'A1b', '.log.', '/log/', '{', '1.']) {
    plain(`/tmp/${unit.repeat(4096)}`, [4321]);
  }
  expect(performance.now() - started).toBeLessThan(5000);
});

test('templates count the distinct values of each placeholder', () => {
  const normaliser = new Normaliser([]);
  const id = randomUUID();
  for (const text of [`/a/${id}`, `/b/${id}`, `/a/${randomUUID()}`, '/proc/77/stat']) normaliser.path(text);
  expect(normaliser.templates()).toEqual({ '{uuid}': 2, '{pid}': 1 });
});

describe('peers', () => {
  const peer = (address: string, role: 'connect' | 'accept') => new Normaliser([]).peer(address, role);

  test('whom the process calls stays literal', () => {
    expect(peer('10.1.2.3', 'connect')).toBe('10.1.2.3');
    expect(peer('2001:db8::1', 'connect')).toBe('2001:db8::1');
  });

  test('who calls the process is grouped by network', () => {
    expect(peer('10.1.2.3', 'accept')).toBe('10.1.2.0/24');
    expect(peer('2001:db8:1:2:3:4:5:6', 'accept')).toBe('2001:db8:1:2::/64');
    expect(peer('2001:db8::1', 'accept')).toBe('2001:db8:0:0::/64');
    expect(peer('fe80::1%eth0', 'accept')).toBe('fe80:0:0:0::/64');
  });

  test('an IPv4 peer of a dual-stack socket is that IPv4 peer', () => {
    expect(peer('::ffff:10.1.2.3', 'connect')).toBe('10.1.2.3');
    expect(peer('::ffff:10.1.2.3', 'accept')).toBe('10.1.2.0/24');
    expect(peer('::ffff:127.0.0.1', 'accept')).toBe('127.0.0.1');
  });
});
