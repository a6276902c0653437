/** An identity provider that knows nobody: it describes itself, and refuses every code. On loopback. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface IdleProvider {
  readonly issuer: string;
  close(): Promise<void>;
}

export async function startIdleProvider(): Promise<IdleProvider> {
  const server = createServer((request, response) => {
    const issuer = issuerOf(server.address() as AddressInfo);
    const answers: Readonly<Record<string, unknown>> = {
      '/.well-known/openid-configuration': {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      },
      '/keys': { keys: [] },
    };
    const answer = answers[request.url ?? ''];
    request.resume();
    response.writeHead(answer === undefined ? 400 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { error: 'invalid_grant' }));
  });
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  server.once('error', reject);
  server.listen(0, '127.0.0.1', () => resolve(undefined));
  await promise;
  return {
    issuer: issuerOf(server.address() as AddressInfo),
    close: async () => {
      server.closeAllConnections();
      const closed = Promise.withResolvers<undefined>();
      server.close(() => closed.resolve(undefined));
      await closed.promise;
    },
  };
}

function issuerOf({ port }: AddressInfo): string {
  return `http://127.0.0.1:${port}`;
}
