/** What a customer sets. */
import type { Manifest } from '../../src/connector/manifest.ts';

/** Id of a project, with the domain of a legacy one before it. */
const project = String.raw`(?:[a-z0-9.-]{1,63}:)?[a-z][a-z0-9-]{4,28}[a-z0-9]`;

export const variables = {
  RUNNER_GCP_CRED_MODE: {
    kind: 'text',
    need: 'required',
    pattern: /^(?:static|chain)$/u,
    patternWords: '`static` or `chain`',
    description:
      'How the Agent signs in: `static` with the key of a service account, `chain` as the service account bound to the workload, without a key.',
    example: 'chain',
  },
  GCP_PROJECT: {
    kind: 'text',
    need: 'required',
    pattern: new RegExp(`^${project}$`, 'u'),
    patternWords: 'the id of a project, not its name or number',
    description: 'Project that is read; queries of the billing export run and are billed in it too.',
    example: 'acme-production',
  },
  GCP_SERVICE_ACCOUNT_KEY: {
    kind: 'secret',
    need: { with: 'RUNNER_GCP_CRED_MODE', being: 'static' },
    description: 'The whole JSON file of a service account key.',
    example: '{"type": "service_account", …}',
  },
  GCP_BILLING_EXPORT_TABLE: {
    kind: 'text',
    need: 'optional',
    pattern: new RegExp(String.raw`^${project}\.\w{1,1024}\.[\w-]{1,1024}$`, 'u'),
    patternWords: '<project>.<dataset>.<table>',
    description: 'Table that the billing export is written to; cost.getCostAndUsage fails without it.',
    example: 'acme-billing.billing_export.gcp_billing_export_v1_01ABCD_234567_89EF01',
  },
  GCP_BILLING_ACCOUNT: {
    kind: 'text',
    need: 'optional',
    pattern: /^[0-9A-F]{6}-[0-9A-F]{6}-[0-9A-F]{6}$/u,
    patternWords: 'the id of a billing account, such as 01ABCD-234567-89EF01',
    description: 'Billing account that must be visible; without it, seeing any is enough.',
    example: '01ABCD-234567-89EF01',
  },
  GCP_URL: {
    kind: 'url',
    need: 'optional',
    description:
      'Address of a proxy in front of all Google APIs. The host that is meant is the first part of the path it is asked.',
    example: 'https://google-apis.internal.example',
  },
} as const satisfies Manifest['config'];
