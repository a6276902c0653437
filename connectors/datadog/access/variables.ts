/** What a customer sets. */
import type { Manifest } from '../../../src/connector/manifest.ts';
import { productScopes } from '../slices.ts';
import { defaultSite, sitePattern, sites } from './sites.ts';

const scope = `(?:${productScopes.join('|')})`;

export const variables = {
  DATADOG_SITE: {
    kind: 'text',
    need: 'optional',
    pattern: sitePattern,
    patternWords: `one of ${sites.join(', ')}`,
    description: `Regional site of the organization, as in the address of its web pages without \`app.\`. When it is not set: ${defaultSite}.`,
    example: 'datadoghq.eu',
  },
  DATADOG_API_KEY: {
    kind: 'secret',
    need: 'required',
    description:
      'API key of the organization. It has no scopes; on its own it gives access to the validation path only.',
    example: '32 hexadecimal digits',
  },
  DATADOG_APP_KEY: {
    kind: 'secret',
    need: 'required',
    description: 'Application key, preferably of a service account, with exactly the scopes of the table below.',
    example: '40 hexadecimal digits',
  },
  DATADOG_UNUSED_SCOPES: {
    kind: 'text',
    need: 'optional',
    pattern: new RegExp(`^${scope}(?:,${scope})*$`, 'u'),
    patternWords: `scopes separated by commas, out of ${productScopes.join(', ')}`,
    description: 'Scopes of products that the organization does not use: their checks are skipped instead of failing.',
    example: 'rum_apps_read,incident_read',
  },
  DATADOG_READ_API_KEYS: {
    kind: 'text',
    need: 'optional',
    pattern: /^(?:on|off)$/u,
    patternWords: '`on` or `off`',
    description:
      '`on` enables security.listApiKeys, and the check api_keys_read then requires its scope. When it is not set: off, and neither sends anything.',
    example: 'off',
  },
  DATADOG_TRY_OTHER_SITES: {
    kind: 'text',
    need: 'optional',
    pattern: /^(?:on|off)$/u,
    patternWords: '`on` or `off`',
    description:
      "With `on`, a health check whose API key is refused tries that key once at each other site of the vendor, to find the right one. This sends the API key (never the application key) to the vendor's other sites. When it is not set: off.",
    example: 'off',
  },
  DATADOG_URL: {
    kind: 'url',
    need: 'optional',
    description:
      'Address in place of https://api.<site>: a proxy or a private endpoint. When it is set, no other host is called.',
    example: 'https://datadog.internal.example',
  },
} as const satisfies Manifest['config'];
