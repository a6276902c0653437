/** Secrets of Kubernetes, by plain REST: https://kubernetes.io/docs/reference/kubernetes-api/config-and-storage-resources/secret-v1/ */
import { z } from 'zod';
import { Fault } from '../../../core/fault.ts';
import type { HttpResponse } from '../../../core/http-client.ts';
import { type NetworkAgents, withTls } from '../../../core/network-agent.ts';
import type { Secret } from '../../../core/secret.ts';
import type { StoreReference } from '../../secret-reference.ts';
import { type StoredSecret, textIn } from '../stored-secret.ts';
import {
  type BackendPorts,
  changed,
  createStoreClient,
  notTheStore,
  outageOf,
  parseStored,
  type StoreBackend,
} from '../store-backend.ts';
import type { KubernetesStoreSettings } from '../store-settings.ts';
import { readPodCluster, readServiceAccountToken } from './service-account.ts';

/** A namespace and the name of a Secret: a DNS label and a DNS subdomain. */
const nameForm = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\/[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/u;

const Found = z.object({ kind: z.literal('Secret'), data: z.record(z.string(), z.base64()).optional() });
const Status = z.object({ kind: z.literal('Status'), reason: z.string().optional() });

interface Cluster {
  readonly url: URL;
  readonly agents: NetworkAgents;
  readonly token: Secret;
}

export class KubernetesStore implements StoreBackend {
  readonly separator = '/';
  readonly described: string;
  readonly #settings: KubernetesStoreSettings;
  readonly #ports: BackendPorts;
  #trusting: { readonly ca: string; readonly agents: NetworkAgents } | undefined;

  constructor(settings: KubernetesStoreSettings, ports: BackendPorts) {
    this.#settings = settings;
    this.#ports = ports;
    const { outside, prefix } = settings;
    const whose =
      outside === undefined ? 'the service account of this pod' : `a token of its own at ${outside.url.host}`;
    this.described = `Secrets of the namespace ${prefix}, with ${whose}`;
  }

  problemWith({ name, key }: StoreReference): string | undefined {
    if (!nameForm.test(name)) return 'is not of the form <namespace>/<name>';
    return key === undefined ? 'names no key: a Secret has several, so write #<key> after its name' : undefined;
  }

  async read(name: string): Promise<StoredSecret> {
    const { url, agents, token } = await this.#openCluster();
    const ports = { ...this.#ports, agents };
    const client = createStoreClient(url, ports, {
      authorize: () => Promise.resolve({ authorization: `Bearer ${token.reveal()}` }),
    });
    const [namespace = '', secret = ''] = name.split('/');
    const path = `/api/v1/namespaces/${namespace}/secrets/${secret}`;
    const response = await client.send({ method: 'GET', path, access: 'read' });
    if (response.status !== 200) throw this.#refusalOf(response, name);
    const data = Object.entries(parseStored(Found, response.body).data ?? {});
    return { kind: 'fields', fields: new Map(data.map(([key, base64]) => [key, textIn(base64)])) };
  }

  async #openCluster(): Promise<Cluster> {
    const { outside } = this.#settings;
    const { agents, platform } = this.#ports;
    if (outside !== undefined) return { url: outside.url, agents, token: await outside.token.read() };
    const { url, ca } = await readPodCluster(platform);
    const token = await readServiceAccountToken(platform);
    if (this.#trusting?.ca !== ca) {
      this.close();
      this.#trusting = { ca, agents: withTls(agents, { ca }) };
    }
    return { url, agents: this.#trusting.agents, token };
  }

  /** Its https agent is its own; the http one is everybody's. */
  close(): void {
    this.#trusting?.agents.close();
    this.#trusting = undefined;
  }

  #refusalOf(response: HttpResponse, name: string): Fault {
    const [namespace = '', secret = ''] = name.split('/');
    const outage = outageOf(response, this.#ports.clock.now());
    if (outage !== undefined) return outage;
    if (!isStatus(response.body)) return notTheStore(response.status);
    switch (response.status) {
      case 401:
        return new Fault(
          'credential_rejected',
          { kind: 'credential of the secret store', reason: 'rejected' },
          'The cluster does not accept the token: with RUNNER_SECRET_STORE_CRED_MODE=static it has expired or belongs to another cluster, so use another one; with chain its service account was deleted, so restart the pod under one that exists.',
        );
      case 403:
        return new Fault(
          'permission_missing',
          { grant: 'get secrets', layer: `Role in ${namespace}` },
          `Bind a Role in the namespace ${namespace} to the service account of this Agent: apiGroups [""], resources ["secrets"], resourceNames ["${secret}"], verbs ["get"]. Do not grant list. Do not replace the token.`,
        );
      case 404:
        return new Fault(
          'not_found_or_hidden',
          { what: `secret ${name}` },
          `There is no Secret ${secret} in the namespace ${namespace}: create it, or correct the reference.`,
        );
      default:
        return changed(`get secrets: ${response.status}`);
    }
  }
}

function isStatus(body: string): boolean {
  try {
    parseStored(Status, body);
    return true;
  } catch {
    return false;
  }
}
