/**
 * A cluster as EKS runs it, on loopback: the API server of Kubernetes with its store, and the authenticator
 * that EKS uses in front of it. It has no nodes and no controllers: what is put there stays as it was put.
 *
 * Who an AWS identity is in the cluster is read from the config map `aws-auth`. An access entry says the same
 * from the side of AWS and takes the same way through the authenticator; only AWS itself has them.
 */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Authority } from '../authority.ts';
import { ClusterClient } from './cluster-client.ts';
import { findFreePort, findFreePorts } from '../../../../demo/free-ports.ts';
import { type StartedProcess, startProcess } from '../../../../test/started-process.ts';
import { controlPlaneBinary } from './control-plane-binaries.ts';

export interface ControlPlaneOptions {
  /** Name by which the tokens are bound to this cluster. */
  readonly cluster: string;
  /** Host of its address. */
  readonly host: string;
  readonly authority: Authority;
  /** The way of the authenticator to AWS; without one there is no authenticator, and only the administrator is known. */
  readonly network?: Network;
  /** Whether it takes client certificates of the authority. */
  readonly trustsClients?: boolean;
  /** Another API server than the one of the module file beside this. */
  readonly apiServer?: string;
}

interface Network {
  readonly variables: Readonly<Record<string, string>>;
  readonly ca: string;
}

/** Static token of an administrator, for the test itself. */
export const adminToken = 'admin-of-the-test';

export class ControlPlane {
  readonly port: number;
  readonly client: ClusterClient;
  readonly #folder: string;
  readonly #parts: { stop(): Promise<void> }[] = [];
  readonly #options: ControlPlaneOptions;
  #store = '';

  private constructor(folder: string, port: number, options: ControlPlaneOptions) {
    this.#folder = folder;
    this.#options = options;
    this.port = port;
    this.client = new ClusterClient(port, options.authority.pem);
  }

