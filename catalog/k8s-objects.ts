/**
 * What runs in a Kubernetes cluster. Told with names only: environment variables, annotations (one of them
 * repeats the whole object, values included) and secrets. Not returned at all: command lines, and of probes commands,
 * headers and query strings.
 */
import { z } from 'zod';
import { Cursor, limitUpTo, Time } from './common.ts';
import { defineOperation } from './operation.ts';

export const ClusterName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/u, 'must be the name of a cluster')
  .describe('Name of the cluster');

const Cluster = ClusterName.optional().describe('One of the configured clusters; may be left out when there is one');

const Namespace = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/u, 'must be a namespace: lower case letters, digits and hyphens');

const ObjectName = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/u,
    'must be the name of an object: lower case letters, digits, hyphens and dots',
  );

const LabelSelector = z
  .string()
  .min(1)
  .max(1000)
  .regex(/^[A-Za-z0-9_.\-/=!,() ]+$/u, 'must be a label selector such as app=web,tier!=cache')
  .describe('Such as app=web,tier!=cache');

const oneObject = z.strictObject({ cluster: Cluster, namespace: Namespace, name: ObjectName });

const manyObjects = z.strictObject({
  cluster: Cluster,
  namespace: Namespace.optional().describe('All of them when left out'),
  labelSelector: LabelSelector.optional(),
  limit: limitUpTo(500),
  cursor: Cursor.optional(),
});

const ClusterRead = z.string().describe('Cluster that was read');
const Labels = z.record(z.string(), z.string());

const identityOfObject = {
  name: z.string(),
  namespace: z.string(),
  uid: z.string(),
  labels: Labels,
  annotationNames: z.array(z.string()),
  owners: z.array(z.strictObject({ kind: z.string(), name: z.string() })),
  createdAt: Time.optional(),
  deletedAt: Time.optional().describe('When deletion was asked for; the object goes when its finalizers are done'),
};

const Condition = z.strictObject({
  type: z.string(),
  status: z.string().describe('True, False or Unknown'),
  reason: z.string().optional(),
  message: z.string().optional(),
  changedAt: Time.optional(),
});

/** The message of an ended run is not returned: it is what the program wrote last, with whatever it wrote into it. */
const ContainerState = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('waiting'), reason: z.string().optional(), message: z.string().optional() }),
  z.strictObject({ kind: z.literal('running'), startedAt: Time.optional() }),
  z.strictObject({
    kind: z.literal('terminated'),
    exitCode: z.int(),
    signal: z.int().optional(),
    reason: z.string().optional(),
    startedAt: Time.optional(),
    finishedAt: Time.optional(),
  }),
]);

const ContainerSpec = z.strictObject({
  name: z.string(),
  image: z.string(),
  ports: z.array(z.strictObject({ name: z.string().optional(), port: z.int(), protocol: z.string() })),
  requests: z.record(z.string(), z.string()).describe('Quantities as Kubernetes spells them'),
  limits: z.record(z.string(), z.string()).describe('Quantities as Kubernetes spells them'),
  environmentVariables: z.array(z.string()).describe('Names only'),
  probes: z.array(
    z.strictObject({
      kind: z.enum(['liveness', 'readiness', 'startup']),
      method: z.enum(['http', 'tcp', 'grpc', 'exec']),
      port: z.string().optional().describe('Number or name'),
      path: z.string().optional().describe('Without its query string'),
      initialDelaySec: z.int().optional(),
      periodSec: z.int().optional(),
      timeoutSec: z.int().optional(),
      failureThreshold: z.int().optional(),
    }),
  ),
});

const PodContainer = ContainerSpec.extend({
  kind: z.enum(['init', 'main', 'ephemeral']),
  imageDigest: z.string().optional(),
  isReady: z.boolean(),
  isStarted: z.boolean().optional(),
  restarts: z.int(),
  state: ContainerState.optional().describe('Absent before the node reports'),
  lastState: ContainerState.optional().describe('How the run before ended'),
});

const Pod = z.strictObject({
  ...identityOfObject,
  phase: z.string(),
  reason: z.string().optional(),
  message: z.string().optional(),
  node: z.string().optional().describe('Absent before the pod is placed'),
  hostIp: z.string().optional(),
  podIps: z.array(z.string()),
  serviceAccount: z.string().optional(),
  restartPolicy: z.string().optional(),
  qosClass: z.string().optional(),
  priorityClass: z.string().optional(),
  nodeSelector: z.record(z.string(), z.string()),
  usesHostNetwork: z.boolean(),
  startedAt: Time.optional(),
  conditions: z.array(Condition),
  containers: z.array(PodContainer),
  volumes: z.array(
    z.strictObject({
      name: z.string(),
      kind: z.string(),
      source: z.string().optional().describe('Name of the claim, config map or secret'),
    }),
  ),
});

export const k8sListPods = defineOperation({
  name: 'k8s.listPods',
  access: 'read',
  summary: 'Pods with phase, conditions, node, and state and restarts of every container.',
  arguments: () => manyObjects,
  result: () => z.strictObject({ cluster: ClusterRead, pods: z.array(Pod) }),
});

export const k8sGetPod = defineOperation({
  name: 'k8s.getPod',
  access: 'read',
  summary: 'One pod with phase, conditions, node, and state and restarts of every container.',
  arguments: () => oneObject,
  result: () => z.strictObject({ cluster: ClusterRead, pod: Pod }),
});

const LoadBalancerAddresses = z
  .array(z.string())
  .describe('Addresses or host names that were given to it; empty while there is none');

