/** Answers about the project and its services, which look like refusals of a permission and are not. */
import { type Seen, type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { retryAfterSec } from '../../../src/core/retry-after.ts';
import { readVendorError } from '../vendor-error.ts';
import { errorBody, listedError } from './example-body.ts';

/** Host of the interface that a declared call goes to. */
function serviceOf({ response, path }: Seen): string {
  const named = readVendorError(response.body)?.metadata['service'];
  if (named !== undefined && /^[a-z][a-z0-9.-]{1,100}\.googleapis\.com$/u.test(named)) return named;
  return path.split('/')[1] ?? 'the service';
}

export const serviceSymptoms: readonly Symptom[] = [
  symptom({
    id: 'api_disabled',
    seen: '403 with `SERVICE_DISABLED`',
    when: { status: 403, body: /SERVICE_DISABLED|accessNotConfigured|has not been used in project/u },
    kind: 'feature_disabled',
    data: (seen) => ({ feature: serviceOf(seen) }),
    remedy: (seen) =>
      `Enable ${serviceOf(seen)} under APIs & Services, Library, in ${seen.variable('GCP_PROJECT') ?? 'the project'} (with a key: in the project of the service account too). No role is missing.`,
    remedyWords: 'Enable the named service under APIs & Services, Library. No role is missing.',
    example: {
      status: 403,
      body: errorBody(
        403,
        'Compute Engine API has not been used in project 123 before or it is disabled. Enable it by visiting the console then retry.',
        {
          status: 'PERMISSION_DENIED',
          reason: 'SERVICE_DISABLED',
          metadata: { service: 'compute.googleapis.com', consumer: 'projects/123' },
        },
      ),
    },
  }),
  symptom({
    id: 'billing_disabled',
    seen: '403 with `BILLING_DISABLED`',
    when: { status: 403, body: /BILLING_DISABLED|billingNotEnabled/u },
    kind: 'feature_disabled',
    data: { feature: 'billing of the project' },
    remedy: 'Link the project to an open billing account under Billing. No role is missing.',
    example: {
      status: 403,
      body: errorBody(403, 'This API method requires billing to be enabled.', {
        status: 'PERMISSION_DENIED',
        reason: 'BILLING_DISABLED',
      }),
    },
  }),
  symptom({
    id: 'quota_project',
    seen: '403 with `USER_PROJECT_DENIED`',
    when: { status: 403, body: /USER_PROJECT_DENIED/u },
    kind: 'permission_missing',
    data: { grant: 'serviceusage.services.use', layer: 'quota project' },
    remedy:
      'Something on the way adds x-goog-user-project, which Farol never sends: remove that header from the proxy at GCP_URL or before it. Do not grant the permission.',
    example: {
      status: 403,
      body: errorBody(403, 'Caller does not have required permission to use project acme.', {
        status: 'PERMISSION_DENIED',
        reason: 'USER_PROJECT_DENIED',
      }),
    },
  }),
  symptom({
    id: 'perimeter',
    seen: "403 with `SECURITY_POLICY_VIOLATED` or a perimeter's identifier",
    when: { status: 403, body: /SECURITY_POLICY_VIOLATED|vpcServiceControlsUniqueIdentifier|organization's policy/u },
    kind: 'permission_missing',
    data: { grant: 'ingress rule', layer: 'VPC Service Controls perimeter' },
    remedy:
      'Let the service account in from where this Agent runs with an ingress rule of the perimeter, or run the Agent inside it. No role is missing.',
    example: {
      status: 403,
      body: errorBody(403, "Request is prohibited by organization's policy.", {
        status: 'PERMISSION_DENIED',
        reason: 'SECURITY_POLICY_VIOLATED',
      }),
    },
  }),
  symptom({
    id: 'project_unknown',
    seen: '`CONSUMER_INVALID`, `RESOURCE_PROJECT_INVALID` or `Unknown project`',
    when: {
      status: [400, 403, 404],
      body: /CONSUMER_INVALID|RESOURCE_PROJECT_INVALID|Unknown project|Failed to find project|project to be billed associated with a closed/iu,
    },
    kind: 'not_found_or_hidden',
    data: { what: 'the project of GCP_PROJECT' },
    remedy: 'Compare GCP_PROJECT with the id (not the name) under IAM & Admin, Settings; the project may be shut down.',
    example: {
      status: 404,
      body: listedError(404, 'Failed to find project acme-productoin', 'notFound'),
    },
  }),
  symptom({
    id: 'rate_limited_by_reason',
    seen: '403 with `rateLimitExceeded`, or 429',
    when: { status: [403, 429], body: /rateLimitExceeded|RATE_LIMIT_EXCEEDED|userRateLimitExceeded/u },
    kind: 'rate_limited',
    data: ({ response, nowMs }) => ({ retryAfterSec: retryAfterSec(response.headers, nowMs) ?? 60 }),
    remedy: 'Wait as long as it says before asking again; some reads are allowed 60 times a minute in a project.',
    example: {
      status: 403,
      body: listedError(403, 'Quota exceeded: Your project exceeded quota for reads per minute.', 'rateLimitExceeded'),
    },
  }),
  symptom({
    id: 'quota_exhausted',
    seen: '403 with `quotaExceeded`',
    when: { status: 403, body: /"quotaExceeded"/u },
    kind: 'cap_exceeded',
    data: { limit: 'quota of the project', estimate: 'above it' },
    remedy:
      'Wait for the quota to renew, or raise it under IAM & Admin, Quotas; a custom quota may bound the bytes queried in a day.',
    example: {
      status: 403,
      body: listedError(
        403,
        'Quota exceeded: Your project exceeded quota for free query bytes scanned.',
        'quotaExceeded',
      ),
    },
  }),
];
