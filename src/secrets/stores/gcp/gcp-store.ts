/** Secret Manager of Google Cloud: the latest version of a secret, by plain REST. */
import { z } from 'zod';
import { CachedToken } from '../../../core/cached-token.ts';
import { Fault } from '../../../core/fault.ts';
import type { HttpResponse } from '../../../core/http-client.ts';
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
import type { GcpStoreSettings } from '../store-settings.ts';
import { decodeText, type StoredSecret } from '../stored-secret.ts';
import { obtainGcpToken } from './gcp-token.ts';

const address = new URL('https://secretmanager.googleapis.com');
const nameForm = /^[A-Za-z0-9_-]{1,255}$/u;

/** https://cloud.google.com/secret-manager/docs/reference/rest/v1/AccessSecretVersionResponse */
const Accessed = z.object({ payload: z.object({ data: z.base64() }) });
/** https://cloud.google.com/apis/design/errors */
const Refused = z.object({
  error: z.object({
    status: z.string(),
    details: z.array(z.looseObject({ reason: z.string().optional() })).optional(),
  }),
});

export class GcpStore implements StoreBackend {
  readonly separator = '-';
  readonly described: string;
  readonly #settings: GcpStoreSettings;
  readonly #ports: BackendPorts;
  readonly #token: CachedToken;

  constructor(settings: GcpStoreSettings, ports: BackendPorts) {
    this.#settings = settings;
    this.#ports = ports;
    this.#token = new CachedToken(ports.clock);
    const whose = settings.key === undefined ? 'the bound service account' : 'a service account key of its own';
    this.described = `Secret Manager of project ${settings.project}, with ${whose}`;
  }

  problemWith({ name }: StoreReference): string | undefined {
    if (nameForm.test(name)) return undefined;
    return 'is not a valid name in Secret Manager: use letters, digits, hyphens and underscores, without the project';
  }

  async read(name: string): Promise<StoredSecret> {
    const { url = address, project, key } = this.#settings;
    const client = createStoreClient(url, this.#ports, {
      authorize: async () => {
        const { token } = await this.#token.read(() => obtainGcpToken(key, this.#ports));
        return { authorization: `Bearer ${token.reveal()}` };
      },
      renew: () => Promise.resolve(this.#token.forget()),
    });
    const path = `/v1/projects/${project}/secrets/${name}/versions/latest:access`;
    const response = await client.send({ method: 'GET', path, access: 'read' });
    if (response.status !== 200) throw this.#refusalOf(response, name);
    return { kind: 'text', text: decodeText(parseStored(Accessed, response.body).payload.data, name) };
  }

  #refusalOf(response: HttpResponse, name: string): Fault {
    const { project, prefix } = this.#settings;
    const outage = outageOf(response, this.#ports.clock.now());
    if (outage !== undefined) return outage;
    const error = readError(response.body);
    if (error === undefined) return notTheStore(response.status);
    switch (error.status) {
      case 'UNAUTHENTICATED':
        this.#token.forget();
        return new Fault(
          'credential_rejected',
          { kind: 'credential of the secret store', reason: 'rejected' },
          'Google does not accept the token that reads secrets: its service account or key was disabled or deleted. Enable it, or use another credential.',
        );
      case 'PERMISSION_DENIED':
        if (error.reasons.includes('SERVICE_DISABLED')) return disabled(project);
        return new Fault(
          'permission_missing',
          { grant: 'secretmanager.versions.access', layer: 'IAM of the project or the secret' },
          `Grant roles/secretmanager.secretAccessor to the service account that reads secrets, on the condition resource.name.startsWith("projects/<number of ${project}>/secrets/${prefix}-"); if it is granted, ${name} may not exist. Do not rotate the credential.`,
        );
      case 'NOT_FOUND':
        return hidden(
          name,
          `There is no secret ${name} with a version in project ${project}: create it, or correct the reference or RUNNER_SECRET_STORE_GCP_PROJECT.`,
        );
      case 'FAILED_PRECONDITION':
        return hidden(name, `The latest version of ${name} is disabled or destroyed: enable it, or add a version.`);
      default:
        return changed(`versions.access: ${response.status}`);
    }
  }
}

function disabled(project: string): Fault {
  return new Fault(
    'feature_disabled',
    { feature: 'Secret Manager API' },
    `Enable secretmanager.googleapis.com in project ${project}. No permission is missing.`,
  );
}

function hidden(name: string, remedy: string): Fault {
  return new Fault('not_found_or_hidden', { what: `secret ${name}` }, remedy);
}

function readError(body: string): { status: string; reasons: readonly (string | undefined)[] } | undefined {
  try {
    const { status, details = [] } = parseStored(Refused, body).error;
    return { status, reasons: details.map(({ reason }) => reason) };
  } catch {
    return undefined;
  }
}
