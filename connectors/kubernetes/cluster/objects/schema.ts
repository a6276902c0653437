/**
 * Objects as an API server answers them, as far as they are returned. What is not named here is never looked
 * at: environment values, annotation values, command lines, termination messages.
 * https://kubernetes.io/docs/reference/kubernetes-api/
 */
import { z } from 'zod';
import { rowsOf, type RowsSchema } from '../../../../src/core/rows.ts';

const text = z.string().nullish();
const whole = z.int().nullish();
const flag = z.boolean().nullish();
const texts = z.array(z.string()).nullish();
const byName = z.record(z.string(), z.string()).nullish();
const listOf = <S extends z.ZodType>(schema: S): z.ZodOptional<z.ZodNullable<RowsSchema<S>>> =>
  rowsOf(schema).nullish();
/** A number, or a name or percentage. */
const NumberOrText = z.union([z.int(), z.string()]);

export const Metadata = z.looseObject({
  name: z.string(),
  namespace: z.string(),
  uid: z.string(),
  generation: whole,
  labels: byName,
  annotations: byName,
  ownerReferences: listOf(z.looseObject({ kind: z.string(), name: z.string() })),
  creationTimestamp: text,
  deletionTimestamp: text,
});
export type Metadata = z.infer<typeof Metadata>;

export const Condition = z.looseObject({
  type: z.string(),
  status: z.string(),
  reason: text,
  message: text,
  lastTransitionTime: text,
});
export type Condition = z.infer<typeof Condition>;

const Probe = z.looseObject({
  httpGet: z.looseObject({ path: text, port: NumberOrText }).nullish(),
  tcpSocket: z.looseObject({ port: NumberOrText }).nullish(),
  grpc: z.looseObject({ port: z.int() }).nullish(),
  initialDelaySeconds: whole,
  periodSeconds: whole,
  timeoutSeconds: whole,
  failureThreshold: whole,
});
export type Probe = z.infer<typeof Probe>;

export const Container = z.looseObject({
  name: z.string(),
  image: text,
  ports: listOf(z.looseObject({ name: text, containerPort: z.int(), protocol: text })),
  resources: z.looseObject({ requests: byName, limits: byName }).nullish(),
  env: listOf(z.looseObject({ name: z.string() })),
  livenessProbe: Probe.nullish(),
  readinessProbe: Probe.nullish(),
  startupProbe: Probe.nullish(),
});
export type Container = z.infer<typeof Container>;

const State = z.looseObject({
  waiting: z.looseObject({ reason: text, message: text }).nullish(),
  running: z.looseObject({ startedAt: text }).nullish(),
  terminated: z
    .looseObject({ exitCode: z.int(), signal: whole, reason: text, startedAt: text, finishedAt: text })
    .nullish(),
});
export type State = z.infer<typeof State>;

export const ContainerStatus = z.looseObject({
  name: z.string(),
  imageID: text,
  ready: flag,
  started: flag,
  restartCount: whole,
  state: State.nullish(),
  lastState: State.nullish(),
});
export type ContainerStatus = z.infer<typeof ContainerStatus>;

export const Pod = z.looseObject({
  metadata: Metadata,
  spec: z.looseObject({
    nodeName: text,
    serviceAccountName: text,
    restartPolicy: text,
    priorityClassName: text,
    nodeSelector: byName,
    hostNetwork: flag,
    initContainers: listOf(Container),
    containers: rowsOf(Container),
    ephemeralContainers: listOf(Container),
    volumes: listOf(z.record(z.string(), z.unknown()).and(z.looseObject({ name: z.string() }))),
  }),
  status: z.looseObject({
    phase: text,
    reason: text,
    message: text,
    hostIP: text,
    podIPs: listOf(z.looseObject({ ip: z.string() })),
    qosClass: text,
    startTime: text,
    conditions: listOf(Condition),
    initContainerStatuses: listOf(ContainerStatus),
    containerStatuses: listOf(ContainerStatus),
    ephemeralContainerStatuses: listOf(ContainerStatus),
  }),
});
export type Pod = z.infer<typeof Pod>;

