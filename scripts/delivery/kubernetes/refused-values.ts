/** Values that the chart must refuse, each with the one value that the error has to name. */
import { variants } from './variants.ts';

export interface RefusedValues {
  /** As `agent.replicas`; the name of an element is its number. */
  readonly field: string;
  readonly because: string;
  readonly values: Values;
}

const accepted = variants[0]?.values ?? {};

function refuse(field: string, because: string, value: unknown): RefusedValues {
  let change: unknown = value;
  for (const key of field.split('.').toReversed()) change = /^\d+$/u.test(key) ? [change] : { [key]: change };
  return { field, because, values: mergeValues(accepted, change as Values) };
}

const targets = 'profiler.targets';

export const refusedValues: readonly RefusedValues[] = [
  refuse('agent.replica', 'a misspelt name', 2),
  refuse('profiler.securityContext', 'there is no way to change what the Profiler may do', { privileged: true }),
  refuse('registry', 'it is needed', ''),
  refuse('registry', 'no protocol', 'https://registry.example.com'),
  refuse('image.tag', 'no moving tag', 'latest'),
  refuse('image.digests.agent', 'not a digest', 'sha256:abc'),
  refuse('organization', 'capital letters', 'Acme'),
  refuse('controlPlane.publicUrl', 'nothing is sent in the clear', 'http://farol.example.com:8444'),
  refuse('controlPlane.tunnelUrl', 'nothing is sent in the clear', 'ws://farol.example.com:8443'),
  refuse('controlPlane.store', 'another store', 'mysql'),
  refuse('controlPlane.replicas', 'the embedded store has one replica', 2),
  refuse('controlPlane.environment.FAROL_PUBLIC_URL', 'another value sets it', 'https://a.example.com'),
  refuse('controlPlane.environment.PATH', 'not a variable of Farol', '/bin'),
  refuse('connection.cidr', 'not a network', 'farol.example.com'),
  refuse('agent.environment.RUNNER_INSTANCE_ID', 'the pod names the instance', 'one'),
  refuse('agent.environment.KUBERNETES_IN_CLUSTER', 'another value sets it', 'true'),
  refuse('agent.readOwnCluster', 'neither true nor false', 'yes'),
  refuse('agent.secrets.GITHUB_TOKEN', 'a secret in plain text', 'ghp_example'),
  refuse('agent.allow.operations.0', 'a wildcard', 'metrics.*'),
  {
    field: 'agent.sources.0.name',
    because: 'capital letters',
    values: mergeValues(accepted, { agent: { sources: [{ name: 'EU', connector: 'grafana' }] } }),
  },
  {
    field: 'agent.egress.0.port',
    because: 'not a port',
    values: mergeValues(accepted, { agent: { egress: [{ cidr: '10.0.0.0/8', port: 0 }] } }),
  },
  refuse('profiler.kind', 'neither of the two', 'Deployment'),
  { field: targets, because: 'an empty list', values: mergeValues(accepted, { profiler: { targets: [] } }) },
  refuse(`${targets}.0.workload`, 'a wildcard', '*'),
  {
    field: `${targets}.0.note`,
    because: 'a key that the target list does not have',
    values: mergeValues(accepted, { profiler: { targets: [{ workload: 'checkout', note: 'ours' }] } }),
  },
  refuse('profiler.appArmorProfile', 'the Profiler always runs under its profile', 'unconfined'),
  refuse('profiler.seccompProfile', 'the Profiler always runs under a profile', 'unconfined'),
  refuse('profiler.identityPath', 'not a folder of its own', '/etc'),
  refuse('profiler.memory', 'not a size', '512m'),
  refuse('profiler.bootstrapToken.secret', 'it is needed', ''),
];

export type Values = Readonly<Record<string, unknown>>;

/** As Helm merges values over the defaults of a chart: objects by key, everything else as a whole. */
export function mergeValues(defaults: Values, values: Values): Values {
  const merged = Object.entries(values).map(([key, value]): [string, unknown] => {
    const before = defaults[key];
    return [key, isObject(before) && isObject(value) ? mergeValues(before, value) : value];
  });
  return { ...defaults, ...Object.fromEntries(merged) };
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
