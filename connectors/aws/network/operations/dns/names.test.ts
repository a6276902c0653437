import { expect, test } from 'vitest';
import { normalName, plainName, plainZoneId } from './names.ts';

test.each([
  ['example.com.', 'example.com'],
  ['example.com', 'example.com'],
  [String.raw`\052.example.com.`, '*.example.com'],
  [String.raw`_dmarc.example.com.`, '_dmarc.example.com'],
  [String.raw`0\05725.2.0.192.in-addr.arpa.`, '0/25.2.0.192.in-addr.arpa'],
  [String.raw`a\056b.example.com.`, String.raw`a\056b.example.com`],
  [String.raw`a\134b.example.com.`, String.raw`a\134b.example.com`],
  [String.raw`a\040b.example.com.`, String.raw`a\040b.example.com`],
  [String.raw`\344.example.com.`, String.raw`\344.example.com`],
  ['.', ''],
])('%s is returned as %s', (name, plain) => {
  expect(plainName(name)).toBe(plain);
});

test.each([
  ['WWW.Example.COM.', 'www.example.com'],
  ['*.example.com', String.raw`\052.EXAMPLE.com.`],
  ['bücher.example', 'xn--bcher-kva.example.'],
])('%s and %s are one name', (one, other) => {
  expect(normalName(one)).toBe(normalName(other));
});

test.each([
  ['/hostedzone/Z0123', 'Z0123'],
  ['Z0123', 'Z0123'],
])('%s identifies %s', (id, plain) => {
  expect(plainZoneId(id)).toBe(plain);
});
