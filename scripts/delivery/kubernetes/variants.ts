/** The usual ways to install Farol on Kubernetes, each as values of the chart. Rendered into deploy/kubernetes. */

export interface Variant {
  /** Below deploy/kubernetes, without its ending. */
  readonly name: string;
  readonly title: string;
  readonly values: Readonly<Record<string, unknown>>;
}

const registry = 'registry.example.com/farol';
const noAgent = { enabled: false };
const elsewhere = {
  controlPlane: { enabled: false },
  connection: {
    tunnelUrl: 'wss://farol.example.com:8443',
    enrollUrl: 'https://farol.example.com:8444/enroll',
    ca: { secret: 'farol-ca' },
  },
};
const controlPlane = { publicUrl: 'https://farol.example.com:8444' };
const agent = { bootstrapToken: { secret: 'farol-agent-bootstrap' } };
const profiler = {
  enabled: true,
  bootstrapToken: { secret: 'farol-profiler-bootstrap' },
  targets: [{ workload: 'checkout' }],
};

export const variants: readonly Variant[] = [
  {
    name: 'all-in-one',
    title: 'Control plane with the embedded store, one Agent, a Profiler on each node',
    values: { registry, controlPlane, connection: { ca: { secret: 'farol-ca' } }, agent, profiler },
  },
  {
    name: 'control-plane-postgres',
    title: 'Control plane with PostgreSQL and a certificate of your own, two replicas',
    values: {
      registry,
      controlPlane: {
        ...controlPlane,
        store: 'postgres',
        replicas: 2,
        database: { secret: 'farol-database' },
        storeKey: { secret: 'farol-store-key' },
        tls: { secret: 'farol-tls' },
      },
      agent: noAgent,
    },
  },
  {
    name: 'agent',
    title: 'One Agent for a control plane elsewhere',
    values: { registry, ...elsewhere, agent },
  },
  {
    name: 'profiler-daemonset',
    title: 'A Profiler on each node, for a control plane elsewhere',
    values: { registry, ...elsewhere, agent: noAgent, profiler },
  },
  {
    name: 'profiler-statefulset',
    title: 'Two Profilers with a volume each, for a control plane elsewhere',
    values: {
      registry,
      ...elsewhere,
      agent: noAgent,
      profiler: { ...profiler, kind: 'StatefulSet', replicas: 2, seccompProfile: 'profiles/farol-profiler.json' },
    },
  },
];

/** From this one the sidecar is made: its Profiler shares the pod of its target. */
export const sidecarBase: Variant = {
  name: 'profiler-sidecar',
  title: 'A Profiler in the pod of its target, for a control plane elsewhere',
  values: { registry, ...elsewhere, agent: noAgent, profiler: { ...profiler, kind: 'StatefulSet' } },
};
