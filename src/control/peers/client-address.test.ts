import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { addressGroup, clientAddressOf, TrustedProxies } from './client-address.ts';

const proxies = parse('10.0.0.5, 10.1.0.0/16, fd00::/8');

function parse(text: string): TrustedProxies {
  const parsed = TrustedProxies.parse(text);
  if ('wrong' in parsed) throw new Error(parsed.wrong);
  return parsed;
}

function clientOf(remote: string, forwarded?: string, trusted = proxies): string {
  const socket = { remoteAddress: remote };
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return clientAddressOf({ socket, headers } as Parameters<typeof clientAddressOf>[0], trusted);
}

test.each<readonly [string, string, string | undefined, TrustedProxies, string]>([
  ['no proxy is configured', '10.0.0.5', '203.0.113.7', TrustedProxies.none, '10.0.0.5'],
  ['a stranger sends the header', '198.51.100.9', '203.0.113.7', proxies, '198.51.100.9'],
  ['a proxy sends it', '10.0.0.5', '203.0.113.7', proxies, '203.0.113.7'],
  ['a dual-stack socket names the proxy as IPv6', '::ffff:10.0.0.5', '203.0.113.7', proxies, '203.0.113.7'],
  ['a proxy of an IPv6 network sends it', 'fd12::1', '2001:db8::7', proxies, '2001:db8::7'],
  ['two proxies are in a row', '10.0.0.5', '203.0.113.7, 10.1.2.3', proxies, '203.0.113.7'],
  ['the client wrote a hop of its own', '10.0.0.5', '192.0.2.66, 203.0.113.7', proxies, '203.0.113.7'],
  ['the client claims to be a proxy', '10.0.0.5', '192.0.2.66, 10.1.9.9, 203.0.113.7', proxies, '203.0.113.7'],
  ['the proxy writes a port', '10.0.0.5', '203.0.113.7:4711', proxies, '203.0.113.7'],
  ['the proxy writes brackets', '10.0.0.5', '[2001:db8::7]:4711', proxies, '2001:db8::7'],
  ['the proxy writes IPv4 as IPv6 in another spelling', '10.0.0.5', '0:0:0:0:0:FFFF:cb00:7107', proxies, '203.0.113.7'],
  ['a dual-stack socket names the proxy in hexadecimal', '::ffff:a00:5', '203.0.113.7', proxies, '203.0.113.7'],
  ['the client writes a zone that is text', '10.0.0.5', 'fe80::1%a.b-c', proxies, 'fe80::1'],
  ['the first entry is forged behind a port', '10.0.0.5', '10.0.0.5:1, 203.0.113.7:4711', proxies, '203.0.113.7'],
  ['an entry is no address', '10.0.0.5', '203.0.113.7, <script>', proxies, '10.0.0.5'],
  ['the list ends in nothing', '10.0.0.5', '203.0.113.7,', proxies, '10.0.0.5'],
  ['an entry is in another notation of numbers', '10.0.0.5', '0313.0.0161.07', proxies, '10.0.0.5'],
  ['the proxy hides the address', '10.0.0.5', 'unknown', proxies, '10.0.0.5'],
  ['the proxy sends nothing', '10.0.0.5', undefined, proxies, '10.0.0.5'],
  ['everything is a proxy', '10.0.0.5', '10.1.0.1, 10.1.0.2', proxies, '10.1.0.1'],
])(
  'when %s, the client is the last address that a trusted hop vouches for',
  (...[, remote, header, trusted, client]) => {
    expect(clientOf(remote, header, trusted)).toBe(client);
  },
);

test.each([
  ['', 'is not an address'],
  ['proxy.example.com', 'is not an address'],
  ['10.0.0.5,', 'is not an address'],
  ['10.0.0', 'is not an address'],
  ['10.0.0.0/0', 'prefix from 1 to 32'],
  ['10.0.0.0/33', 'prefix from 1 to 32'],
  ['10.0.0.0/', 'prefix from 1 to 32'],
  ['fd00::/129', 'prefix from 1 to 128'],
  ['10.0.0.1/8', 'behind its prefix'],
  ['10.0.0.0/8/8', 'is not an address'],
  ['fe80::1%eth0', 'is not an address'],
])('refuses %j as trusted proxies', (text, why) => {
  expect(TrustedProxies.parse(text)).toMatchObject({ wrong: expect.stringContaining(why) as string });
});

test('an IPv6 client is one caller with all addresses of its network, and an IPv4 client with one', () => {
  expect(addressGroup('2001:db8:1:2::1')).toBe(addressGroup('2001:db8:1:2:ffff::9'));
  expect(addressGroup('2001:db8:1:2::1')).not.toBe(addressGroup('2001:db8:1:3::1'));
  expect(addressGroup('192.0.2.1')).not.toBe(addressGroup('192.0.2.2'));
  expect(addressGroup('64:ff9b::192.0.2.1')).toBe(addressGroup('64:ff9b::c000:201'));
  for (const written of ['::ffff:192.0.2.1', '::FFFF:c000:201', '0:0:0:0:0:ffff:c000:0201']) {
    expect(addressGroup(written)).toBe('192.0.2.1');
  }
});

test('the list over several headers, as a server of Node joins them, is one list', async () => {
  const server = createServer((request, response) => response.end(clientAddressOf(request, parse('127.0.0.0/8'))));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const ask = async (...lists: string[]): Promise<string> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n');
    socket.end(`${lists.map((list) => `X-Forwarded-For: ${list}\r\n`).join('')}\r\n`);
    return (
      (await text(socket))
        .split('\r\n\r\n')[1]
        ?.split('\r\n')
        .find((line) => line.includes('.')) ?? ''
    );
  };
  expect(await ask('192.0.2.66', '203.0.113.7')).toContain('203.0.113.7');
  expect(await ask('192.0.2.66, 203.0.113.7', '127.0.0.9')).toContain('203.0.113.7');
  expect(await ask(...Array.from({ length: 200 }, () => '127.0.0.9'))).toContain('127.0.0.9');
  server.close();
});