export const LoadBalancer = z.looseObject({ ingress: listOf(z.looseObject({ ip: text, hostname: text })) }).nullish();
export type LoadBalancer = z.infer<typeof LoadBalancer>;

export const Service = z.looseObject({
  metadata: Metadata,
  spec: z.looseObject({
    type: text,
    clusterIPs: texts,
    externalIPs: texts,
    externalName: text,
    selector: byName,
    ports: listOf(
      z.looseObject({
        name: text,
        port: z.int(),
        targetPort: NumberOrText.nullish(),
        nodePort: whole,
        protocol: text,
        appProtocol: text,
      }),
    ),
    loadBalancerClass: text,
    loadBalancerSourceRanges: texts,
    sessionAffinity: text,
    externalTrafficPolicy: text,
    internalTrafficPolicy: text,
    publishNotReadyAddresses: flag,
    ipFamilies: texts,
  }),
  status: z.looseObject({ loadBalancer: LoadBalancer, conditions: listOf(Condition) }).nullish(),
});
export type Service = z.infer<typeof Service>;

const EndpointAddress = z.looseObject({
  ip: z.string(),
  hostname: text,
  nodeName: text,
  targetRef: z.looseObject({ kind: text, name: text, namespace: text }).nullish(),
});
export type EndpointAddress = z.infer<typeof EndpointAddress>;

export const Endpoints = z.looseObject({
  metadata: Metadata,
  subsets: listOf(
    z.looseObject({
      addresses: listOf(EndpointAddress),
      notReadyAddresses: listOf(EndpointAddress),
      ports: listOf(z.looseObject({ name: text, port: z.int(), protocol: text, appProtocol: text })),
    }),
  ),
});
export type Endpoints = z.infer<typeof Endpoints>;

const Selector = z.looseObject({
  matchLabels: byName,
  matchExpressions: listOf(z.looseObject({ key: z.string(), operator: z.string(), values: texts })),
});
export type Selector = z.infer<typeof Selector>;

export const Deployment = z.looseObject({
  metadata: Metadata,
  spec: z.looseObject({
    replicas: whole,
    paused: flag,
    selector: Selector,
    strategy: z
      .looseObject({
        type: text,
        rollingUpdate: z
          .looseObject({ maxSurge: NumberOrText.nullish(), maxUnavailable: NumberOrText.nullish() })
          .nullish(),
      })
      .nullish(),
    minReadySeconds: whole,
    progressDeadlineSeconds: whole,
    template: z.looseObject({
      spec: z.looseObject({
        serviceAccountName: text,
        initContainers: listOf(Container),
        containers: rowsOf(Container),
      }),
    }),
  }),
  status: z
    .looseObject({
      observedGeneration: whole,
      replicas: whole,
      updatedReplicas: whole,
      readyReplicas: whole,
      availableReplicas: whole,
      unavailableReplicas: whole,
      conditions: listOf(Condition),
    })
    .nullish(),
});
export type Deployment = z.infer<typeof Deployment>;

const Backend = z
  .looseObject({
    service: z
      .looseObject({ name: z.string(), port: z.looseObject({ number: whole, name: text }).nullish() })
      .nullish(),
    resource: z.looseObject({ kind: z.string(), name: z.string() }).nullish(),
  })
  .refine(({ service, resource }) => service != null || resource != null, 'is neither a service nor a resource');
export type Backend = z.infer<typeof Backend>;

export const Ingress = z.looseObject({
  metadata: Metadata,
  spec: z
    .looseObject({
      ingressClassName: text,
      defaultBackend: Backend.nullish(),
      rules: listOf(
        z.looseObject({
          host: text,
          http: z
            .looseObject({ paths: listOf(z.looseObject({ path: text, pathType: text, backend: Backend })) })
            .nullish(),
        }),
      ),
      tls: listOf(z.looseObject({ hosts: texts, secretName: text })),
    })
    .nullish(),
  status: z.looseObject({ loadBalancer: LoadBalancer }).nullish(),
});
export type Ingress = z.infer<typeof Ingress>;
