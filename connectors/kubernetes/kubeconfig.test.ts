import { describe, expect, test } from 'vitest';
import { Fault } from '../../src/core/fault.ts';
import { type KubeconfigContext, readKubeconfig } from './kubeconfig.ts';
import { base64, writeKubeconfig } from './upstream/write-kubeconfig.ts';

const server = 'https://kubernetes.example.com:6443';
const canary = 'canary-of-a-kubeconfig';
const read = (user: object, cluster: object = {}): KubeconfigContext =>
  readKubeconfig(writeKubeconfig({ server, cluster: { ...cluster }, user: { ...user } }), undefined);

function refusal(make: () => unknown): string {
  const fault = faultOf(make);
  expect(fault).toMatchObject({ kind: 'credential_rejected', data: { kind: 'kubeconfig', reason: 'malformed' } });
  expect(fault.message).not.toContain('canary');
  return fault.remedy;
}

function faultOf(make: () => unknown): Fault {
  try {
    make();
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error('it was read');
}

test('the current context with its cluster, and what it names in files', () => {
  expect(read({ tokenFile: 'token' }, { 'certificate-authority': '../ca.crt', 'tls-server-name': 'api' })).toEqual({
    cluster: 'shop',
    server: new URL(server),
    authority: { file: '../ca.crt', field: 'cluster.certificate-authority' },
    serverName: 'api',
    token: { file: 'token', field: 'user.tokenFile' },
    certificate: undefined,
    key: undefined,
  });
});

test('a client certificate and an authority that are in it', () => {
  const user = { 'client-certificate-data': base64('cert'), 'client-key-data': base64('key') };
  const context = read(user, { 'certificate-authority-data': base64('ca'), extensions: [{ name: 'minikube' }] });
  expect(context).toMatchObject({ authority: { value: 'ca' }, certificate: { value: 'cert' }, key: { value: 'key' } });
});

describe('of several contexts', () => {
  const several = `
apiVersion: v1
kind: Config
current-context: one
clusters:
  - { name: a, cluster: { server: https://a.example.com } }
  - { name: b, cluster: { server: https://b.example.com, insecure-skip-tls-verify: true } }
users:
  - { name: a, user: { token: ${canary} } }
  - { name: b, user: { exec: { command: aws } } }
contexts:
  - { name: one, context: { cluster: a, user: a } }
  - { name: two, context: { cluster: a, user: b } }
  - { name: three, context: { cluster: b, user: a } }
  - { name: four, context: { cluster: absent, user: a } }
  - { name: twice, context: { cluster: a, user: a } }
  - { name: twice, context: { cluster: a, user: a } }
  - { name: empty }
`;

  test('the wanted one decides what is refused', () => {
    expect(readKubeconfig(several, undefined).server.host).toBe('a.example.com');
    expect(readKubeconfig(several, 'one').token).toEqual({ value: canary });
    expect(refusal(() => readKubeconfig(several, 'two'))).toContain('user.exec (the plug-in aws)');
    expect(refusal(() => readKubeconfig(several, 'three'))).toContain('insecure-skip-tls-verify');
  });

  test.each([
    ['absent', 'has nothing of the name that KUBERNETES_CONTEXT gives'],
    ['four', 'has nothing of the name that context.cluster gives'],
    ['twice', 'has the name that KUBERNETES_CONTEXT gives twice'],
    ['empty', 'has no valid context.'],
  ])('%s is refused by the field', (name, says) => {
    expect(refusal(() => readKubeconfig(several, name))).toContain(says);
  });
});

describe('is refused by name:', () => {
  test.each<[string, object, object]>([
    ['user.exec (the plug-in gke-gcloud-auth-plugin)', { exec: { command: '/opt/x/gke-gcloud-auth-plugin' } }, {}],
    ['user.exec (the plug-in one without an ordinary name)', { exec: { command: `sh -c ${canary}` } }, {}],
    ['user.auth-provider (oidc)', { 'auth-provider': { name: 'oidc', config: { 'refresh-token': canary } } }, {}],
    ['user.username or user.password', { username: 'admin', password: canary }, {}],
    ['user.as or another field of impersonation', { token: canary, as: canary }, {}],
    ['user.as or another field of impersonation', { token: canary, 'as-groups': [canary] }, {}],
    ['cluster.insecure-skip-tls-verify', { token: canary }, { 'insecure-skip-tls-verify': true }],
    ['cluster.proxy-url', { token: canary }, { 'proxy-url': `http://u:${canary}@proxy.example.com` }],
    ['both user.token and user.tokenFile', { token: canary, tokenFile: '/t' }, {}],
    ['both user.client-key and user.client-key-data', { 'client-key': '/k', 'client-key-data': base64(canary) }, {}],
    ['user.client-certificate without user.client-key', { 'client-certificate': '/c' }, {}],
    ['user.client-key without user.client-certificate', { 'client-key': '/k' }, {}],
    ['neither a token nor a client certificate', {}, {}],
    ['the field user.tokenn, which is not known', { tokenn: canary }, {}],
    ['the field user.(unreadable name), which is not known', { [`${canary} x`]: 1 }, {}],
    ['no valid user.token', { token: 7 }, {}],
    ['no valid cluster.certificate-authority-data', { token: canary }, { 'certificate-authority-data': '***' }],
    ['a cluster.server that must begin with https://', { token: canary }, { server: 'http://a.example.com' }],
    ['a cluster.server that must not carry a credential', { token: canary }, { server: `https://u:${canary}@a.b` }],
  ])('%s', (says, user, cluster) => {
    expect(refusal(() => read(user, cluster))).toContain(says);
  });

  test('what is not refused when it is off', () => {
    expect(read({ token: canary, exec: null }, { 'insecure-skip-tls-verify': false }).cluster).toBe('shop');
  });
});

test.each([
  ['', 'is not a kubeconfig'],
  ['just words', 'is not a kubeconfig'],
  [`a: [\n${canary}`, 'is not YAML in line'],
  [`a: 1\na: ${canary}`, 'is not YAML in line 2'],
  ['kind: Secret', 'has no valid kind'],
  ['clusters: {}', 'has no valid clusters'],
  ['apiVersion: v1', 'has no current-context, and KUBERNETES_CONTEXT is not set'],
  [
    `a: &a [x]\nb: [${'*a,'.repeat(200)}]\nc: &c [*a,*a]\nd: [${'*c,'.repeat(200)}]`,
    'has aliases that cannot be followed',
  ],
])('%j is refused and not repeated', (content, says) => {
  expect(refusal(() => readKubeconfig(content, undefined))).toContain(says);
});
