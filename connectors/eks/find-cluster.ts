/** Address and authority of the cluster, as AWS tells them: the layer of IAM. */
import { refineFault } from '../../src/connector/symptom.ts';
import { Fault } from '../../src/core/fault.ts';
import { ask } from '../aws/access/ask.ts';
import { need } from '../aws/access/need.ts';
import { type ClusterPlace, configuredCluster, type EksContext } from './context.ts';

export interface FoundCluster extends ClusterPlace {
  readonly endpoint: URL;
  /** PEM of the only authority to trust there. */
  readonly ca: string;
  readonly isPublic: boolean;
  /** Networks from which the public address answers; empty when there is none. */
  readonly publicCidrs: readonly string[];
  readonly vpc: string | undefined;
}

/** How long an address is used before AWS is asked again. It changes only when a cluster is recreated. */
const keptMs = 5 * 60_000;

interface Cached {
  readonly cluster: FoundCluster;
  readonly untilMs: number;
}
/** By source. */
const kept = new WeakMap<object, Cached>();

/** @throws Fault of the layer of IAM, or `upstream_down` while the cluster has no address. */
export async function findCluster(context: EksContext): Promise<FoundCluster> {
  const known = kept.get(context.source);
  return known !== undefined && known.untilMs > context.clock.monotonic() ? known.cluster : findAnew(context);
}

export async function findAnew(context: EksContext): Promise<FoundCluster> {
  const cluster = await describe(context, configuredCluster(context));
  kept.set(context.source, { cluster, untilMs: context.clock.monotonic() + keptMs });
  return cluster;
}

export function forgetCluster({ source }: EksContext): void {
  kept.delete(source);
}

async function describe(context: EksContext, { name, region }: ClusterPlace): Promise<FoundCluster> {
  const { EKSClient: Client, DescribeClusterCommand } = await import('@aws-sdk/client-eks');
  const command = new DescribeClusterCommand({ name });
  const answer = await ask(context, { call: 'eks:DescribeCluster', region, Client, command }).catch(
    (error: unknown) => {
      throw error instanceof Fault && error.kind === 'not_found_or_hidden' ? noCluster(error, { name, region }) : error;
    },
  );
  const cluster = need(answer.cluster, 'cluster');
  const { endpoint, certificateAuthority, resourcesVpcConfig: network, status } = cluster;
  if (endpoint === undefined) throw withoutAddress(name, status);
  const url = URL.parse(endpoint);
  if (url === null) throw changed('cluster.endpoint');
  const ca = Buffer.from(need(certificateAuthority?.data, 'cluster.certificateAuthority.data'), 'base64').toString();
  if (!ca.includes('-----BEGIN CERTIFICATE-----')) throw changed('cluster.certificateAuthority.data');
  return {
    name,
    region,
    endpoint: url,
    ca,
    isPublic: network?.endpointPublicAccess ?? true,
    publicCidrs: network?.publicAccessCidrs ?? [],
    vpc: network?.vpcId,
  };
}

function noCluster(fault: Fault, { name, region }: ClusterPlace): Fault {
  return refineFault(
    fault,
    'not_found_or_hidden',
    { what: `cluster ${name} in ${region}` },
    `This account has no cluster ${name} in ${region}: correct EKS_CLUSTER, or set EKS_REGION to the region of the cluster.`,
  );
}

function withoutAddress(name: string, status = 'UNKNOWN'): Fault {
  return new Fault(
    'upstream_down',
    { code: `CLUSTER_${status}` },
    `The cluster ${name} is in the state ${status} and has no address: wait until it is ACTIVE, or check it in AWS.`,
  );
}

function changed(path: string): Fault {
  return new Fault('upstream_changed', { path }, 'Report the path to Farol: AWS returned it in an unknown form.');
}
