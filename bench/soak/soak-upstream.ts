/**
 * The systems that the Agent reads during a soak: a Prometheus and a SonarQube on one loopback port. One answer in
 * twenty is an error of the vendor, one in twenty takes a while, so that the paths of failure are walked too.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SoakUpstream {
  readonly url: string;
  close(): void;
}

const slowMs = 400;
const series = 40;

const bodies: Readonly<Record<string, () => object>> = {
  '/api/v1/query': () => ({
    status: 'success',
    data: {
      resultType: 'vector',
      result: Array.from({ length: series }, (_one, at) => ({
        metric: { __name__: 'up', job: 'soak', instance: `host-${at}` },
        value: [Date.now() / 1000, '1'],
      })),
    },
  }),
  '/api/v1/labels': () => ({ status: 'success', data: ['__name__', 'job', 'instance'] }),
  '/api/v1/metadata': () => ({ status: 'success', data: {} }),
  '/api/authentication/validate': () => ({ valid: true }),
  '/api/measures/component': () => ({
    component: {
      key: 'soak',
      name: 'Soak',
      qualifier: 'TRK',
      measures: [{ metric: 'coverage', value: '81.3', bestValue: false }],
    },
  }),
};

export async function startSoakUpstream(): Promise<SoakUpstream> {
  let calls = 0;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    calls += 1;
    const at = calls % 20;
    const body = bodies[pathname]?.();
    const found = at === 0 ? 503 : 200;
    const status = body === undefined ? 404 : found;
    const answer = (): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(status === 200 ? body : { status: 'error', error: `status ${status}` }));
    };
    request.resume();
    if (at === 10) setTimeout(answer, slowMs);
    else answer();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
