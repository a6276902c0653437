import { sourceName } from '../../../src/tunnel/messages.ts';
import {
  choice,
  flag,
  givenReference,
  group,
  list,
  map,
  orEmpty,
  patterns,
  placement,
  reference,
  strings,
  text,
  volume,
  whole,
} from './schema-parts.ts';

/** Variables that the chart sets from other values. */
const ownVariables = [
  'RUNNER_TENANT',
  'RUNNER_INSTANCE_ID',
  'RUNNER_TUNNEL_URL',
  'RUNNER_ENROLL_URL',
  'RUNNER_IDENTITY_DIR',
  'RUNNER_CA_FILE',
  'RUNNER_BOOTSTRAP_TOKEN',
  'RUNNER_BOOTSTRAP_TOKEN_FILE',
  'RUNNER_ALLOW_FILE',
  'RUNNER_SOURCES_FILE',
  'KUBERNETES_IN_CLUSTER',
];
const variableNames = { pattern: patterns.variable, reserved: ownVariables };
const operation = { type: 'string', pattern: String.raw`^[a-z][A-Za-z0-9]*\.[a-z][A-Za-z0-9]*$` };
const workload = { minLength: 1, maxLength: 255 };

export const agent = group('The Agent.', {
  enabled: flag('Whether to install Agents.'),
  replicas: whole('Number of Agents. Each is an instance of its own, with a volume of its own.', 1, 64),
  bootstrapToken: reference(
    'Required with an Agent. Bootstrap token of class agent, with at least as many uses as replicas.',
  ),
  environment: map('Variables of the Agent and its connectors, without secrets.', { type: 'string' }, variableNames),
  secrets: map(
    'Secret variables of the connectors, each with the Secret that holds it. They are mounted as files, which the Agent reads again when they change.',
    givenReference,
    variableNames,
  ),
  sources: list(
    'Sources with names of their own, for several accounts, clusters or organizations: content of RUNNER_SOURCES_FILE.',
    group(
      'One source.',
      {
        name: text('Its name.', { pattern: sourceName.source }),
        connector: text('Its connector.', { pattern: sourceName.source }),
        about: text('What people are shown beside the name.', { minLength: 1, maxLength: 80 }),
        settings: map(
          'Variables of the connector, without secrets.',
          { type: 'string' },
          { pattern: patterns.variable },
        ),
        secrets: map('Its secret variables, each with the Secret that holds it.', givenReference, {
          pattern: patterns.variable,
        }),
      },
      ['name', 'connector'],
    ),
    { maxItems: 200 },
  ),
  readOwnCluster: flag(
    'Whether the Agent reads the cluster it runs in: makes a ClusterRole with the rules of farol-read, binds it to its ServiceAccount, mounts its token, and sets KUBERNETES_IN_CLUSTER.',
  ),
  allow: group('Content of RUNNER_ALLOW_FILE. Empty: every read and no write.', {
    operations: list('Exactly these reads.', operation, { minItems: 1, uniqueItems: true }),
    writes: list('Exactly these writes.', operation, { uniqueItems: true }),
  }),
  serviceAccountAnnotations: strings('Annotations of the ServiceAccount, for example eks.amazonaws.com/role-arn.'),
  egress: list(
    'Destinations beyond the control plane and port 443 that the NetworkPolicy opens.',
    group(
      'One destination.',
      { cidr: text('Network.', { pattern: patterns.cidr }), port: whole('TCP port.', 1, 65_535) },
      ['cidr', 'port'],
    ),
  ),
  volume: volume('Volume of each Agent: identity, audit log, journal of writes.'),
  ...placement(),
});

export const profiler = group('The Profiler.', {
  enabled: flag('Whether to install Profilers. An owner or admin must also enable the Profiler in the app.'),
  kind: choice(
    'DaemonSet: one on each node, with its identity in a folder of the node. StatefulSet: as many as replicas, with a volume each.',
    'DaemonSet',
    'StatefulSet',
  ),
  replicas: whole('Number of Profilers of a StatefulSet.', 1, 64),
  bootstrapToken: reference(
    'Required with a Profiler. Bootstrap token of class profiler, with at least as many uses as there will be nodes.',
  ),
  targets: list(
    'Required with a Profiler. The target list: the processes that may be measured.',
    group(
      'One process.',
      {
        workload: text('Name of the process. There is no wildcard.', { ...workload, not: { const: '*' } }),
        namespace: text('Namespace qualifier, used together with workload.', workload),
      },
      ['workload'],
    ),
    { maxItems: 10_000, uniqueItems: true },
  ),
  allocations: list(
    'Workloads of the list whose memory allocations are counted: RUNNER_PROFILE_ALLOCATIONS.',
    { type: 'string', ...workload, pattern: '^[^,]+$' },
    { uniqueItems: true },
  ),
  appArmorProfile: text(
    'Name of the AppArmor profile apparmor/farol-profiler-kubernetes of the archive farol-deploy, as it is loaded on every node. Empty: none is named, for nodes without AppArmor. unconfined is refused.',
    { maxLength: 253, pattern: orEmpty('^[A-Za-z0-9][A-Za-z0-9._-]*$'), not: { const: 'unconfined' } },
  ),
  appArmorTarget: text(
    'AppArmor profile of the targets, which that profile may read. The chart stores the whole profile in the ConfigMap of the Profiler, for the nodes.',
    { maxLength: 253, pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$' },
  ),
  seccompProfile: text(
    'File of a seccomp profile below /var/lib/kubelet/seccomp of every node, such as profiles/farol-profiler.json. Empty: RuntimeDefault.',
    { pattern: orEmpty(String.raw`^[A-Za-z0-9][A-Za-z0-9._/-]*\.json$`) },
  ),
  identityPath: text(
    "Folder of the node that holds the identity of a DaemonSet's Profiler. Empty: /var/lib/ and the name of the DaemonSet.",
    { pattern: orEmpty('^/var/lib/[a-z0-9][a-z0-9._-]*$') },
  ),
  volume: volume('Volume of each Profiler of a StatefulSet.'),
  ...placement(' 512Mi is the reference, and fits every target of docs/reference/profiler-memory.md.'),
});
