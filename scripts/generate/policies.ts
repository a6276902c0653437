/** The permission documents, each from the manifest that needs it, and a page about them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { policyLines } from '../../connectors/argocd/policy.ts';
import { declarations, grants } from '../../connectors/aws/statements.ts';
import { clusterRoleName, clusterRules, groupName } from '../../connectors/kubernetes/cluster/cluster-role.ts';
import { roles } from '../../connectors/gcp/grants.ts';
import { appPermissions, classicScopes, tokenPermissions } from '../../connectors/github/permissions.ts';
import { botScopes } from '../../connectors/slack/scopes.ts';
import type { Grant } from '../../src/connector/manifest.ts';
import { readVersion } from '../../src/core/version.ts';
import {
  buildAwsPolicy,
  buildStrictAwsPolicy,
  operationsNeeding,
  renderAwsPolicy,
} from '../../src/policy/aws-policy.ts';
import { buildAssumePolicy, buildTrustPolicy, rolePlaceholder, trustPlaceholders } from '../../src/policy/aws-roles.ts';
import {
  renderAthenaStoragePolicy,
  renderClusterRole,
  renderCustomRole,
  renderJson,
  renderSecretStorePolicy,
  renderServiceAccount,
  secretStorePlaceholders,
} from '../../src/policy/other-documents.ts';
import {
  renderGcpSecretBinding,
  renderKubernetesSecretRole,
  renderVaultSecretPolicy,
} from '../../src/policy/secret-store-documents.ts';
import { expandAll } from '../../src/policy/policy-diff.ts';
import type { PolicyIndex } from '../../src/policy/policy-index.ts';
import { renderPolicySource } from '../../src/policy/policy-source.ts';
import { parseSnapshot } from '../../src/policy/read-policy.ts';
import { code, codes, type Page, renderTable, toPage } from './page.ts';
import { keepPreviousVersion, listReleases } from './policies-history.ts';

interface Document {
  /** Below `policies/`. */
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

const aws = { grants, operations: declarations };
const root = path.resolve(import.meta.dirname, '../..');
const version = readVersion();
const snapshot = parseSnapshot(readFileSync(path.join(root, 'policies/aws/actions.json'), 'utf8'));

const gcpRoles = roles.map(({ name, on, enables, uses }) => ({
  role: name,
  on,
  enables,
  permissions: Object.keys(uses),
}));

const documents: readonly Document[] = [
  {
    path: 'aws/edge-read-only.json',
    title: 'AWS: the read-only policy FarolEdgeReadOnly',
    text: renderAwsPolicy(buildAwsPolicy(aws)),
  },
  {
    path: 'aws/edge-read-only-strict.json',
    title: 'AWS: the same without wildcards',
    text: renderAwsPolicy(buildStrictAwsPolicy(aws)),
  },
  {
    path: 'aws/grants.json',
    title: 'AWS: what each action is for, and which operation needs it',
    text: renderPolicySource(aws),
  },
  {
    path: 'aws/assume-role.json',
    title: 'AWS: the base credential assumes a role in each account, and nothing else',
    text: renderJson(buildAssumePolicy([rolePlaceholder])),
  },
  {
    path: 'aws/trust.json',
    title: 'AWS: trust policy of the role in an account that is read',
    text: renderJson(buildTrustPolicy(trustPlaceholders)),
  },
  {
    path: 'aws/secret-store.json',
    title: 'AWS: reading the secrets below one prefix, with its own credential',
    text: renderSecretStorePolicy(secretStorePlaceholders),
  },
  {
    path: 'aws/athena-storage.json',
    title: 'AWS: what Athena needs beside the read-only policy',
    text: renderAthenaStoragePolicy(),
  },
  {
    path: 'kubernetes/farol-read.yaml',
    title: 'Kubernetes: cluster role and binding',
    text: renderClusterRole({ role: clusterRoleName, group: groupName, rules: clusterRules }),
  },
  {
    path: 'kubernetes/service-account.yaml',
    title: 'Kubernetes: service account with the cluster role and a token, for an Agent outside the cluster',
    text: renderServiceAccount({ role: clusterRoleName, rules: clusterRules }),
  },
  {
    path: 'kubernetes/secret-store.yaml',
    title: 'Kubernetes: reading named Secrets of one namespace',
    text: renderKubernetesSecretRole(),
  },
  { path: 'gcp/roles.json', title: 'Google Cloud: role table', text: renderJson(gcpRoles) },
  {
    path: 'gcp/custom-role.json',
    title: 'Google Cloud: custom role with only what is used',
    text: renderCustomRole(gcpRoles),
  },
  {
    path: 'gcp/secret-store.json',
    title: 'Google Cloud: reading the secrets whose names begin with one prefix',
    text: renderGcpSecretBinding(),
  },
  {
    path: 'github/permissions.json',
    title: 'GitHub: permissions of a GitHub App or a fine-grained token',
    text: renderJson({ fineGrained: tokenPermissions, app: appPermissions, classic: classicScopes }),
  },
  { path: 'slack/scopes.json', title: 'Slack: scopes of the bot token', text: renderJson(botScopes) },
  { path: 'argocd/policy.csv', title: 'Argo CD: lines of policy.csv', text: `${policyLines.join('\n')}\n` },
  {
    path: 'vault/secret-store.json',
    title: 'Vault: reading the secrets below one prefix',
    text: renderVaultSecretPolicy(),
  },
];

export function render(): Page[] {
  return [
    ...documents.map((one) => ({ path: `policies/${one.path}`, text: one.text })),
    { path: 'policies/index.json', text: renderJson(toIndex()) },
    ...keepPreviousVersion(root, version),
    toPage('policies.md', 'connectors/*/', renderPolicyPage()),
  ];
}

function toIndex(): PolicyIndex {
  return { version, releases: listReleases(root, version), documents: documents.map(toEntry) };
}

function toEntry({ path: file, title, text }: Document) {
  return { path: file, title, sha256: createHash('sha256').update(text).digest('hex') };
}

function renderPolicyPage(): string[] {
  const policy = buildAwsPolicy(aws);
  const allowed = expandAll({ policy, snapshot });
  const rows = Object.entries<Grant>(grants).map(([action, { group, access = '', purpose, justification }]) => [
    code(action),
    group,
    access,
    justification === undefined ? purpose : `${purpose} ${justification}`,
    codes(operationsNeeding(aws, action)),
  ]);
  return [
    '# Permission documents',
    'Each is generated from the manifests of the connectors, committed, and served by the control plane below `/policies/`.',
    renderTable(
      ['document', 'what it is', 'sha256'],
      documents.map((one) => [
        `[${code(one.path)}](../../policies/${one.path})`,
        one.title,
        code(toEntry(one).sha256.slice(0, 16)),
      ]),
    ),
    '## AWS: every action, and which operation needs it',
    `A statement can be left out: its operations then say which grant is missing, and nothing else changes. Wildcards expanded, the policy allows ${allowed.length} actions today (${snapshot.source}).`,
    renderTable(['action', 'statement', 'access', 'purpose', 'needed by'], rows),
    '## AWS: the text',
    `\`\`\`json\n${renderAwsPolicy(policy).trimEnd()}\n\`\`\``,
  ];
}
