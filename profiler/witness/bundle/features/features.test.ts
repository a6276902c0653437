import { expect, test } from 'vitest';
import { bundleWith, amountsOf, featuresOf } from '../../../../test/made-bundle.ts';
import {
  called,
  checked,
  connected,
  ended,
  granted,
  networkOf,
  opened,
  ran,
  ranAt,
  sampled,
  signalled,
  started,
} from '../../../../test/made-capture.ts';
import type { AxisId } from '../record/collector-record.ts';

test('a failed open, a direction and an errno are parts of the key', () => {
  const opens = [opened('/a', 1), opened('/a', 2, 'write'), opened('/a', 3, 'read', 'ENOENT')];
  const calls = [called('read', 5), called('read', 6, 'EAGAIN')];
  const peers = [connected('10.0.0.5'), { ...connected('10.0.0.5'), outcome: 'ECONNREFUSED' }];
  const bundle = bundleWith({ files: { opens, cut: 0 }, syscalls: { calls, cut: 0 }, network: networkOf(peers) });
  const keys = (axis: AxisId) => featuresOf(bundle, axis).map(({ key }) => key);
  expect(keys('files')).toEqual(['/a read', '/a read ENOENT', '/a write']);
  expect(keys('syscalls')).toEqual(['read EAGAIN', 'read ok']);
  expect(keys('network')).toEqual(['connect tcp 10.0.0.5 port 5432', 'connect tcp 10.0.0.5 port 5432 ECONNREFUSED']);
});

test('a program that is started has the key of its file, and one that ends that of its name and outcome', () => {
  const programs = [
    started('/usr/bin/convert', 3),
    started('/usr/bin/convert', 1, 'changed'),
    started('/tmp/0b4ee7f8-2c0a-4c7e-9a52-0b1f6d0f3b11/run', 2, 'unlinked'),
  ];
  const exits = [ended('convert', 'code 0', 4), ended('worker', 'SIGSEGV with core', 1)];
  expect(amountsOf('processes', { processes: { programs, exits, cut: 0 } })).toEqual([
    ['end convert code 0', 4],
    ['end worker SIGSEGV with core', 1],
    ['start /tmp/{uuid}/run (unlinked file)', 2],
    ['start /usr/bin/convert', 3],
    ['start /usr/bin/convert (changed file)', 1],
  ]);
});

test('a signal has the key of its sender, and one that was pending already counts with the others', () => {
  const received = [
    signalled('SIGTERM', { sender: 'other', comm: 'kill', count: 3 }),
    signalled('SIGTERM', { sender: 'other', comm: 'kill', outcome: 'merged', count: 1 }),
    signalled('SIGPIPE', { outcome: 'ignored', count: 5 }),
    signalled('SIGUSR1', { sender: 'self', outcome: 'lost', count: 1 }),
  ];
  expect(amountsOf('signals', { signals: { received, cut: 0 } })).toEqual([
    ['SIGPIPE from kernel ignored', 5],
    ['SIGTERM from other kill', 4],
    ['SIGUSR1 from self lost', 1],
  ]);
});

test('executable memory has the key of its kind, of being writable and of a refusal', () => {
  const grants = [
    granted('anonymous', { writable: true }),
    granted('file', { call: 'mprotect' }),
    granted('heap', { call: 'mprotect', writable: true, outcome: 'EACCES' }),
  ];
  expect(amountsOf('executable_memory', { executable_memory: { grants, cut: 0 } })).toEqual([
    ['mmap anonymous writable', 2],
    ['mprotect file', 2],
    ['mprotect heap writable EACCES', 2],
  ]);
});

test('a checked capability has the key of its outcome, its call and an inner user namespace', () => {
  const checks = [
    checked('CAP_SYS_ADMIN', 'mmap', { outcome: 'denied', purpose: 'memory_accounting' }),
    checked('CAP_SYS_ADMIN', 'clone', { outcome: 'denied' }),
    checked('CAP_NET_ADMIN', 'setsockopt', { user_namespace: 'inner' }),
  ];
  expect(amountsOf('capabilities', { capabilities: { checks, cut: 0 } })).toEqual([
    ['CAP_NET_ADMIN granted in setsockopt of an inner user namespace', 2],
    ['CAP_SYS_ADMIN denied in clone', 2],
    ['CAP_SYS_ADMIN denied in mmap for memory accounting', 2],
  ]);
});

test('a function says where it is declared and which of its lines ran most, and neither is in its key', () => {
  const stacks = sampled([ranAt('price', 5, 'src/price.cc', 40), ran('idle', 1)]);
  const features = featuresOf(bundleWith({ cpu_stacks: stacks }), 'cpu_stacks');
  expect(features).toMatchObject([
    { key: 'price (app)', place: { file: 'src/price.cc', line: 40 }, lines: [{ line: 41, count: 5 }] },
    { key: 'idle (app)' },
  ]);
  expect(features[1]).not.toHaveProperty('place');
});
