/**
 * A program that holds connections whose request never comes whole, so many of each address, and opens again what is
 * cut. Arguments: port, file of the authority, connections of each address, addresses. Says `held` when each was open or refused once.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type ConnectionOptions } from 'node:tls';

const [port, caFile = '', ofEach, ...addresses] = process.argv.slice(2);
const to = { port: Number(port), host: '127.0.0.1', servername: 'localhost', ca: readFileSync(caFile) };
const stuck =
  'POST /api/session HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n{';
const againMs = 1000;
let missing = addresses.length * Number(ofEach);

function count(): void {
  missing -= 1;
  if (missing === 0) process.stdout.write('held\n');
}

function hold(localAddress: string, onSettled?: () => void): void {
  const socket = connect({ ...to, localAddress } as ConnectionOptions, () => socket.write(stuck));
  const settled = Promise.race([once(socket, 'secureConnect'), once(socket, 'close')]).catch(() => undefined);
  if (onSettled !== undefined) void settled.then(onSettled);
  socket.on('error', () => undefined).resume();
  socket.once('close', () => setTimeout(() => hold(localAddress), againMs));
}

for (const address of addresses) for (let at = 0; at < Number(ofEach); at += 1) hold(address, count);
