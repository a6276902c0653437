/** Where an OpenTelemetry profiler sends its profiles: gRPC on loopback, in the clear, every export accepted. */
import { once } from 'node:events';
import { createServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { type CountedStacks, countStacksOf } from './otlp-profiles.ts';

export interface OtlpSink {
  /** host:port */
  readonly address: string;
  /** Of the processes, in all exports so far. @throws Error when an export could not be read. */
  readonly count: () => CountedStacks;
  close(): Promise<void>;
}

/** A flag and a length stand before each message of gRPC. */
const prefixBytes = 5;
const emptyMessage = Buffer.alloc(prefixBytes);

export async function startOtlpSink(pids: ReadonlySet<number>): Promise<OtlpSink> {
  let counted: CountedStacks = { stacks: 0, whole: 0 };
  let problem: unknown;
  const sessions = new Set<{ destroy(): void }>();
  const server = createServer();
  server.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
  });
  server.on('stream', (stream) => {
    receive(stream).then(
      (body) => {
        const { stacks, whole } = countStacksOf(messageOf(body), pids);
        counted = { stacks: counted.stacks + stacks, whole: counted.whole + whole };
      },
      (error: unknown) => (problem = error),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => {
      if (problem !== undefined) throw new Error('an export of the profiler could not be read', { cause: problem });
      return counted;
    },
    close: async () => {
      server.close();
      for (const session of sessions) session.destroy();
      await once(server, 'close');
    },
  };
}

async function receive(stream: ServerHttp2Stream): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  stream.end(emptyMessage);
  return Buffer.concat(parts);
}

function messageOf(body: Buffer): Buffer {
  const message = body.subarray(prefixBytes);
  return body[0] === 0 ? message : gunzipSync(message);
}
