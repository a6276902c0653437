/** A running Keycloak on loopback, in memory only, with its administration. */
import path from 'node:path';
import { findFreePort } from '../../demo/free-ports.ts';
import { startProcess } from '../started-process.ts';
import { installKeycloak } from './install-keycloak.ts';

export interface Keycloak {
  readonly address: string;
  /** A request of the administrator, below `/admin`. @returns what was answered, undefined for nothing. @throws Error for any refusal. */
  administer(method: string, path: string, body?: unknown): Promise<unknown>;
  close(): Promise<void>;
}

const administrator = { username: 'admin', password: 'a password of the test' };

export async function startKeycloak(): Promise<Keycloak> {
  const server = installKeycloak();
  const port = await findFreePort();
  const address = `http://127.0.0.1:${port}`;
  const listening = ['--http-enabled=true', '--http-host=127.0.0.1', `--http-port=${port}`, '--hostname-strict=false'];
  const running = await startProcess({
    program: path.join(server, 'bin/kc.sh'),
    args: ['start', '--optimized', '--cache=local', ...listening],
    env: {
      PATH: process.env['PATH'] ?? '',
      KC_BOOTSTRAP_ADMIN_USERNAME: administrator.username,
      KC_BOOTSTRAP_ADMIN_PASSWORD: administrator.password,
      // It runs for a minute: the second compiler of Java would cost more than it gives.
      JAVA_OPTS_APPEND: '-XX:TieredStopAtLevel=1',
    },
    isReady: async () => (await fetch(`${address}/realms/master`)).ok,
    readyMs: 240_000,
  });
  return {
    address,
    administer: async (method, below, body) => {
      const token = await signInAdministrator(address);
      const answer = await fetch(`${address}/admin/${below}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${below} answered ${answer.status}: ${text}`);
      return text === '' ? undefined : (JSON.parse(text) as unknown);
    },
    // Its script passes this signal on to Java, and could not pass on SIGKILL.
    close: () => running.stop('SIGTERM'),
  };
}

/** For each request: it expires within a minute. */
async function signInAdministrator(address: string): Promise<string> {
  const { username, password } = administrator;
  return requestToken(`${address}/realms/master`, { client_id: 'admin-cli', username, password });
}

/** An access token for a person's password, from a client that may ask so. */
export async function requestToken(issuer: string, form: Readonly<Record<string, string>>): Promise<string> {
  const answer = await fetch(`${issuer}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...form, grant_type: 'password' }),
  });
  const { access_token: token } = (await answer.json()) as { readonly access_token?: string };
  if (token === undefined) throw new Error(`no token was given: status ${answer.status}`);
  return token;
}
