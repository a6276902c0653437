/**
 * What the services of the corpus ask: a peer that answers HTTP and lines of text in about a millisecond, and a name
 * server that gives every name the address of loopback, at the two ports that it is started with. A process of its own; it
 * sends its parent how much was asked whenever that sends a message.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { PeerReport } from './outside.ts';

const answerMs = 1;
const body = 'price=1290 currency=BRL stock=17\n';
const httpAnswer = `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

const report: PeerReport = { connections: 0, questions: 0, name_questions: 0 };

function serve(socket: Socket): void {
  report.connections++;
  let partial = '';
  socket.setNoDelay(true).setEncoding('latin1');
  // A service that is ended breaks its connections; nothing is owed to it then.
  socket.on('error', () => socket.destroy());
  socket.on('data', (text: string) => {
    partial += text;
    for (let taken = takeQuestion(partial); taken !== undefined; taken = takeQuestion(partial)) {
      partial = partial.slice(taken.length);
      report.questions++;
      const answer = taken.isHttp ? httpAnswer : body;
      setTimeout(() => socket.writable && socket.write(answer), answerMs);
    }
  });
}

/** The length of the first whole question: an HTTP request, with its body where it has one, or a line. */
function takeQuestion(text: string): { length: number; isHttp: boolean } | undefined {
  const isHttp = /^(?:GET|POST|PUT|HEAD) /u.test(text);
  if (!isHttp) {
    const end = text.indexOf('\n');
    return end === -1 ? undefined : { length: end + 1, isHttp };
  }
  const head = text.indexOf('\r\n\r\n');
  if (head === -1) return undefined;
  const length = head + 4 + Number(/^content-length: *(\d+)/imu.exec(text.slice(0, head))?.[1] ?? 0);
  return text.length < length ? undefined : { length, isHttp };
}

const [peerPort, namePort] = process.argv.slice(2).map(Number);
const peer = createServer(serve).listen(peerPort, '127.0.0.1');
const names = createSocket('udp4').bind(namePort, '127.0.0.1');

/** RFC 1035: the question again, and for an IPv4 address one record of it. */
names.on('message', (question, from) => {
  report.name_questions++;
  const end = question.indexOf(0, 12) + 5;
  const isAddress = question.readUInt16BE(end - 4) === 1;
  const answer = Buffer.concat([question.subarray(0, end), isAddress ? record : Buffer.alloc(0)]);
  answer.writeUInt16BE(0x81_80, 2);
  answer.writeUInt16BE(isAddress ? 1 : 0, 6);
  answer.writeUInt32BE(0, 8);
  names.send(answer, from.port, from.address);
});
/** The name of the question, type A, class IN, one minute, 127.0.0.1. */
const record = Buffer.from('c00c00010001' + '0000003c' + '0004' + '7f000001', 'hex');

await Promise.all([once(peer, 'listening'), once(names, 'listening')]);
process.on('message', () => process.send?.(report));
process.on('disconnect', () => process.exit());
process.send?.('ready');
