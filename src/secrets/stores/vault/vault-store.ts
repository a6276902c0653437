/**
 * The KV engine of Vault, in both of its versions: https://developer.hashicorp.com/vault/api-docs/secret/kv
 * Vault says 403 to a token that has ended and to one that may not read there: asking the token about
 * itself distinguishes the two.
 */
import { z } from 'zod';
import { Fault } from '../../../core/fault.ts';
import type { HttpClient, HttpResponse } from '../../../core/http-client.ts';
import type { StoreReference } from '../../secret-reference.ts';
import {
  type BackendPorts,
  changed,
  createStoreClient,
  notTheStore,
  outageOf,
  parseStored,
  type StoreBackend,
} from '../store-backend.ts';
import type { VaultStoreSettings } from '../store-settings.ts';
import { fieldsOf, type StoredSecret } from '../stored-secret.ts';
import { namespaceHeader, openVaultToken, readVaultErrors, type VaultToken } from './vault-token.ts';

/** No empty, relative or escaped part: the path stays below the mount. */
const partForm = /^(?!\.{1,2}$)[^/%?#\p{Cc}]{1,255}$/u;

const OneVersion = z.object({ data: z.looseObject({}) });
const SeveralVersions = z.object({ data: z.object({ data: z.looseObject({}).nullable() }) });

export class VaultStore implements StoreBackend {
  readonly separator = '/';
  readonly described: string;
  readonly #settings: VaultStoreSettings;
  readonly #ports: BackendPorts;
  readonly #token: VaultToken;

  constructor(settings: VaultStoreSettings, ports: BackendPorts) {
    this.#settings = settings;
    this.#ports = ports;
    this.#token = openVaultToken(settings, ports);
    this.described = `Vault at ${settings.url.host}, KV ${settings.version} at ${settings.mount}, with ${this.#token.described}`;
  }

  problemWith({ name, key }: StoreReference): string | undefined {
    if (!name.split('/').every((part) => partForm.test(part))) return 'is not a path below the mount of the KV engine';
    return key === undefined
      ? 'names no key: a secret of Vault has several, so write #<key> after the path'
      : undefined;
  }

  async read(name: string): Promise<StoredSecret> {
    const { url, namespace } = this.#settings;
    const client = createStoreClient(url, this.#ports, {
      authorize: async () => ({
        'x-vault-token': (await this.#token.read()).reveal(),
        'x-vault-request': 'true',
        ...namespaceHeader(namespace),
      }),
    });
    let response = await this.#ask(client, name);
    if (response.status === 403 && readVaultErrors(response.body) !== undefined && !(await this.#isKnown(client))) {
      // A token that was bought ends when Vault says so, whatever was promised for it.
      if (!this.#token.forget()) throw this.#token.refused();
      response = await this.#ask(client, name);
    }
    if (response.status !== 200) throw this.#refusalOf(response, name);
    return { kind: 'fields', fields: this.#fieldsIn(response.body, name) };
  }

  /** Vault lets every token with its default policy ask about itself. @throws Fault for a failure, which says nothing about the token. */
  async #isKnown(client: HttpClient): Promise<boolean> {
    const response = await client.send({ method: 'GET', path: '/v1/auth/token/lookup-self', access: 'read' });
    const outage = outageOf(response, this.#ports.clock.now());
    if (outage !== undefined) throw outage;
    return response.status === 200;
  }

  #ask(client: HttpClient, name: string): Promise<HttpResponse> {
    const { mount, version } = this.#settings;
    const parts = [...mount.split('/'), ...(version === '2' ? ['data'] : []), ...name.split('/')];
    return client.send({ method: 'GET', path: `/v1/${parts.map(encodeURIComponent).join('/')}`, access: 'read' });
  }

  #fieldsIn(body: string, name: string): ReadonlyMap<string, string | undefined> {
    const { version } = this.#settings;
    const data = version === '2' ? parseStored(SeveralVersions, body).data.data : parseStored(OneVersion, body).data;
    const fields = fieldsOf(data);
    if (fields === undefined) throw this.#deleted(name);
    return fields;
  }

  #refusalOf(response: HttpResponse, name: string): Fault {
    const { mount, version, prefix } = this.#settings;
    const { status, body } = response;
    const errors = readVaultErrors(body);
    if (status === 503 && errors?.some((one) => /sealed/iu.test(one)) === true) return sealed();
    const outage = outageOf(response, this.#ports.clock.now());
    if (outage !== undefined) return outage;
    // The last version was deleted: its description comes where its data would.
    if (status === 404 && SeveralVersions.safeParse(parseJson(body)).success) return this.#deleted(name);
    if (errors === undefined) return notTheStore(status);
    if (status === 404) {
      return hidden(
        name,
        `There is nothing at ${name} in the KV engine ${mount} (version ${version}): put the secret there, or correct the reference, RUNNER_SECRET_STORE_VAULT_MOUNT or RUNNER_SECRET_STORE_VAULT_KV.`,
      );
    }
    if (status !== 403) return changed(`kv read: ${status}`);
    const path = version === '2' ? `${mount}/data/${prefix}/*` : `${mount}/${prefix}/*`;
    return new Fault(
      'permission_missing',
      { grant: `read on ${path}`, layer: 'Vault policy' },
      `The token is valid but may not read ${name}: add path "${path}" { capabilities = ["read"] } to a policy of it. Do not replace the token.`,
    );
  }

  #deleted(name: string): Fault {
    return hidden(name, `The last version of ${name} was deleted: undelete it, or write another version.`);
  }
}

function sealed(): Fault {
  return new Fault('upstream_down', { status: 503 }, 'Vault is sealed: its operator must unseal it.');
}

function hidden(name: string, remedy: string): Fault {
  return new Fault('not_found_or_hidden', { what: `secret ${name}` }, remedy);
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
