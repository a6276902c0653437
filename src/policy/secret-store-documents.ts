/** What reading from each other secret store needs, as the operator of that store applies it. Placeholders are filled in there. Pure. */

/** A declaration for the project; its condition keeps it to names that begin with the prefix: https://cloud.google.com/iam/docs/conditions-overview */
export function renderGcpSecretBinding(): string {
  const document = {
    role: 'roles/secretmanager.secretAccessor',
    members: ['serviceAccount:<service-account>'],
    condition: {
      title: 'farol-secrets',
      description: 'Secrets of Farol and no others.',
      expression: 'resource.name.startsWith("projects/<project-number>/secrets/<prefix>-")',
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** In the form of JSON that Vault takes like its own, for version 2 of the KV engine: https://developer.hashicorp.com/vault/docs/concepts/policies */
export function renderVaultSecretPolicy(): string {
  const document = { path: { '<mount>/data/<prefix>/*': { capabilities: ['read'] } } };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Names and no list: who may list Secrets may read them all. */
export function renderKubernetesSecretRole(): string {
  return [
    'apiVersion: rbac.authorization.k8s.io/v1',
    'kind: Role',
    'metadata:',
    '  name: farol-secrets',
    '  namespace: <namespace>',
    'rules:',
    '  - apiGroups: [""]',
    '    resources: ["secrets"]',
    '    resourceNames: ["<secret>"]',
    '    verbs: ["get"]',
    '---',
    'apiVersion: rbac.authorization.k8s.io/v1',
    'kind: RoleBinding',
    'metadata:',
    '  name: farol-secrets',
    '  namespace: <namespace>',
    'roleRef:',
    '  apiGroup: rbac.authorization.k8s.io',
    '  kind: Role',
    '  name: farol-secrets',
    'subjects:',
    '  - kind: ServiceAccount',
    '    name: <service-account>',
    '    namespace: <namespace-of-the-agent>',
    '',
  ].join('\n');
}