const Service = z.strictObject({
  ...identityOfObject,
  type: z.string(),
  clusterIps: z.array(z.string()),
  externalIps: z.array(z.string()),
  externalName: z.string().optional(),
  selector: Labels.describe('Labels of the pods behind it; empty: endpoints are kept by others'),
  ports: z.array(
    z.strictObject({
      name: z.string().optional(),
      port: z.int(),
      targetPort: z.string().optional().describe('Number or name'),
      nodePort: z.int().optional(),
      protocol: z.string(),
      appProtocol: z.string().optional(),
    }),
  ),
  loadBalancerClass: z.string().optional(),
  loadBalancerAddresses: LoadBalancerAddresses,
  loadBalancerSourceRanges: z.array(z.string()),
  sessionAffinity: z.string().optional(),
  externalTrafficPolicy: z.string().optional(),
  internalTrafficPolicy: z.string().optional(),
  publishesNotReady: z.boolean(),
  ipFamilies: z.array(z.string()),
  conditions: z.array(Condition),
});

export const k8sListServices = defineOperation({
  name: 'k8s.listServices',
  access: 'read',
  summary: 'Services with type, addresses, ports and the labels they select pods by.',
  arguments: () => manyObjects,
  result: () => z.strictObject({ cluster: ClusterRead, services: z.array(Service) }),
});

export const k8sGetService = defineOperation({
  name: 'k8s.getService',
  access: 'read',
  summary: 'One service with type, addresses, ports and the labels it selects pods by.',
  arguments: () => oneObject,
  result: () => z.strictObject({ cluster: ClusterRead, service: Service }),
});

const EndpointAddress = z.strictObject({
  ip: z.string(),
  hostname: z.string().optional(),
  node: z.string().optional(),
  target: z
    .strictObject({ kind: z.string(), name: z.string(), namespace: z.string().optional() })
    .optional()
    .describe('What stands behind the address, as a rule a pod'),
});

const Endpoints = z.strictObject({
  ...identityOfObject,
  subsets: z.array(
    z.strictObject({
      ready: z.array(EndpointAddress),
      notReady: z.array(EndpointAddress),
      ports: z.array(
        z.strictObject({
          name: z.string().optional(),
          port: z.int(),
          protocol: z.string(),
          appProtocol: z.string().optional(),
        }),
      ),
    }),
  ),
});

export const k8sListEndpoints = defineOperation({
  name: 'k8s.listEndpoints',
  access: 'read',
  summary: 'Addresses behind services, those that are ready apart from those that are not.',
  arguments: () => manyObjects,
  result: () => z.strictObject({ cluster: ClusterRead, endpoints: z.array(Endpoints) }),
});

export const k8sGetEndpoints = defineOperation({
  name: 'k8s.getEndpoints',
  access: 'read',
  summary: 'Addresses behind one service, those that are ready apart from those that are not.',
  arguments: () => oneObject,
  result: () => z.strictObject({ cluster: ClusterRead, endpoints: Endpoints }),
});

export const k8sGetDeployment = defineOperation({
  name: 'k8s.getDeployment',
  access: 'read',
  summary: 'One deployment: replicas wanted and there, conditions, strategy and what its pods run.',
  arguments: () => oneObject,
  result: () =>
    z.strictObject({
      cluster: ClusterRead,
      deployment: z.strictObject({
        ...identityOfObject,
        revision: z.string().optional(),
        replicas: z.strictObject({
          desired: z.int(),
          present: z.int(),
          updated: z.int(),
          ready: z.int(),
          available: z.int(),
          unavailable: z.int(),
        }),
        isObserved: z.boolean().describe('False while the controller has not yet seen the latest change'),
        isPaused: z.boolean(),
        labelSelector: z.string().describe('Finds its pods with k8s.listPods'),
        strategy: z.strictObject({
          type: z.string(),
          maxSurge: z.string().optional().describe('Number or percentage'),
          maxUnavailable: z.string().optional().describe('Number or percentage'),
        }),
        minReadySec: z.int().optional(),
        progressDeadlineSec: z.int().optional(),
        serviceAccount: z.string().optional(),
        conditions: z.array(Condition),
        containers: z.array(ContainerSpec.extend({ kind: z.enum(['init', 'main']) })),
      }),
    }),
});

const IngressBackend = z.union([
  z.strictObject({ service: z.string(), port: z.string().optional().describe('Number or name') }),
  z.strictObject({ resourceKind: z.string(), resourceName: z.string() }),
]);

const Ingress = z.strictObject({
  ...identityOfObject,
  ingressClass: z.string().optional(),
  defaultBackend: IngressBackend.optional(),
  rules: z.array(
    z.strictObject({
      host: z.string().optional().describe('Absent: every host'),
      paths: z.array(z.strictObject({ path: z.string().optional(), pathType: z.string(), backend: IngressBackend })),
    }),
  ),
  tls: z.array(z.strictObject({ hosts: z.array(z.string()), secretName: z.string().optional().describe('Name only') })),
  loadBalancerAddresses: LoadBalancerAddresses,
});

export const k8sListIngresses = defineOperation({
  name: 'k8s.listIngresses',
  access: 'read',
  summary: 'Ingresses with hosts, paths, services behind them and addresses.',
  arguments: () => manyObjects,
  result: () => z.strictObject({ cluster: ClusterRead, ingresses: z.array(Ingress) }),
});

export const k8sGetIngress = defineOperation({
  name: 'k8s.getIngress',
  access: 'read',
  summary: 'One ingress with hosts, paths, services behind them and addresses.',
  arguments: () => oneObject,
  result: () => z.strictObject({ cluster: ClusterRead, ingress: Ingress }),
});