  /** @throws with what the program said that did not start. */
  static async start(options: ControlPlaneOptions): Promise<ControlPlane> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'farol-kubernetes-'));
    const plane = new ControlPlane(folder, await findFreePort(), options);
    try {
      await plane.#startStore();
      const authenticatorPort = await findFreePort();
      await plane.#startApiServer(options.network === undefined ? undefined : authenticatorPort);
      if (options.network !== undefined) await plane.#startAuthenticator(authenticatorPort, options.network);
    } catch (error) {
      await plane.stop();
      throw error;
    }
    return plane;
  }

  /** Every request of this program that the API server answered, in order: its own record, without bodies. */
  async audited(userAgent: string): Promise<AuditEvent[]> {
    const lines = (await readFile(this.#at('audit.log'), 'utf8')).trim().split('\n');
    return lines.map((line) => JSON.parse(line) as AuditEvent).filter((event) => event.userAgent === userAgent);
  }

  /** Makes the store forget every state before a change, as the API server makes it do every five minutes. */
  async forgetHistory(): Promise<void> {
    const change = { apiVersion: 'v1', kind: 'Namespace', metadata: { generateName: 'later-' } };
    await this.client.apply({ path: '/api/v1/namespaces', body: change, token: adminToken });
    const ask = async (path: string, body: object): Promise<unknown> => {
      const answer = await fetch(`${this.#store}/v3/kv/${path}`, { method: 'POST', body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`etcd answered ${answer.status}: ${await answer.text()}`);
      return answer.json();
    };
    const { header } = (await ask('range', { key: Buffer.from('/').toString('base64') })) as {
      header: { revision: string };
    };
    await ask('compaction', { revision: header.revision, physical: true });
  }

  async stop(): Promise<void> {
    for (const part of this.#parts.toReversed()) await part.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #startStore(): Promise<void> {
    const [port = 0, peerPort = 0] = await findFreePorts(2);
    this.#store = `http://127.0.0.1:${port}`;
    const url = this.#store;
    const peer = `http://127.0.0.1:${peerPort}`;
    const flags = {
      'data-dir': this.#at('store'),
      'listen-client-urls': url,
      'advertise-client-urls': url,
      'listen-peer-urls': peer,
      'initial-advertise-peer-urls': peer,
      'initial-cluster': `default=${peer}`,
      'unsafe-no-fsync': 'true',
      'log-level': 'error',
    };
    const isReady = async (): Promise<boolean> => (await fetch(`${url}/health`)).ok;
    await this.#run({ program: controlPlaneBinary('etcd'), args: flagsOf(flags), isReady });
  }

  async #startApiServer(authenticatorPort: number | undefined): Promise<void> {
    const { host, authority, trustsClients, apiServer = controlPlaneBinary('kube-apiserver') } = this.#options;
    const { cert, key } = await authority.issue([host, '127.0.0.1']);
    const accounts = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      privateKeyEncoding: { type: 'sec1', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    }).privateKey;
    const auditPolicy = {
      apiVersion: 'audit.k8s.io/v1',
      kind: 'Policy',
      omitStages: ['RequestReceived'],
      rules: [{ level: 'Metadata' }],
    };
    const flags = {
      'etcd-servers': this.#store,
      'bind-address': '127.0.0.1',
      'secure-port': String(this.port),
      // Told to pods, of which none runs; the address is one for documents.
      'advertise-address': '192.0.2.1',
      'endpoint-reconciler-type': 'none',
      'service-cluster-ip-range': '172.20.0.0/16',
      'tls-cert-file': await this.#write('server.pem', cert),
      'tls-private-key-file': await this.#write('server-key.pem', key),
      'service-account-issuer': 'https://kubernetes.default.svc',
      'service-account-key-file': await this.#write('accounts.pem', accounts),
      'service-account-signing-key-file': this.#at('accounts.pem'),
      ...(trustsClients === true && { 'client-ca-file': await this.#write('clients.pem', authority.pem) }),
      'authorization-mode': 'RBAC',
      'token-auth-file': await this.#write('tokens.csv', `${adminToken},admin,admin,system:masters\n`),
      ...(authenticatorPort !== undefined && (await this.#askAuthenticator(authenticatorPort))),
      'audit-policy-file': await this.#write('audit-policy.json', JSON.stringify(auditPolicy)),
      'audit-log-path': this.#at('audit.log'),
      'audit-log-mode': 'blocking-strict',
      // Lists come from the store, which can be made to forget; from memory they would be kept for minutes.
      'feature-gates': 'ListFromCacheSnapshot=false',
      // Accounts of services are made by a controller, and there is none.
      'disable-admission-plugins': 'ServiceAccount',
    };
    const isReady = async (): Promise<boolean> =>
      (await this.client.send({ path: '/readyz', token: adminToken })).status === 200;
    await this.#run({ program: apiServer, args: flagsOf(flags), isReady });
  }

  async #askAuthenticator(port: number): Promise<Readonly<Record<string, string>>> {
    const webhook = kubeconfig(`https://127.0.0.1:${port}/authenticate`, this.#options.authority.pem, 'none');
    return {
      'authentication-token-webhook-config-file': await this.#write('webhook.json', webhook),
      'authentication-token-webhook-version': 'v1beta1',
      // Every token is checked again, so that no test sees what another was answered.
      'authentication-token-webhook-cache-ttl': '0s',
    };
  }

  async #startAuthenticator(port: number, network: Network): Promise<void> {
    const { cluster, authority } = this.#options;
    const { cert, key } = await authority.issue(['127.0.0.1']);
    // Beside its own port it opens a fixed one on every interface, to say that it is alive. It goes on without.
    const held = createServer();
    await new Promise((resolve) => held.once('error', resolve).listen(21_363, '127.0.0.1', () => resolve(undefined)));
    this.#parts.push({ stop: () => new Promise((resolve) => held.close(() => resolve())) });
    await this.#write('cert.pem', cert);
    await this.#write('key.pem', key);
    const flags = {
      'cluster-id': cluster,
      'backend-mode': 'EKSConfigMap',
      kubeconfig: await this.#write(
        'admin.json',
        kubeconfig(`https://127.0.0.1:${this.port}`, authority.pem, adminToken),
      ),
      'kubeconfig-pregenerated': 'true',
      'state-dir': this.#folder,
      address: '127.0.0.1',
      port: String(port),
    };
    const probe = new ClusterClient(port, authority.pem);
    await this.#run({
      program: controlPlaneBinary('aws-iam-authenticator'),
      args: ['server', ...flagsOf(flags)],
      env: {
        ...network.variables,
        SSL_CERT_FILE: await this.#write('aws.pem', network.ca),
        AWS_REGION: 'eu-west-1',
        AWS_EC2_METADATA_DISABLED: 'true',
      },
      isReady: async () => (await probe.send({ path: '/healthz', token: 'none' })).status === 200,
    });
  }

  async #run(start: Parameters<typeof startProcess>[0]): Promise<void> {
    const process: StartedProcess = await startProcess(start);
    this.#parts.push(process);
  }

  #at(name: string): string {
    return path.join(this.#folder, name);
  }

  async #write(name: string, text: string): Promise<string> {
    await writeFile(this.#at(name), text, { mode: 0o600 });
    return this.#at(name);
  }
}

/** https://kubernetes.io/docs/reference/config-api/apiserver-audit.v1/ */
export interface AuditEvent {
  readonly verb: string;
  readonly requestURI: string;
  readonly userAgent?: string;
  readonly user: { readonly username: string; readonly groups?: readonly string[] };
  readonly responseStatus?: { readonly code: number };
}

function flagsOf(flags: Readonly<Record<string, string>>): string[] {
  return Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
}

/** JSON is YAML. */
function kubeconfig(server: string, ca: string, token: string): string {
  const data = Buffer.from(ca).toString('base64');
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'only', cluster: { server, 'certificate-authority-data': data } }],
    users: [{ name: 'only', user: { token } }],
    contexts: [{ name: 'only', context: { cluster: 'only', user: 'only' } }],
    'current-context': 'only',
  });
}
