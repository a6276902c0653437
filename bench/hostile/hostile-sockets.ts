/** Peers that connect and then keep a server waiting, each in its own way. None of them ever closes its side. */
import { connect, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls';

export interface Attacked {
  readonly port: number;
  readonly ca: string;
}

/** The port it is meant for. */
export type HostilePort = 'app' | 'tunnel';

interface Hostile {
  readonly port: HostilePort;
  readonly open: (to: Attacked) => Socket;
}

const upgrade = (headers: string): string =>
  `GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
  `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${headers}\r\n\r\n`;
const unreadable = 'GET / HTTP/1.1\r\nno header at all\r\n\r\n';
const headOf = (length: number): string =>
  `POST /enroll/begin HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

/** By what they do. */
export const hostileSockets = {
  'an upgrade with an Origin': { port: 'tunnel', open: (to) => say(to, upgrade('Origin: https://evil.example')) },
  'an upgrade to another protocol': { port: 'tunnel', open: (to) => say(to, upgrade('Sec-WebSocket-Protocol: chat')) },
  'an upgrade, and then silence': {
    port: 'tunnel',
    open: (to) => say(to, upgrade('Sec-WebSocket-Protocol: tunnel.v1')),
  },
  'an upgrade without a WebSocket key': {
    port: 'tunnel',
    open: (to) =>
      say(
        to,
        'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Protocol: tunnel.v1\r\n\r\n',
      ),
  },
  'a plain request to the tunnel': {
    port: 'tunnel',
    open: (to) => say(to, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'),
  },
  'no HTTP, to the tunnel': { port: 'tunnel', open: (to) => say(to, unreadable) },
  'silence after TLS, to the tunnel': { port: 'tunnel', open: (to) => say(to, '') },
  'silence, to the tunnel': { port: 'tunnel', open: quiet },
  'a TLS handshake of one byte a second, to the tunnel': { port: 'tunnel', open: slowHandshake },
  'no HTTP': { port: 'app', open: (to) => say(to, unreadable) },
  'headers too large': { port: 'app', open: (to) => say(to, `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`) },
  'silence after TLS': { port: 'app', open: (to) => say(to, '') },
  silence: { port: 'app', open: quiet },
  'a TLS handshake of one byte a second': { port: 'app', open: slowHandshake },
  'headers of one byte a second': { port: 'app', open: (to) => drip(say(to, 'GET / HTTP/1.1\r\nX: ')) },
  'a body of one byte a second': { port: 'app', open: (to) => drip(say(to, headOf(1000))) },
  'a body that is announced and never sent': { port: 'app', open: (to) => say(to, headOf(1000)) },
} as const satisfies Record<string, Hostile>;
export type HostileSocket = keyof typeof hostileSockets;

function quiet({ port }: Attacked): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  return socket.on('error', () => undefined).resume();
}

/** TLS, these words, and an end that stays open whatever the server says. */
function say(to: Attacked, words: string): TLSSocket {
  const options: ConnectionOptions & { readonly allowHalfOpen: boolean } = {
    port: to.port,
    host: '127.0.0.1',
    servername: 'localhost',
    ca: to.ca,
    allowHalfOpen: true,
    ALPNProtocols: ['http/1.1'],
  };
  const socket = connectTls(options);
  socket.on('error', () => undefined);
  socket.once('secureConnect', () => socket.write(words));
  return socket.resume();
}

function drip<S extends Socket>(socket: S): S {
  const timer = setInterval(() => socket.write('x'), 1000);
  socket.once('close', () => clearInterval(timer));
  return socket;
}

/** The head of a TLS record that promises a long ClientHello, which then comes byte by byte. */
function slowHandshake(to: Attacked): Socket {
  const socket = quiet(to);
  socket.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]));
  return drip(socket);
}
