/** The fake cluster behind TLS of an authority of its own, which may require client certificates of that authority. */
import { createServer } from 'node:tls';
import { type AddressInfo, connect } from 'node:net';
import { FakeUpstream, type Upstream } from '../../../test/contract/fake-upstream.ts';
import { type Authority, makeAuthority, type ServerCertificate } from '../../eks/upstream/authority.ts';

export const authority: Authority = await makeAuthority();

export async function startTlsCluster({
  certificate,
  requiresClient = false,
}: {
  readonly certificate?: ServerCertificate;
  readonly requiresClient?: boolean;
} = {}): Promise<Upstream> {
  const plain = await FakeUpstream.start(() => ({ status: 500, body: '' }));
  const behind = Number(new URL(plain.url).port);
  const options = {
    ...(certificate ?? (await authority.issue(['127.0.0.1']))),
    ca: authority.pem,
    requestCert: requiresClient,
    rejectUnauthorized: requiresClient,
  };
  const server = createServer(options, (socket) => {
    const onward = connect(behind, '127.0.0.1');
    socket.pipe(onward).pipe(socket);
    // A connection that ends in the middle is what some of the tests are about.
    for (const [one, other] of [[socket, onward] as const, [onward, socket] as const]) {
      one.on('error', () => one.destroy());
      one.once('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get calls() {
      return plain.calls;
    },
    get openSockets() {
      return plain.openSockets;
    },
    answerWith: (reply) => plain.answerWith(reply),
    async close() {
      server.close();
      await plain.close();
    },
  };
}
