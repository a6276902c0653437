/**
 * The peer of the idle Agent: the least that a Node program does which keeps one WebSocket over TLS
 * open and has a timer. Run as a program; the address is its first argument, the CA file its second.
 */
import { readFileSync } from 'node:fs';
import WebSocket from 'ws';

const [address = '', caFile = ''] = process.argv.slice(2);
const socket = new WebSocket(address, { ca: readFileSync(caFile), perMessageDeflate: false });
socket.on('open', () => {
  process.stdout.write(`${JSON.stringify({ event: 'open' })}\n`);
  setInterval(() => socket.ping(), 15_000);
});
socket.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
process.on('SIGTERM', () => process.exit(0));
