/** Straight requests to an API server, as `kubectl` would send them: to fill it, and to try what must be refused. */
import { request } from 'node:https';

export interface ClusterRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Sent as YAML when it is text. */
  readonly body?: object | string;
  readonly token: string;
  /** Makes a PATCH a server-side apply in the name of this manager. */
  readonly manager?: string;
}

export interface ClusterAnswer {
  readonly status: number;
  readonly body: string;
}

export class ClusterClient {
  readonly #port: number;
  readonly #ca: string;

  constructor(port: number, ca: string) {
    this.#port = port;
    this.#ca = ca;
  }

  send({ method = 'GET', path, body, token, manager }: ClusterRequest): Promise<ClusterAnswer> {
    const change = manager === undefined ? 'application/merge-patch+json' : 'application/apply-patch+yaml';
    const type = method === 'PATCH' ? change : 'application/json';
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && {
        'content-type': typeof body === 'string' && method !== 'PATCH' ? 'application/yaml' : type,
      }),
    };
    const options = { host: '127.0.0.1', port: this.#port, ca: this.#ca, path, method, headers, agent: false };
    return new Promise((resolve, reject) => {
      const sent = request(options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.once('error', reject);
        response.once('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
      });
      sent.once('error', reject);
      sent.end(typeof body === 'object' ? JSON.stringify(body) : body);
    });
  }

  /** @throws with the cluster's own words when it does not take the object. */
  async apply(
    wanted: Required<Pick<ClusterRequest, 'path' | 'body' | 'token'>> & Pick<ClusterRequest, 'method'>,
  ): Promise<void> {
    const { method = 'POST', path } = wanted;
    // Strict: a field that Kubernetes does not know is refused and not dropped.
    const answer = await this.send({ ...wanted, method, path: `${path}?fieldValidation=Strict` });
    if (answer.status !== 200 && answer.status !== 201) {
      throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body}`);
    }
  }
}
