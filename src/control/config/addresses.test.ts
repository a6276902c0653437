import { expect, test } from 'vitest';
import { deriveAddresses, listNames } from './addresses.ts';

const loopback = { host: '127.0.0.1', publicUrl: undefined, tunnelUrl: undefined };
const ports = { app: 40_001, tunnel: 40_002 };

test('without settings the addresses follow the bound ports, and people open a name [P-SVC-4]', () => {
  expect(deriveAddresses(loopback, ports)).toEqual({
    app: 'https://localhost:40001',
    tunnel: 'wss://127.0.0.1:40002',
    enroll: 'https://127.0.0.1:40001/enroll',
  });
  expect(deriveAddresses({ ...loopback, host: '::1' }, ports)).toMatchObject({
    app: 'https://localhost:40001',
    tunnel: 'wss://[::1]:40002',
    enroll: 'https://[::1]:40001/enroll',
  });
  expect(deriveAddresses({ ...loopback, host: '192.0.2.1' }, ports).app).toBe('https://192.0.2.1:40001');
});

test('configured addresses are reported unchanged', () => {
  const config = {
    host: '0.0.0.0',
    publicUrl: new URL('https://farol.example'),
    tunnelUrl: new URL('wss://tunnel.farol.example:8443'),
  };
  expect(deriveAddresses(config, ports)).toEqual({
    app: 'https://farol.example',
    tunnel: 'wss://tunnel.farol.example:8443',
    enroll: 'https://farol.example/enroll',
  });
  expect(listNames(config)).toEqual(['farol.example', 'tunnel.farol.example', 'localhost', '127.0.0.1', '::1']);
});

test('the tunnel is at the public host unless said otherwise', () => {
  const config = { host: '0.0.0.0', publicUrl: new URL('https://farol.example:9000'), tunnelUrl: undefined };
  expect(deriveAddresses(config, ports).tunnel).toBe('wss://farol.example:40002');
  expect(listNames({ ...loopback, publicUrl: new URL('https://[2001:db8::1]') })[0]).toBe('2001:db8::1');
});
