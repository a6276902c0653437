/** GitHub, hosted or Enterprise Server: repositories, code, automation and alerts are read; opening an issue is the only write. */
import type { Manifest } from '../../src/connector/manifest.ts';
import { installationsCall, tokenCall } from './app/calls.ts';
import { forbidden } from './forbidden.ts';
import { grants } from './permissions.ts';
import { checkDeclarations, declarations } from './slices.ts';
import { credentialKinds } from './token-kind.ts';
import { variables } from './variables.ts';

export const manifest = {
  id: 'github',
  title: 'GitHub',
  summary:
    'Reads repositories, code, pull requests, workflow runs, checks, branch protection and Dependabot alerts; opens issues where that is enabled.',
  vendorDocs:
    'https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/managing-your-personal-access-tokens',
  config: variables,
  credentials: credentialKinds,
  grants,
  forbidden,
  operations: declarations,
  checks: checkDeclarations,
  // Patches of 300 files, or the texts of 50 issues, come in one answer.
  limits: { upstreamCalls: 20, totalMs: 30_000, responseBytes: 16 << 20 },
  signIn: [installationsCall, tokenCall],
} as const satisfies Manifest;
