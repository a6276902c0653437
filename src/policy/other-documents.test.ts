/** The committed documents beside the AWS policy, against what the specification lists, word by word. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { forbiddenPermissions } from '../../connectors/gcp/forbidden.ts';

const text = (file: string): string => readFileSync(new URL(`../../policies/${file}`, import.meta.url), 'utf8');
const read = (file: string): unknown => JSON.parse(text(file));

test('what Athena needs in the storage of the customer is a document of its own, and not in the policy [C-AWS-15]', () => {
  const { Statement } = read('aws/athena-storage.json') as { Statement: { Action: string[]; Resource: string[] }[] };
  expect(Statement.map(({ Action }) => Action)).toEqual([
    ['s3:GetObject', 's3:PutObject', 's3:ListBucket'],
    ['glue:GetTable', 'glue:GetDatabase', 'glue:GetPartitions'],
  ]);
  for (const resource of Statement.flatMap(({ Resource }) => Resource)) expect(resource).toMatch(/<[a-z-]+>/u);
  for (const policy of ['aws/edge-read-only.json', 'aws/edge-read-only-strict.json']) {
    expect(text(policy)).not.toMatch(/"(?:s3|glue|kms|secretsmanager):/u);
  }
});

test('the secret-store policy reads secrets below one prefix and does nothing else [C-AWS-2]', () => {
  expect(read('aws/secret-store.json')).toEqual({
    Version: '2012-10-17',
    Statement: [
      {
        Sid: 'FarolSecrets',
        Effect: 'Allow',
        Action: ['secretsmanager:GetSecretValue'],
        Resource: 'arn:<partition>:secretsmanager:<region>:<account>:secret:<prefix>/*',
      },
    ],
  });
});

test('the cluster role has exactly the listed rules, and its declaration names it [C-EKS-3]', () => {
  const [role = '', declaration = ''] = text('kubernetes/farol-read.yaml').split('---\n');
  expect(role).toBe(
    [
      'apiVersion: rbac.authorization.k8s.io/v1',
      'kind: ClusterRole',
      'metadata:',
      '  name: farol-read',
      'rules:',
      '  - apiGroups: [""]',
      '    resources: ["pods", "services", "endpoints"]',
      '    verbs: ["get", "list"]',
      '  - apiGroups: ["apps"]',
      '    resources: ["deployments"]',
      '    verbs: ["get"]',
      '  - apiGroups: ["networking.k8s.io"]',
      '    resources: ["ingresses"]',
      '    verbs: ["get", "list"]',
      '',
    ].join('\n'),
  );
  expect(declaration).toContain('kind: ClusterRoleBinding');
  expect(declaration).toContain(
    'roleRef:\n  apiGroup: rbac.authorization.k8s.io\n  kind: ClusterRole\n  name: farol-read\n',
  );
});

test('a service account outside the cluster has the same role, and a binding and a token of its own', () => {
  const objects = text('kubernetes/service-account.yaml').split('---\n');
  const [role] = text('kubernetes/farol-read.yaml').split('---\n');
  expect(objects.map((one) => /^kind: (\w+)$/mu.exec(one)?.[1])).toEqual([
    'Namespace',
    'ServiceAccount',
    'ClusterRole',
    'ClusterRoleBinding',
    'Secret',
  ]);
  expect(objects[2]).toBe(role);
  // Of another name than the binding of the group, so that one cluster may have both.
  expect(objects[3]).toContain('name: farol-read-service-account\n');
  expect(objects[4]).toContain('type: kubernetes.io/service-account-token');
});

test('the role table of Google Cloud, each role where it has an effect [C-GCP-2]', () => {
  const roles = read('gcp/roles.json') as { role: string; on: string; permissions: string[] }[];
  const on = (place: string) => roles.filter((one) => one.on === place).map(({ role }) => role);
  expect(on('project').toSorted()).toEqual([
    'roles/bigquery.dataViewer',
    'roles/bigquery.jobUser',
    'roles/cloudasset.viewer',
    'roles/iam.securityReviewer',
    'roles/logging.viewer',
    'roles/monitoring.viewer',
    'roles/recommender.viewer',
    'roles/securitycenter.findingsViewer',
    'roles/viewer',
  ]);
  expect(on('billing account')).toEqual(['roles/billing.viewer']);
  expect(roles.filter(({ permissions }) => permissions.length === 0)).toEqual([]);
});

test('the custom role of Google Cloud has the permissions of the table and only reads', () => {
  const { includedPermissions } = read('gcp/custom-role.json') as { includedPermissions: string[] };
  const roles = read('gcp/roles.json') as { on: string; permissions: string[] }[];
  const used = roles.flatMap(({ on, permissions }) => (on === 'project' ? permissions : []));
  expect(includedPermissions).toEqual([...new Set(used)].toSorted());
  const verbs = new Set(includedPermissions.map((one) => one.split('.').at(-1)));
  expect([...verbs].filter((verb) => !/^(?:get|list|search)/u.test(verb ?? ''))).toEqual(['create']);
  expect(includedPermissions.filter((one) => one.endsWith('.create'))).toEqual(['bigquery.jobs.create']);
  expect(includedPermissions.filter((one) => forbiddenPermissions.includes(one))).toEqual([]);
});

test('the permission table of a fine-grained token, one of them to write, and optional [C-GH-1]', () => {
  const { fineGrained, classic } = read('github/permissions.json') as {
    fineGrained: { permission: string; level: string; need: string }[];
    classic: string[];
  };
  expect(fineGrained.map(({ permission, level }) => [permission, level])).toEqual([
    ['Metadata', 'Read'],
    ['Contents', 'Read'],
    ['Pull requests', 'Read'],
    ['Actions', 'Read'],
    ['Checks', 'Read'],
    ['Administration', 'Read'],
    ['Dependabot alerts', 'Read'],
    ['Issues', 'Read and write'],
  ]);
  expect(fineGrained.filter(({ need }) => need === 'required').map(({ permission }) => permission)).toEqual([
    'Metadata',
  ]);
  expect(classic).toEqual(['repo', 'read:org', 'security_events']);
});

test('the scopes of the chat bot, two of them to write', () => {
  const scopes = read('slack/scopes.json') as { scope: string; access: string }[];
  expect(scopes.map(({ scope, access }) => [scope, access])).toEqual([
    ['channels:read', 'read'],
    ['groups:read', 'read'],
    ['channels:history', 'read'],
    ['groups:history', 'read'],
    ['chat:write', 'write'],
    ['channels:manage', 'write'],
  ]);
});

test('the lines of policy.csv allow one action on applications and bind the account to it [C-ARGO-2]', () => {
  expect(text('argocd/policy.csv')).toBe(
    'p, role:farol-read, applications, get, */*, allow\ng, farol, role:farol-read\n',
  );
});
