/** Answers that mean that the address is not that of the backend. */
import { type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { backendAt, cardOf } from '../backends.ts';

const card = 'Copy the address from the details of the backend in the stack.';

export const addressSymptoms: readonly Symptom[] = [
  symptom({
    id: 'push_address',
    seen: '404 or 405 at an address that ends in /push',
    when: { status: [404, 405], variables: { GRAFANA_METRICS_URL: /\/push\/?$/u } },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: backendAt(path).url, tried: 'the address for sending' }),
    remedy: ({ path }) => `${backendAt(path).url} is the address for sending. Remove /push from its end.`,
    remedyWords: 'This is the address for sending. Remove /push from its end.',
    example: { status: 405, body: '', variables: { GRAFANA_METRICS_URL: '{upstream}/api/prom/push' } },
  }),
  symptom({
    id: 'path_twice',
    seen: '404 at an address that has /api/v1 in it',
    when: { status: 404, variables: { GRAFANA_METRICS_URL: /\/api\/v[12](?:\/|$)/u } },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: backendAt(path).url, tried: `${path} below an address that has it already` }),
    remedy: (seen) => {
      const written = /\/(?:loki\/)?api\/v[12]/u.exec(seen.variable('GRAFANA_METRICS_URL') ?? '')?.[0] ?? '/api/v1';
      return `Remove ${written} and what follows it from ${backendAt(seen.path).url}; the connector adds it.`;
    },
    remedyWords: 'Remove /api/v1 and what follows it from the address; the connector adds it.',
    example: { status: 404, body: '404 page not found', variables: { GRAFANA_METRICS_URL: '{upstream}/api/v1' } },
  }),
  symptom({
    id: 'api_not_found',
    seen: '404 with the code `NotFound`',
    when: { status: 404, body: /"NotFound"/u },
    kind: 'not_found_or_hidden',
    data: { what: 'stack' },
    remedy:
      'Compare the slug with those that dashboards.listStacks returns. The Cloud API gives the same answer for a stack outside the realms of the access policy.',
    example: { status: 404, body: '{"code":"NotFound","message":"Element not found"}' },
  }),
  symptom({
    id: 'not_found',
    seen: '404 or 405',
    when: { status: [404, 405] },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: backendAt(path).url, tried: path }),
    remedy: ({ path }) => notThere(path),
    remedyWords: `The API of the backend is not at its address. ${card} A self-managed Mimir serves it below /prometheus.`,
    probe: 'address',
    example: { status: 404, body: '404 page not found' },
  }),
  symptom({
    id: 'web_page',
    seen: '200 with a web page',
    when: { status: 200, page: true },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: backendAt(path).url, tried: path }),
    remedy: ({ path }) =>
      `${backendAt(path).url} returned a web page: it is the address of a Grafana instance or a sign-in proxy. ${cardOf(backendAt(path))}`,
    remedyWords: `The address returned a web page: it is that of a Grafana instance or a sign-in proxy. ${card}`,
    probe: 'address',
    example: {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: '<!doctype html><title>Grafana</title>',
    },
  }),
];

function notThere(path: string): string {
  const backend = backendAt(path);
  const there = `The API of ${backend.product} is not at ${backend.url}. ${cardOf(backend)}`;
  return backend.url === 'GRAFANA_METRICS_URL' ? `${there} A self-managed Mimir serves it below /prometheus.` : there;
}
