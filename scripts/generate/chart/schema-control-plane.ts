import {
  choice,
  flag,
  group,
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
  'FAROL_DATA_DIR',
  'FAROL_PORT',
  'FAROL_TUNNEL_PORT',
  'FAROL_PUBLIC_URL',
  'FAROL_TUNNEL_URL',
  'FAROL_ORGANIZATION',
  'FAROL_IMAGE_REGISTRY',
  'FAROL_DATABASE_URL',
  'FAROL_DATABASE_URL_FILE',
  'FAROL_STORE_KEY',
  'FAROL_STORE_KEY_FILE',
  'FAROL_TLS_CERT_FILE',
  'FAROL_TLS_KEY_FILE',
  'FAROL_METRICS_HOST',
  'FAROL_METRICS_PORT',
];

const secretName = (description: string) => text(description, { pattern: orEmpty(patterns.secret) });

export const controlPlane = group('The control plane.', {
  enabled: flag(
    'Whether the chart installs a control plane. False: Agents and Profilers connect to the one that connection names.',
  ),
  publicUrl: text(
    'Required with a control plane. Address that people, pipelines and instances use, such as https://farol.example.com:8444.',
    { pattern: orEmpty(String.raw`^https://[^/?#@\s]+$`) },
  ),
  tunnelUrl: text('Address of the tunnel. Empty: the host of publicUrl with port 8443.', {
    pattern: orEmpty(String.raw`^wss://[^/?#@\s]+$`),
  }),
  store: choice(
    'sqlite: a StatefulSet of one replica with a volume. postgres: a Deployment; needs database and storeKey.',
    'sqlite',
    'postgres',
  ),
  replicas: whole('Number of replicas. More than one needs the store postgres.', 1, 16),
  database: group('Address of PostgreSQL, for the store postgres.', {
    secret: secretName('Name of the Secret that holds the postgres:// address.'),
    key: text('Its key in that Secret.', { pattern: patterns.key }),
    port: whole('Port of the database, which the NetworkPolicy opens.', 1, 65_535),
  }),
  storeKey: reference(
    'Key that encrypts the authority and the command key in the store. Required for the store postgres.',
  ),
  tls: group('A certificate of your own.', {
    secret: secretName(
      'Name of a Secret of type kubernetes.io/tls. Empty: the control plane issues its certificate with its own authority.',
    ),
  }),
  service: group('The Service of app, API, enrolment and tunnel.', {
    type: choice('Type of the Service.', 'ClusterIP', 'LoadBalancer', 'NodePort'),
    annotations: strings('Annotations of the Service, for example those of a load balancer.'),
  }),
  volume: volume('Volume of the store sqlite.'),
  metrics: group('Metrics for Prometheus: plain HTTP on a port of its own.', {
    enabled: flag('Whether the control plane listens for scrapes.'),
    serviceMonitor: flag('Whether to create a ServiceMonitor of the Prometheus operator.'),
    namespace: text('Namespace that may scrape. The NetworkPolicy opens the port for it alone.', {
      pattern: patterns.secret,
    }),
  }),
  environment: map(
    'Further FAROL_ variables of the control plane.',
    { type: 'string' },
    { pattern: '^FAROL_[A-Z_]+$', reserved: ownVariables },
  ),
  ...placement(),
});
