/** The permission documents beside the AWS policy, each as the text a reviewer diffs and an operator applies. Pure. */

export interface SecretStorePlace {
  readonly partition: string;
  readonly region: string;
  readonly account: string;
  readonly prefix: string;
}

/** Placeholders that the person who applies the document fills in. */
export const secretStorePlaceholders: SecretStorePlace = {
  partition: '<partition>',
  region: '<region>',
  account: '<account>',
  prefix: '<prefix>',
};

/** Reading the secrets below one prefix, with a credential of its own. */
export function renderSecretStorePolicy({ partition, region, account, prefix }: SecretStorePlace): string {
  const document = {
    Version: '2012-10-17',
    Statement: [
      {
        Sid: 'FarolSecrets',
        Effect: 'Allow',
        Action: ['secretsmanager:GetSecretValue'],
        Resource: `arn:${partition}:secretsmanager:${region}:${account}:secret:${prefix}/*`,
      },
    ],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** What Athena needs beside the read-only policy: the results bucket, and the catalog that describes the tables. */
export function renderAthenaStoragePolicy(): string {
  const document = {
    Version: '2012-10-17',
    Statement: [
      {
        Sid: 'FarolAthenaResults',
        Effect: 'Allow',
        Action: ['s3:GetObject', 's3:PutObject', 's3:ListBucket'],
        Resource: ['arn:<partition>:s3:::<results-bucket>', 'arn:<partition>:s3:::<results-bucket>/*'],
      },
      {
        Sid: 'FarolAthenaCatalog',
        Effect: 'Allow',
        Action: ['glue:GetTable', 'glue:GetDatabase', 'glue:GetPartitions'],
        Resource: [
          'arn:<partition>:glue:<region>:<account>:catalog',
          'arn:<partition>:glue:<region>:<account>:database/<database>',
          'arn:<partition>:glue:<region>:<account>:table/<database>/*',
        ],
      },
    ],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

export interface ClusterAccess {
  readonly role: string;
  readonly group: string;
  readonly rules: readonly {
    readonly apiGroups: readonly string[];
    readonly resources: readonly string[];
    readonly verbs: readonly string[];
  }[];
}

/** Role and declaration. The group is what the access entry of the Agent's identity names. */
export function renderClusterRole({ role, group, rules }: ClusterAccess): string {
  const subject = ['  - kind: Group', '    apiGroup: rbac.authorization.k8s.io', `    name: ${group}`];
  return joinObjects(clusterRole(role, rules), clusterRoleBinding({ name: role, role, subject }));
}

/** The same role for a service account of its own, with a token that does not expire: for an Agent outside the cluster. */
export function renderServiceAccount({ role, rules }: Omit<ClusterAccess, 'group'>): string {
  const namespace = 'farol';
  const inNamespace = (name: string): string[] => ['metadata:', `  name: ${name}`, `  namespace: ${namespace}`];
  const subject = ['  - kind: ServiceAccount', `    name: ${role}`, `    namespace: ${namespace}`];
  return joinObjects(
    ['apiVersion: v1', 'kind: Namespace', 'metadata:', `  name: ${namespace}`],
    ['apiVersion: v1', 'kind: ServiceAccount', ...inNamespace(role), 'automountServiceAccountToken: false'],
    clusterRole(role, rules),
    clusterRoleBinding({ name: `${role}-service-account`, role, subject }),
    [
      'apiVersion: v1',
      'kind: Secret',
      ...inNamespace(role),
      '  annotations:',
      `    kubernetes.io/service-account.name: ${role}`,
      'type: kubernetes.io/service-account-token',
    ],
  );
}

function clusterRole(name: string, rules: ClusterAccess['rules']): string[] {
  const list = (values: readonly string[]): string => `[${values.map((one) => JSON.stringify(one)).join(', ')}]`;
  return [
    'apiVersion: rbac.authorization.k8s.io/v1',
    'kind: ClusterRole',
    'metadata:',
    `  name: ${name}`,
    'rules:',
    ...rules.flatMap(({ apiGroups, resources, verbs }) => [
      `  - apiGroups: ${list(apiGroups)}`,
      `    resources: ${list(resources)}`,
      `    verbs: ${list(verbs)}`,
    ]),
  ];
}

interface Binding {
  readonly name: string;
  readonly role: string;
  readonly subject: readonly string[];
}

function clusterRoleBinding({ name, role, subject }: Binding): string[] {
  return [
    'apiVersion: rbac.authorization.k8s.io/v1',
    'kind: ClusterRoleBinding',
    'metadata:',
    `  name: ${name}`,
    'roleRef:',
    '  apiGroup: rbac.authorization.k8s.io',
    '  kind: ClusterRole',
    `  name: ${role}`,
    'subjects:',
    ...subject,
  ];
}

function joinObjects(...objects: readonly (readonly string[])[]): string {
  return `${objects.map((lines) => lines.join('\n')).join('\n---\n')}\n`;
}

export interface RoleWithUses {
  readonly role: string;
  readonly on: string;
  readonly enables: string;
  readonly permissions: readonly string[];
}

/** A custom role with exactly the permissions that are used on the project, in the form that the vendor's CLI takes. */
export function renderCustomRole(roles: readonly RoleWithUses[]): string {
  const permissions = roles.flatMap(({ on, permissions: used }) => (on === 'project' ? used : []));
  const document = {
    title: 'Farol read-only',
    description:
      'The permissions that Farol uses, and no others. Cost also needs roles/billing.viewer on the billing account.',
    stage: 'GA',
    includedPermissions: [...new Set(permissions)].toSorted(),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

export function renderJson(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
