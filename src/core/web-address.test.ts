import { expect, test } from 'vitest';
import { parseWebAddress } from './web-address.ts';

const both = ['https:', 'http:'] as const;

test.each([
  ['https://a.example', 'https://a.example/'],
  [' https://a.example/ ', 'https://a.example/'],
  ['HTTPS://A.example:8443/base/path/', 'https://a.example:8443/base/path/'],
  ['http://[::1]:9090/prometheus', 'http://[::1]:9090/prometheus'],
  ['https://a.example/v1.2/..x', 'https://a.example/v1.2/..x'],
])('reads %s whole', (text, href) => {
  expect(parseWebAddress(text, both)).toEqual(new URL(href));
});

test.each([
  ['a.example', 'is not an address'],
  ['https:a.example', 'is not an address'],
  ['https:/a.example', 'is not an address'],
  ['https:///a.example', 'is not an address'],
  ['https:\\\\a.example', 'is not an address'],
  ['https://a.exa\nmple', 'is not an address'],
  ['https://a.example /x', 'is not an address'],
  ['https://a.example\\x', 'is not an address'],
  ['https://a.example:99999', 'is not an address'],
  ['https://', 'is not an address'],
  ['ftp://a.example', 'must begin with https:// or http://'],
  ['https://user:secret@a.example', 'must not carry a credential'],
  ['https://user@a.example', 'must not carry a credential'],
  ['https://@a.example', 'must not carry a credential'],
  ['https://a.example?x=1', 'must not have a query or fragment'],
  ['https://a.example/?', 'must not have a query or fragment'],
  ['https://a.example/#', 'must not have a query or fragment'],
  ['https://a.example/#/x', 'must not have a query or fragment'],
  ['https://a.example/a/../b', 'must not have . or .. in its path'],
  ['https://a.example/a/%2E%2e/b', 'must not have . or .. in its path'],
  ['https://a.example/.', 'must not have . or .. in its path'],
])('refuses what would be dropped or mended in silence: %j', (text, problem) => {
  expect(parseWebAddress(text, both)).toBe(problem);
});
