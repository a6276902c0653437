import { expect, test } from 'vitest';
import { sayFresh } from './list-fresh.ts';

test.each([
  ['files', '/etc/app/my rules.json read', 'o arquivo /etc/app/my rules.json, lido'],
  ['files', '/var/lib/app.db read_write', 'o arquivo /var/lib/app.db, lido e gravado'],
  ['file_changes', 'rename_to /etc/app.conf', 'um arquivo renomeado para /etc/app.conf'],
  ['file_changes', 'unlink /tmp/{uuid}', 'o arquivo removido /tmp/{uuid}'],
  ['executable_memory', 'mmap anonymous writable', 'memória executável por mmap (anônima, gravável)'],
  ['processes', 'start /usr/bin/curl', 'o programa /usr/bin/curl'],
  ['capabilities', 'CAP_SYS_ADMIN', 'o privilégio CAP_SYS_ADMIN'],
])('says in Portuguese what is new among %s: %s', (axis, key, expected) => {
  expect(sayFresh(axis, key)['pt-BR']).toBe(expected);
});

test('says in English how a file was opened', () => {
  expect(sayFresh('files', '/etc/app.conf write').en).toBe('the file /etc/app.conf, written');
});

test('shows a way of opening that it does not know as it is', () => {
  expect(sayFresh('files', '/etc/app.conf append').en).toBe('the file /etc/app.conf, append');
});
