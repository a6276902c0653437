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
  const list = (values: readonly string[]): string => `[${values.map((one) => JSON.stringify(one)).join(', ')}]`;
  return [
    'apiVersion: rbac.authorization.k8s.io/v1',
    'kind: ClusterRole',
    'metadata:',
    `  name: ${role}`,
    'rules:',
    ...rules.flatMap(({ apiGroups, resources, verbs }) => [
      `  - apiGroups: ${list(apiGroups)}`,
      `    resources: ${list(resources)}`,
      `    verbs: ${list(verbs)}`,
    ]),
    '---',
    'apiVersion: rbac.authorization.k8s.io/v1',
    'kind: ClusterRoleBinding',
    'metadata:',
    `  name: ${role}`,
    'roleRef:',
    '  apiGroup: rbac.authorization.k8s.io',
    '  kind: ClusterRole',
    `  name: ${role}`,
    'subjects:',
    '  - kind: Group',
    '    apiGroup: rbac.authorization.k8s.io',
    `    name: ${group}`,
    '',
  ].join('\n');
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
