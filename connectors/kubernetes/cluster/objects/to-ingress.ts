import type { DataOf } from '../../../../catalog/index.ts';
import { Fault } from '../../../../src/core/fault.ts';
import type { Backend, Ingress } from './schema.ts';
import { given, toAddresses, toIdentity } from './shared.ts';

type ToldIngress = DataOf<'k8s.getIngress'>['ingress'];
type ToldBackend = NonNullable<ToldIngress['defaultBackend']>;

/** How the class was named before ingresses had a member for it. */
const legacyClass = 'kubernetes.io/ingress.class';

export function toIngress({ metadata, spec, status }: Ingress): ToldIngress {
  const { ingressClassName, defaultBackend, rules, tls } = spec ?? {};
  return {
    ...toIdentity(metadata),
    ...given('ingressClass', ingressClassName ?? metadata.annotations?.[legacyClass]),
    ...(defaultBackend && { defaultBackend: toBackend(defaultBackend) }),
    rules: (rules ?? []).map(({ host, http }) => ({
      ...given('host', host),
      paths: (http?.paths ?? []).map(({ path, pathType, backend }) => ({
        ...given('path', path),
        pathType: pathType ?? 'ImplementationSpecific',
        backend: toBackend(backend),
      })),
    })),
    tls: (tls ?? []).map(({ hosts, secretName }) => ({ hosts: hosts ?? [], ...given('secretName', secretName) })),
    loadBalancerAddresses: toAddresses(status?.loadBalancer),
  };
}

function toBackend({ service, resource }: Backend): ToldBackend {
  if (service) {
    const port = service.port?.number ?? service.port?.name ?? undefined;
    return { service: service.name, ...(port !== undefined && { port: String(port) }) };
  }
  if (resource) return { resourceKind: resource.kind, resourceName: resource.name };
  throw new Fault(
    'upstream_changed',
    { path: '$.spec.rules.http.paths.backend' },
    'Report the path to Farol: an ingress has a backend that is neither a service nor a resource.',
  );
}
