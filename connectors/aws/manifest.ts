/** AWS, read through its own interfaces with one read-only policy, each statement of which can be left out. */
import type { Manifest } from '../../src/connector/manifest.ts';
import { athenaVariables } from './audit/variables.ts';
import { credentialVariables, reach } from './access/variables.ts';
import { forbidden } from './forbidden.ts';
import { checkDeclarations, declarations, grants } from './statements.ts';

export const manifest = {
  id: 'aws',
  title: 'AWS',
  summary: 'Reads compute, network, databases, cost, observability, audit and BI of AWS accounts.',
  vendorDocs: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies.html',
  config: { ...credentialVariables, ...athenaVariables },
  credentials: [
    {
      id: 'workload_role',
      title: 'Role of the workload (`chain`)',
      verdict: 'recommended',
      note: 'Web identity, container role or instance role: short-lived, renewed by AWS, no secret to store.',
    },
    {
      id: 'access_key',
      title: 'Access key of a user (`static`)',
      prefix: 'AKIA',
      verdict: 'accepted',
      note: 'Does not expire: rotate it, and attach this policy and no other to its user.',
    },
    {
      id: 'temporary_key',
      title: 'Temporary access key (`static`, with its session token)',
      prefix: 'ASIA',
      verdict: 'accepted',
      note: 'Expires within hours, and the Agent cannot renew it.',
    },
    {
      id: 'developer_login',
      title: 'Single sign-on, shared profile or credential process',
      verdict: 'rejected',
      note: "A developer's own login, with a developer's permissions; the Agent never searches for it.",
    },
  ],
  grants,
  forbidden,
  operations: declarations,
  checks: checkDeclarations,
  limits: { upstreamCalls: 20, totalMs: 120_000, responseBytes: 8 << 20 },
  reach,
  severalRegions: true,
  signIn: ['sts:AssumeRoleWithWebIdentity', 'sts:AssumeRole'],
} as const satisfies Manifest;
