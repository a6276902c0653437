/** A kubeconfig of one context, as JSON, which is YAML. */
export interface KubeconfigParts {
  readonly server: string;
  readonly cluster?: Readonly<Record<string, unknown>>;
  readonly user: Readonly<Record<string, unknown>>;
}

export function writeKubeconfig({ server, cluster, user }: KubeconfigParts): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    preferences: {},
    clusters: [{ name: 'shop', cluster: { server, ...cluster } }],
    users: [{ name: 'farol-read', user }],
    contexts: [{ name: 'shop-production', context: { cluster: 'shop', user: 'farol-read', namespace: 'shop' } }],
    'current-context': 'shop-production',
  });
}

export const base64 = (text: string): string => Buffer.from(text).toString('base64');
