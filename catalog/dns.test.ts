import { expect, test } from 'vitest';
import { dnsGetZone, dnsListRecords } from './dns.ts';

test.each([
  ['Z1D633PJN98FT9', true],
  ['example-com', true],
  ['023e105f4ecef8ad9ca31a8372d0c353', true],
  ['/hostedzone/Z1D633PJN98FT9', false],
  ['..', false],
  ['a%2Fb', false],
  ['', false],
])('zone %j: accepted is %s', (zone, isAccepted) => {
  expect(dnsGetZone.arguments.safeParse({ zone }).success).toBe(isAccepted);
});

test.each([
  ['_dmarc.example.com.', true],
  ['*.example.com', true],
  ['\\052.example.com', true],
  ['0/25.2.0.192.in-addr.arpa', true],
  ['münchen.example', true],
  ['two words.example', false],
  ['line\nbreak.example', false],
  ['x'.repeat(255), false],
  ['', false],
])('records of the name %j: accepted is %s', (name, isAccepted) => {
  expect(dnsListRecords.arguments.safeParse({ zone: 'example-com', name }).success).toBe(isAccepted);
});

test.each([
  ['A', true],
  ['HTTPS', true],
  ['a', false],
  ['ANY A', false],
])('records of the type %j: accepted is %s', (type, isAccepted) => {
  expect(dnsListRecords.arguments.safeParse({ zone: 'example-com', type }).success).toBe(isAccepted);
});
