import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const text = (file: string): string => readFileSync(new URL(`../../policies/${file}`, import.meta.url), 'utf8');

test('on Google Cloud one role is bound, on the condition of the prefix', () => {
  expect(JSON.parse(text('gcp/secret-store.json'))).toEqual({
    role: 'roles/secretmanager.secretAccessor',
    members: ['serviceAccount:<service-account>'],
    condition: {
      title: 'farol-secrets',
      description: expect.any(String) as string,
      expression: 'resource.name.startsWith("projects/<project-number>/secrets/<prefix>-")',
    },
  });
});

test('in Vault one path may be read, and nothing listed or written', () => {
  expect(JSON.parse(text('vault/secret-store.json'))).toEqual({
    path: { '<mount>/data/<prefix>/*': { capabilities: ['read'] } },
  });
});

test('in Kubernetes a Role of one namespace allows get on named Secrets and no other verb', () => {
  const [role = '', declaration = ''] = text('kubernetes/secret-store.yaml').split('---\n');
  expect(role).toContain('kind: Role\n');
  expect(role.split('rules:\n')[1]).toBe(
    '  - apiGroups: [""]\n    resources: ["secrets"]\n    resourceNames: ["<secret>"]\n    verbs: ["get"]\n',
  );
  expect(declaration).toContain('kind: RoleBinding\n');
  expect(declaration).not.toContain('Cluster');
});
