/**
 * Secrets Manager, through the vendor's library and the Agent's own client, with a credential that reads
 * secrets and nothing else. `AWSCURRENT` is what is read.
 */
import { createLibraryHandler, isServiceError } from '../../../cloud/aws/library-handler.ts';
import { librarySettings } from '../../../cloud/aws/library-settings.ts';
import {
  type AwsCredential,
  readWorkloadCredential,
  toCredential,
  type WebIdentity,
} from '../../../cloud/aws/workload-credential.ts';
import { Fault } from '../../../core/fault.ts';
import type { StoreReference } from '../../secret-reference.ts';
import { type BackendPorts, changed, createStoreClient, type StoreBackend } from '../store-backend.ts';
import type { AwsStoreSettings } from '../store-settings.ts';
import type { StoredSecret } from '../stored-secret.ts';
import { refusalOf } from './aws-refusal.ts';

/** https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_CreateSecret.html */
const nameForm = /^[\w/+=.@-]{1,512}$/u;
const nobody: AwsCredential = { accessKeyId: '', secretAccessKey: '' };

/** Passed to the library, so that no variable of the machine redirects it: https://docs.aws.amazon.com/general/latest/gr/rande.html */
function addressOf(service: 'secretsmanager' | 'sts', region: string): URL {
  return new URL(`https://${service}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`);
}

export class AwsStore implements StoreBackend {
  readonly separator = '/';
  readonly described: string;
  readonly #settings: AwsStoreSettings;
  readonly #ports: BackendPorts;

  constructor(settings: AwsStoreSettings, ports: BackendPorts) {
    this.#settings = settings;
    this.#ports = ports;
    const { region, keys, role } = settings;
    const whose = role === undefined ? 'the role of this workload' : `the role ${role}`;
    this.described = `Secrets Manager in ${region}, with ${keys === undefined ? whose : 'an access key of its own'}`;
  }

  problemWith({ name }: StoreReference): string | undefined {
    if (name.startsWith('arn:')) return 'is an ARN: use the name alone; it is read in the region of the store';
    return nameForm.test(name) ? undefined : 'is not a valid name in Secrets Manager';
  }

  async read(name: string): Promise<StoredSecret> {
    const { SecretsManagerClient, GetSecretValueCommand } = await import('@aws-sdk/client-secrets-manager');
    const { url, region } = this.#settings;
    const endpoint = url ?? addressOf('secretsmanager', region);
    const client = new SecretsManagerClient(this.#configure(endpoint, await this.#readCredential(name)));
    const { SecretString: text } = await this.#refusing(name, () =>
      client.send(new GetSecretValueCommand({ SecretId: name })),
    );
    if (text !== undefined) return { kind: 'text', text };
    throw new Fault(
      'credential_rejected',
      { kind: `secret ${name}`, reason: 'malformed' },
      `The secret ${name} holds binary data: store it as text (SecretString).`,
    );
  }

  async #readCredential(name: string): Promise<AwsCredential> {
    const { keys, role } = this.#settings;
    const { platform, clock } = this.#ports;
    if (keys === undefined) {
      const assume = (identity: WebIdentity): Promise<AwsCredential> => this.#assume(name, identity);
      return readWorkloadCredential({ env: platform.env, clock, role, assume });
    }
    const [id, secret, session] = await Promise.all([keys.id.read(), keys.secret.read(), keys.session?.read()]);
    return {
      accessKeyId: id.reveal().trim(),
      secretAccessKey: secret.reveal().trim(),
      ...(session !== undefined && { sessionToken: session.reveal().trim() }),
    };
  }

  async #assume(name: string, { role, token }: WebIdentity): Promise<AwsCredential> {
    const { STSClient, AssumeRoleWithWebIdentityCommand } = await import('@aws-sdk/client-sts');
    const endpoint = addressOf('sts', this.#settings.region);
    // The library does not sign this call, but asks for a credential all the same.
    const client = new STSClient(this.#configure(endpoint, nobody));
    const command = new AssumeRoleWithWebIdentityCommand({
      RoleArn: role,
      RoleSessionName: 'farol-agent-secrets',
      WebIdentityToken: token,
    });
    const { Credentials: given } = await this.#refusing(name, () => client.send(command));
    return toCredential(given);
  }

  /** For one call: the credential is read again for the next. */
  #configure(endpoint: URL, credentials: AwsCredential) {
    // The library puts the path of the address before that of the call.
    const client = createStoreClient(new URL(endpoint.origin), this.#ports);
    return {
      ...librarySettings,
      region: this.#settings.region,
      endpoint: endpoint.href,
      credentials,
      requestHandler: createLibraryHandler('a read of the secret store', ({ path, method, built }) =>
        client.send({ path, method, built, access: 'read' }),
      ),
    };
  }

  /** Without a cause: the error of the library quotes an answer that it cannot parse. */
  async #refusing<T>(name: string, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof Fault) throw error;
      const status = isServiceError(error) ? (error.$metadata.httpStatusCode ?? 0) : 0;
      if (!isServiceError(error) || status < 300) throw changed('GetSecretValue');
      const { name: code, message, $response } = error;
      const { prefix, region } = this.#settings;
      const nowMs = this.#ports.clock.now();
      throw refusalOf({ code, message, status, headers: $response?.headers ?? {} }, { name, prefix, region, nowMs });
    }
  }
}
