/** What a container is made of: of its environment the names only, of its probes neither commands nor query strings. */
import type { DataOf } from '../../../../catalog/index.ts';
import type { Container, ContainerStatus, Probe, State } from './schema.ts';
import { given } from './shared.ts';

type ToldContainer = DataOf<'k8s.getPod'>['pod']['containers'][number];
type ToldSpec = Omit<DataOf<'k8s.getDeployment'>['deployment']['containers'][number], 'kind'>;
type ToldProbe = ToldSpec['probes'][number];

export function toContainerSpec(container: Container): ToldSpec {
  const { name, image, ports, resources, env } = container;
  return {
    name,
    image: image ?? '',
    ports: (ports ?? []).map((one) => ({
      ...given('name', one.name),
      port: one.containerPort,
      protocol: one.protocol ?? 'TCP',
    })),
    requests: resources?.requests ?? {},
    limits: resources?.limits ?? {},
    environmentVariables: (env ?? []).map((one) => one.name),
    probes: [
      ...toProbe('liveness', container.livenessProbe),
      ...toProbe('readiness', container.readinessProbe),
      ...toProbe('startup', container.startupProbe),
    ],
  };
}

function toProbe(kind: ToldProbe['kind'], probe: Probe | null | undefined): ToldProbe[] {
  if (probe === undefined || probe === null) return [];
  const { httpGet, tcpSocket, grpc } = probe;
  const port = httpGet?.port ?? tcpSocket?.port ?? grpc?.port;
  return [
    {
      kind,
      method: methodOf(probe),
      ...(port !== undefined && { port: String(port) }),
      ...given('path', httpGet?.path?.split(/[?#]/u, 1)[0]),
      ...given('initialDelaySec', probe.initialDelaySeconds),
      ...given('periodSec', probe.periodSeconds),
      ...given('timeoutSec', probe.timeoutSeconds),
      ...given('failureThreshold', probe.failureThreshold),
    },
  ];
}

function methodOf({ httpGet, tcpSocket, grpc }: Probe): ToldProbe['method'] {
  if (httpGet) return 'http';
  if (tcpSocket) return 'tcp';
  return grpc ? 'grpc' : 'exec';
}

export function toPodContainer(
  kind: ToldContainer['kind'],
  container: Container,
  status: ContainerStatus | undefined,
): ToldContainer {
  return {
    ...toContainerSpec(container),
    kind,
    ...given('imageDigest', /sha256:[0-9a-f]{64}/u.exec(status?.imageID ?? '')?.[0]),
    isReady: status?.ready ?? false,
    ...given('isStarted', status?.started),
    restarts: status?.restartCount ?? 0,
    ...given('state', toState(status?.state)),
    ...given('lastState', toState(status?.lastState)),
  };
}

function toState(state: State | null | undefined): ToldContainer['state'] {
  const { waiting, running, terminated } = state ?? {};
  if (waiting) {
    return { kind: 'waiting', ...given('reason', waiting.reason), ...given('message', waiting.message) };
  }
  if (running) return { kind: 'running', ...given('startedAt', running.startedAt) };
  if (!terminated) return undefined;
  return {
    kind: 'terminated',
    exitCode: terminated.exitCode,
    ...given('signal', terminated.signal),
    ...given('reason', terminated.reason),
    ...given('startedAt', terminated.startedAt),
    ...given('finishedAt', terminated.finishedAt),
  };
}
