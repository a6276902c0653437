import type { DataOf } from '../../catalog/index.ts';
import type { Application, Connector, Workload } from './schema.ts';

type ApplicationData = DataOf<'edge.listApplications'>['applications'][number];
type ConnectorData = DataOf<'edge.listConnectors'>['connectors'][number];
type WorkloadData = DataOf<'edge.listWorkloads'>['workloads'][number];
type Modules = NonNullable<Connector['attributes']['modules']>;

export function toApplication(application: Application): ApplicationData {
  const { id, name, active, debug, modules, product_version: version } = application;
  return {
    id: String(id),
    name,
    ...(active !== undefined && { isActive: active }),
    ...(debug !== undefined && { isDebugging: debug }),
    modules: Object.entries(modules ?? {}).flatMap(([module, state]) => (state?.enabled === true ? [module] : [])),
    ...(version !== undefined && { version }),
    ...changedOf(application),
  };
}

/** Named one by one: beside them the answer holds the keys that sign requests to the origin. */
export function toConnector(connector: Connector): ConnectorData {
  const { id, name, type, active, attributes } = connector;
  const { addresses = [], connection_options: options, modules, bucket, prefix } = attributes;
  return {
    id: String(id),
    name,
    type,
    ...(active !== undefined && { isActive: active }),
    addresses: addresses.map(toAddress),
    ...(options?.host !== undefined && { host: options.host }),
    ...(options?.path_prefix && { pathPrefix: options.path_prefix }),
    ...(options?.transport_policy !== undefined && { transport: options.transport_policy }),
    ...(options?.following_redirect !== undefined && { followsRedirects: options.following_redirect }),
    ...balancingOf(modules?.load_balancer),
    ...shieldOf(modules?.origin_shield),
    ...(bucket !== undefined && { bucket }),
    ...(prefix !== undefined && { bucketPrefix: prefix }),
    ...changedOf(connector),
  };
}

type Address = NonNullable<Connector['attributes']['addresses']>[number];

function toAddress(one: Address): ConnectorData['addresses'][number] {
  const { address, active, http_port: httpPort, https_port: httpsPort, modules } = one;
  const { server_role: role, weight } = modules?.load_balancer ?? {};
  return {
    address,
    ...(active !== undefined && { isActive: active }),
    ...(httpPort !== undefined && { httpPort }),
    ...(httpsPort !== undefined && { httpsPort }),
    ...(role !== undefined && { role }),
    ...(weight !== undefined && { weight }),
  };
}

function balancingOf(balancer: Modules['load_balancer']): Pick<ConnectorData, 'balancing'> {
  if (balancer?.enabled !== true) return {};
  const { method, max_retries: retries, connection_timeout: connect, read_write_timeout: read } = balancer.config ?? {};
  return {
    balancing: {
      ...(method !== undefined && { method }),
      ...(retries !== undefined && { maxRetries: retries }),
      ...(connect !== undefined && { connectTimeoutSec: connect }),
      ...(read !== undefined && { readTimeoutSec: read }),
    },
  };
}

/** The shield is a list of addresses that the origin is to let in; without that list it keeps nobody out. */
function shieldOf(shield: Modules['origin_shield']): Pick<ConnectorData, 'isShielded'> {
  if (shield == null) return {};
  return { isShielded: shield.enabled === true && shield.config?.origin_ip_acl?.enabled === true };
}

const infrastructures: Readonly<Record<number, string>> = {
  1: 'Production Infrastructure',
  2: 'Staging Infrastructure',
};

export function toWorkload(workload: Workload): WorkloadData {
  const { id, name, active, infrastructure, domains = [] } = workload;
  const { workload_domain: platformDomain, workload_domain_allow_access: allows } = workload;
  return {
    id: String(id),
    name,
    ...(active !== undefined && { isActive: active }),
    ...(infrastructure !== undefined && { infrastructure: infrastructures[infrastructure] ?? String(infrastructure) }),
    domains,
    platformDomain,
    ...(allows !== undefined && { allowsPlatformDomain: allows }),
    ...protocolsOf(workload.protocols),
    ...transportSecurityOf(workload.tls),
    ...clientCertificatesOf(workload.mtls),
    ...changedOf(workload),
  };
}

type Protocols = Pick<WorkloadData, 'httpVersions' | 'httpPorts' | 'httpsPorts' | 'quicPorts'>;

function protocolsOf(protocols: Workload['protocols']): Protocols {
  const { versions, http_ports: http, https_ports: https, quic_ports: quic } = protocols?.http ?? {};
  return { httpVersions: versions ?? [], httpPorts: http ?? [], httpsPorts: https ?? [], quicPorts: quic ?? [] };
}

function transportSecurityOf(tls: Workload['tls']): Pick<WorkloadData, 'certificateId' | 'minimumTlsVersion'> {
  return {
    ...(tls?.certificate != null && { certificateId: String(tls.certificate) }),
    ...(tls?.minimum_version && { minimumTlsVersion: tls.minimum_version }),
  };
}

function clientCertificatesOf(mtls: Workload['mtls']): Pick<WorkloadData, 'clientCertificates'> {
  if (mtls == null) return {};
  if (mtls.enabled !== true) return { clientCertificates: 'off' };
  const { verification } = mtls.config ?? {};
  if (verification === 'permissive') return { clientCertificates: 'permissive' };
  return verification === 'enforce' ? { clientCertificates: 'enforced' } : {};
}

function changedOf(entry: Pick<Application, 'last_editor' | 'last_modified'>): {
  updatedAt: string;
  updatedBy?: string;
} {
  const { last_editor: editor, last_modified: at } = entry;
  return { updatedAt: new Date(at).toISOString(), ...(editor !== undefined && { updatedBy: editor }) };
}
