import type { Variable } from '../../src/connector/manifest.ts';

export const variables = {
  GITHUB_TOKEN: {
    kind: 'secret',
    need: { without: ['GITHUB_APP_ID', 'GITHUB_APP_PRIVATE_KEY'] },
    description: 'Fine-grained personal access token with the permissions of the table and no others.',
    example: 'github_pat_…',
  },
  GITHUB_APP_ID: {
    kind: 'text',
    need: { with: 'GITHUB_APP_PRIVATE_KEY' },
    pattern: /^(?:\d{1,20}|Iv[\w.]{6,60})$/u,
    patternWords: 'the App ID, a number, or the Client ID, which begins with Iv',
    description: 'App ID or Client ID of a GitHub App, which is used instead of a token.',
    example: '123456',
  },
  GITHUB_APP_PRIVATE_KEY: {
    kind: 'secret',
    need: { with: 'GITHUB_APP_ID' },
    description: 'A private key of that app: the whole .pem file as it was downloaded.',
    example: '-----BEGIN RSA PRIVATE KEY-----…',
  },
  GITHUB_APP_INSTALLATION_ID: {
    kind: 'text',
    need: 'optional',
    pattern: /^\d{1,20}$/u,
    patternWords: 'the number at the end of the address of the installation',
    description: 'Installation of that app to read; without it, the only one that the app has.',
    example: '7654321',
  },
  GITHUB_URL: {
    kind: 'url',
    need: 'optional',
    default: 'https://api.github.com',
    description:
      'Address of the REST interface; of an Enterprise Server it ends in /api/v3. Behind a proxy, the one that its paging links carry.',
    example: 'https://github.example.com/api/v3',
  },
} as const satisfies Readonly<Record<string, Variable>>;
