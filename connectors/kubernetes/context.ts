import type { ConnectorContext } from '../../src/connector/context.ts';
import { Fault } from '../../src/core/fault.ts';
import type { manifest } from './manifest.ts';

export type KubernetesContext = ConnectorContext<typeof manifest>;

/** How the cluster is found, by the variable that is set. */
export const ways = ['KUBERNETES_KUBECONFIG', 'KUBERNETES_IN_CLUSTER', 'KUBERNETES_URL'] as const;
export type Way = (typeof ways)[number];

/** @throws Fault `not_configured` when two are set, because one would win in silence. */
export function wayOf({ config }: Pick<KubernetesContext, 'config'>): Way {
  const [way = 'KUBERNETES_KUBECONFIG', other] = ways.filter((one) => config.has(one));
  const second = other ?? (way !== 'KUBERNETES_URL' && config.has('KUBERNETES_TOKEN') ? 'KUBERNETES_TOKEN' : undefined);
  if (second === undefined) return way;
  throw new Fault(
    'not_configured',
    { variable: second },
    `Keep one of ${way} and ${second}: a source reads one cluster, in one way. Another cluster is a source of its own in RUNNER_SOURCES_FILE.`,
  );
}
