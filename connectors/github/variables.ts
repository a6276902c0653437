import type { Variable } from '../../src/connector/manifest.ts';

export const variables = {
  GITHUB_TOKEN: {
    kind: 'secret',
    need: 'required',
    description: 'Fine-grained personal access token with the permissions of the table and no others.',
    example: 'github_pat_…',
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
