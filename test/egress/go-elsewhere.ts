/** Reaches two hosts of nobody. What must be seen, so that seeing nothing means something. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';

/** Returns how the recorder writes the two. */
export async function goElsewhere(): Promise<string[]> {
  const socket = connect({ host: '203.0.113.9', port: 443 });
  await Promise.race([once(socket, 'connect'), once(socket, 'error').catch(() => undefined)]).catch(() => undefined);
  socket.destroy();
  const question = createSocket('udp4');
  await new Promise<void>((resolve) => question.send('x', 53, '203.0.113.53', () => resolve()));
  question.close();
  return ['tcp 203.0.113.9 443', 'udp 203.0.113.53 53'];
}
