/** Google Cloud: one project, read with the roles of the table; cost from the billing export. */
import { reach, tokenCall } from './reach.ts';
import { declarations } from './slices.ts';
import { checkDeclarations } from './checks.ts';
import type { GcpManifest } from './context.ts';
import { credentialKinds } from './credential-kinds.ts';
import { forbidden } from './forbidden.ts';
import { grants } from './grants.ts';
import { variables } from './variables.ts';

export const manifest: GcpManifest = {
  id: 'gcp',
  title: 'Google Cloud',
  summary: 'Reads one project of Google Cloud: what runs in it, how it does, what it costs and who may do what.',
  vendorDocs: 'https://cloud.google.com/iam/docs/roles-overview',
  config: variables,
  credentials: credentialKinds,
  grants,
  forbidden,
  operations: declarations,
  checks: checkDeclarations,
  // Serverless services and keys are read place by place: the vendor has no list of all of them.
  limits: { upstreamCalls: 64, totalMs: 30_000, responseBytes: 24 << 20 },
  reach,
  signIn: [tokenCall],
};
