/** The cluster of this source with what is trusted there and what is shown to it, read again for every call. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readPodCluster, readPodToken, serviceAccountFolder } from '../../src/cloud/kubernetes/service-account.ts';
import { Fault } from '../../src/core/fault.ts';
import { splitCertificates } from '../../src/core/pem-certificates.ts';
import type { Secret } from '../../src/core/secret.ts';
import type { Cluster } from './cluster/cluster.ts';
import { type KubernetesContext, type Way, wayOf } from './context.ts';
import type { Credential } from './credential.ts';
import { type Held, type KubeconfigContext, readKubeconfig } from './kubeconfig.ts';
import { malformed } from './refuse-kubeconfig.ts';

export interface FoundCluster extends Cluster {
  readonly way: Way;
  readonly credential: Credential;
}

/** Without the name, and without how its token is sent. */
interface Place extends Pick<FoundCluster, 'endpoint' | 'credential'> {
  readonly tls?: NonNullable<Cluster['options']['tls']>;
}

/** Parsed once for each text. */
const parsed = new WeakMap<Secret, Map<string | undefined, KubeconfigContext>>();
/** By source: the token of the pod that was read last. */
const podTokens = new WeakMap<object, Secret>();

/** @throws Fault naming the setting, or the field of the kubeconfig. */
export async function findCluster(context: KubernetesContext): Promise<FoundCluster> {
  const way = wayOf(context);
  const { endpoint, credential, tls } = await placeOf(context, way);
  const tokenOf = async (): Promise<string | undefined> => (await placeOf(context, way)).credential.token?.reveal();
  let sent: string | undefined;
  return {
    name: await nameOf(context),
    way,
    endpoint,
    credential,
    options: {
      ...(tls !== undefined && { tls }),
      variable: way,
      authorize: async () => {
        sent = await tokenOf();
        return sent === undefined ? {} : { authorization: `Bearer ${sent}` };
      },
      renew: async () => (await tokenOf()) !== sent,
    },
  };
}

/** Sends nothing. @throws as `findCluster`. */
export async function nameOf(context: KubernetesContext): Promise<string> {
  const { config } = context;
  const set = config.text('KUBERNETES_CLUSTER');
  if (set !== undefined) return set;
  if (wayOf(context) !== 'KUBERNETES_KUBECONFIG') return 'kubernetes';
  const { cluster } = await readContext(context);
  if (/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/u.test(cluster)) return cluster;
  throw new Fault(
    'not_configured',
    { variable: 'KUBERNETES_CLUSTER' },
    'Set KUBERNETES_CLUSTER: the name of the cluster in the kubeconfig has other characters than letters, digits, hyphens and underscores, so no question could name it.',
  );
}

async function placeOf(context: KubernetesContext, way: Way): Promise<Place> {
  switch (way) {
    case 'KUBERNETES_KUBECONFIG':
      return inKubeconfig(context);
    case 'KUBERNETES_IN_CLUSTER':
      return inPod(context);
    case 'KUBERNETES_URL':
      return inSettings(context);
  }
}

async function readContext(context: KubernetesContext): Promise<KubeconfigContext> {
  const { config, secrets } = context;
  const content = await secrets.read('KUBERNETES_KUBECONFIG');
  if (content === undefined) throw malformed('is not set');
  const wanted = config.text('KUBERNETES_CONTEXT');
  const byName = parsed.get(content) ?? new Map<string | undefined, KubeconfigContext>();
  const known = byName.get(wanted) ?? readKubeconfig(content.reveal(), wanted);
  parsed.set(content, byName.set(wanted, known));
  return known;
}

async function inKubeconfig(context: KubernetesContext): Promise<Place> {
  const { server, authority, serverName, token, certificate, key } = await readContext(context);
  const [ca, bearer, cert, privateKey] = await Promise.all(
    [authority, token, certificate, key].map((held) => textOf(context, held)),
  );
  const client = cert === undefined || privateKey === undefined ? undefined : toClient(cert, privateKey);
  if (ca !== undefined) requireCertificates(ca, 'cluster.certificate-authority');
  return {
    endpoint: server,
    credential: {
      ...(bearer !== undefined && { token: context.secrets.keep(bearer.trim()) }),
      ...(client !== undefined && { certificate: client.cert }),
    },
    tls: { ca, client, serverName },
  };
}

async function textOf({ secrets }: KubernetesContext, held: Held | undefined): Promise<string | undefined> {
  if (held === undefined) return undefined;
  if ('value' in held) return held.value;
  const read = await secrets.readNamed('KUBERNETES_KUBECONFIG', held.file);
  if (read !== undefined) return read.reveal();
  throw malformed(`has a relative path in ${held.field}, and is not in a file itself`);
}

function toClient(cert: string, key: string): { cert: string; key: string } {
  requireCertificates(cert, 'user.client-certificate');
  const privateKey = orUndefined(() => createPrivateKey(key));
  if (privateKey === undefined) throw malformed('has no PEM of a key without a passphrase in user.client-key');
  if (!new X509Certificate(cert).checkPrivateKey(privateKey)) {
    throw malformed('has a user.client-key that does not belong to user.client-certificate');
  }
  return { cert, key };
}

function requireCertificates(pem: string, field: string): void {
  const certificates = splitCertificates(pem);
  const isWhole = certificates.every((one) => orUndefined(() => new X509Certificate(one)) !== undefined);
  if (certificates.length === 0 || !isWhole) throw malformed(`has no PEM of a certificate in ${field}`);
}

async function inPod(context: KubernetesContext): Promise<Place> {
  const { config, secrets, source } = context;
  const folder = config.text('KUBERNETES_SERVICE_ACCOUNT_FOLDER') ?? serviceAccountFolder;
  // The one look beside the context of this connector: at where the platform says that its API server is.
  const pod = { env: process.env, serviceAccountFolder: folder, refuse: notInPod };
  const { url, ca } = await readPodCluster(pod);
  const text = await readPodToken(pod);
  const before = podTokens.get(source);
  const token = before?.reveal() === text ? before : secrets.keep(text, before);
  podTokens.set(source, token);
  return { endpoint: url, credential: { token }, tls: { ca } };
}

async function inSettings({ config, secrets }: KubernetesContext): Promise<Place> {
  const [ca, token] = [await secrets.read('KUBERNETES_CA'), await secrets.read('KUBERNETES_TOKEN')];
  const endpoint = config.url('KUBERNETES_URL');
  if (ca === undefined) return { endpoint, credential: { ...(token !== undefined && { token }) } };
  if (splitCertificates(ca.reveal()).length === 0) {
    throw new Fault(
      'credential_rejected',
      { kind: 'KUBERNETES_CA', reason: 'malformed' },
      'Put the PEM of the authority that signs the certificate of the API server into KUBERNETES_CA: it holds no certificate.',
    );
  }
  return { endpoint, credential: { ...(token !== undefined && { token }) }, tls: { ca: ca.reveal() } };
}

function notInPod(what: string, cause?: unknown): Fault {
  return new Fault(
    'credential_rejected',
    { kind: 'service account of the pod', reason: 'missing' },
    `${what}: KUBERNETES_IN_CLUSTER reads the cluster of its own pod, whose service account must be mounted. Set agent.readOwnCluster in the chart, or automountServiceAccountToken: true in the pod. Outside a pod, use KUBERNETES_KUBECONFIG.`,
    { cause },
  );
}

function orUndefined<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
