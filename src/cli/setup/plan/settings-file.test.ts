import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { mergeSettings, parseSettings } from './settings-file.ts';

test('a change leaves the lines of others, comments and order as they are', () => {
  const before = '# ours\nRUNNER_TENANT=acme\n\nGRAFANA_METRICS_URL="https://prometheus.example.com"\n';
  expect(mergeSettings(before, { RUNNER_TENANT: 'acme', RUNNER_INSTANCE_ID: 'host-1' })).toBe(
    `${before}RUNNER_INSTANCE_ID=host-1\n`,
  );
  expect(mergeSettings(before, { RUNNER_TENANT: 'other' })).toBe(before.replace('acme', 'other'));
});

test('a variable that is no longer set is removed, and of a duplicate one line stays', () => {
  const before = 'RUNNER_CA_FILE=/etc/farol/ca.pem\nRUNNER_TENANT=a\nRUNNER_TENANT=b\n';
  expect(mergeSettings(before, { RUNNER_CA_FILE: undefined, RUNNER_TENANT: 'a' })).toBe('RUNNER_TENANT=a\n');
});

test.each(['https://farol.example.com:8444', 'two words', 'a"b', "it's", 'a$b`c\\d', ''])(
  'what is written for %j is read as it was, also by a shell',
  (value) => {
    const text = mergeSettings('', { NAME: value });
    expect(parseSettings(text)).toEqual({ NAME: value });
    expect(execFileSync('sh', ['-c', `${text}printf %s "$NAME"`], { encoding: 'utf8' })).toBe(value);
  },
);

test('a line break would become a variable of its own, and is refused', () => {
  expect(() => mergeSettings('', { NAME: 'a\nNODE_OPTIONS=--require=x' })).toThrow('line break');
});
