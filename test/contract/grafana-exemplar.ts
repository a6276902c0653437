import type { Exemplar } from './exemplar.ts';
import type { FakeCall, Reply } from './fake-upstream.ts';

const success = (data: unknown): Reply => ({ status: 200, body: JSON.stringify({ status: 'success', data }) });
const labels = { __name__: 'up', job: 'api' };

/** Shapes of the Prometheus HTTP interface, version 1, as its documentation describes them. */
function reply({ method, path, query, form }: FakeCall): Reply | undefined {
  switch (`${method} ${path}`) {
    case 'GET /api/v1/query': {
      const result =
        query.get('query') === 'nothing' ? [] : [{ metric: labels, value: [0, String(Date.now() / 1000)] }];
      return success({ resultType: 'vector', result });
    }
    case 'POST /api/v1/query_range':
      if (Number(form.get('end')) <= Number(form.get('start')) || Number(form.get('step')) <= 0) return undefined;
      return success({
        resultType: 'matrix',
        result: [{ metric: labels, values: [[Number(form.get('start')), '1']] }],
      });
    case 'GET /api/v1/labels':
      return success(Object.keys(labels));
    case 'GET /api/v1/label/__name__/values':
      return success(query.getAll('match[]').includes('nothing') ? [] : ['up']);
    case 'GET /api/v1/metadata':
      return success({ up: [{ type: 'gauge', help: 'Whether the target answers.', unit: '' }] });
    case 'GET /api/v1/series':
      return success([labels]);
    default:
      return undefined;
  }
}

export const grafana: Exemplar = {
  variables: {
    GRAFANA_METRICS_URL: '{upstream}',
    GRAFANA_METRICS_USER: '1234567',
    GRAFANA_METRICS_TOKEN: 'glc_{canary}',
  },
  reply,
  questions: {
    'metrics.query': [
      { query: { dialect: 'promql', text: 'up' } },
      { query: { dialect: 'promql', text: 'up' }, window: { from: 'now-1h', to: 'now' } },
      { query: { dialect: 'promql', text: 'nothing' } },
    ],
    'metrics.list': [{}, { match: ['nothing'] }],
    'metrics.listLabels': [{ match: ['up'] }],
  },
  troubles: [() => ({ status: 404, body: '404 page not found' })],
};
