import { expect, test } from 'vitest';
import { redactionFor, withoutCredentials } from './redaction.ts';

test.each([
  ['https://git.example.com/a.git', 'https://git.example.com/a.git'],
  ['https://ada:hunter@git.example.com/a.git', 'https://git.example.com/a.git'],
  ['https://token@git.example.com:8443/a.git', 'https://git.example.com:8443/a.git'],
  ['https://ada:hunt@er@git.example.com/a.git', 'https://git.example.com/a.git'],
  ['https://ada:hunt/er@git.example.com/a.git', 'https://git.example.com/a.git'],
  ['https://ada:hunt?er@git.example.com/a.git', 'https://git.example.com/a.git'],
  ['https://git.example.com/a.git?private_token=hunter#x', 'https://git.example.com/a.git'],
  ['https://git.example.com/a@v1', 'https://git.example.com/a@v1'],
  ['ssh://git@[2001:db8::1]:22/a.git', 'ssh://[2001:db8::1]:22/a.git'],
  ['git@git.example.com:a.git', 'git@git.example.com:a.git'],
  ['oci://registry.example.com/charts', 'oci://registry.example.com/charts'],
  ['', ''],
])('%s is returned as %s', (address, expected) => {
  expect(withoutCredentials(address)).toBe(expected);
});

function redact(text: string, helm: object): string {
  const application = { metadata: { name: 'a' }, spec: { source: { helm } } };
  // Only what is read of an application has to be there.
  return redactionFor(application as Parameters<typeof redactionFor>[0])(text);
}

test.each([
  ['a parameter', { parameters: [{ name: 'db.password', value: 'hunter2' }] }],
  ['a line of values', { values: 'db:\n  api_key: hunter2 # of the shop\n' }],
  ['a quoted line of values', { values: '- dbPassword: "hunter2" # of the shop\n' }],
  ['a tree of values', { valuesObject: { secrets: { list: ['hunter2'] } } }],
])('%s with a name that sounds secret is taken out of a text', (_where, helm) => {
  expect(redact('login with hunter2 failed', helm)).toBe('login with [redacted] failed');
});

test('a value with another name, or too short to be distinguished from a word, stays', () => {
  const helm = {
    values: 'auth: true',
    parameters: [
      { name: 'tag', value: '1.2.3' },
      { name: 'password', value: 'at' },
    ],
  };
  expect(redact('tag 1.2.3 at once is true', helm)).toBe('tag 1.2.3 at once is true');
});

test('commands and addresses lose what may be secret', () => {
  const text = 'helm pull --password hunter2 --version 1; helm template --set a=hunter2 from oci://u:hunt@er2@host/x';
  expect(redact(text, {})).toBe(
    'helm pull --password [redacted] --version 1; helm template --set [redacted] from oci://host/x',
  );
});
