/**
 * Refusals of a Mimir, Loki, Tempo or Alertmanager of one's own that serves several tenants: the header that names one is
 * missing or wrong, and no credential is (`no org id`: https://github.com/grafana/dskit/blob/main/user/id.go).
 */
import { type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { backendAt } from '../backends.ts';

const tenantOf = (path: string): string => backendAt(path).tenant ?? 'GRAFANA_METRICS_TENANT';
const keepToken = 'No credential is the cause: do not change one.';
const noTenant = /no (?:org|tenant) ?id|X-Scope-OrgID/iu;

export const tenantSymptoms: readonly Symptom[] = [
  symptom({
    id: 'tenant_not_set',
    seen: '400, 401 or 403 with `no org id` while no tenant is set',
    when: { status: [400, 401, 403], body: noTenant, variables: { GRAFANA_METRICS_TENANT: 'unset' } },
    kind: 'not_configured',
    data: ({ path }) => ({ variable: tenantOf(path) }),
    remedy: ({ path }) =>
      `${backendAt(path).product} serves several tenants: set ${tenantOf(path)} to the one to be read, which is sent as X-Scope-OrgID. ${keepToken}`,
    remedyWords: `The backend serves several tenants: set the variable of its tenant, which is sent as X-Scope-OrgID. ${keepToken}`,
    example: { status: 401, body: 'no org id\n', variables: { GRAFANA_METRICS_TENANT: undefined } },
  }),
  symptom({
    id: 'tenant_removed',
    seen: '400, 401 or 403 with `no org id` while a tenant is set',
    when: { status: [400, 401, 403], body: noTenant, variables: { GRAFANA_METRICS_TENANT: 'set' } },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: backendAt(path).url, tried: `the tenant of ${tenantOf(path)}` }),
    remedy: ({ path }) =>
      `The header X-Scope-OrgID did not arrive: let what is in front of ${backendAt(path).url} pass it, or set that to the address behind it. ${keepToken}`,
    remedyWords: `The header X-Scope-OrgID did not arrive: let what is in front of the backend pass it. ${keepToken}`,
    example: { status: 401, body: 'no org id\n', variables: { GRAFANA_METRICS_TENANT: 'team-a' } },
  }),
  symptom({
    id: 'tenant_refused',
    seen: '400, 401, 403 or 422 about several tenants, or the form of one',
    when: {
      status: [400, 401, 403, 422],
      body: /multiple (?:org|tenant) ?ids|tenant federation|tenant ids? (?:contains|is too long|is '\.)|too many tenants/iu,
    },
    kind: 'not_configured',
    data: ({ path }) => ({ variable: tenantOf(path) }),
    remedy: ({ path }) =>
      `Correct ${tenantOf(path)}: the backend does not read several tenants at once, or the id has a form that it does not accept. ${keepToken}`,
    remedyWords: `Correct the variable of the tenant: the backend does not read several tenants at once, or the id has a form that it does not accept. ${keepToken}`,
    example: { status: 422, body: 'multiple org IDs present', variables: { GRAFANA_METRICS_TENANT: 'team-a|team-b' } },
  }),
];
