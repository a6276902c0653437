/** How the access token that reads secrets is obtained: bought with a key, or given by where the workload runs. */
import { z } from 'zod';
import { readBoundToken } from '../../../cloud/gcp/metadata-server.ts';
import { parseKey, signStatement, tokenAddress } from '../../../cloud/gcp/service-account-key.ts';
import type { ObtainedToken } from '../../../core/cached-token.ts';
import { Fault } from '../../../core/fault.ts';
import { Secret } from '../../../core/secret.ts';
import type { SecretSource } from '../../secret-source.ts';
import { type BackendPorts, createStoreClient, outageOf, parseStored } from '../store-backend.ts';

const waitMs = 10_000;
/** The one scope that Secret Manager takes: https://cloud.google.com/secret-manager/docs/reference/rest/v1/projects.secrets.versions/access */
const scope = 'https://www.googleapis.com/auth/cloud-platform';
const mode = 'RUNNER_SECRET_STORE_CRED_MODE';
const keyVariables = { key: 'RUNNER_SECRET_STORE_GCP_SERVICE_ACCOUNT_KEY', mode };

/** https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
const Refusal = z.object({ error: z.string() });
const TokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** @throws Fault `credential_rejected` */
export async function obtainGcpToken(source: SecretSource | undefined, ports: BackendPorts): Promise<ObtainedToken> {
  const { clock, platform } = ports;
  if (source === undefined) {
    const signal = AbortSignal.timeout(waitMs);
    const { token, expiresInSec } = await readBoundToken({ env: platform.env, signal, mode });
    return { token: new Secret(token), goodForSec: expiresInSec };
  }
  const key = parseKey(await source.read(), keyVariables);
  const { origin, pathname } = new URL(tokenAddress);
  const response = await createStoreClient(new URL(origin), ports).send({
    method: 'POST',
    path: pathname,
    form: {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: signStatement(key, scope, clock.now()),
    },
    access: 'read',
  });
  if (response.status === 200) {
    const { access_token: token, expires_in: goodForSec } = parseStored(TokenAnswer, response.body);
    return { token: new Secret(token), goodForSec };
  }
  // What a proxy says itself names the host that it must let through.
  if (response.status === 407) throw notGoogle(origin);
  throw outageOf(response, clock.now()) ?? (isByGoogle(response.body) ? unsold() : notGoogle(origin));
}

function isByGoogle(body: string): boolean {
  try {
    return Refusal.safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}

function unsold(): Fault {
  return new Fault(
    'credential_rejected',
    { kind: 'service account key', reason: 'rejected' },
    `Google issues no token for ${keyVariables.key}. Check the clock of this machine first, then whether the account is enabled; create another key only if this one is no longer listed.`,
  );
}

function notGoogle(origin: string): Fault {
  return new Fault(
    'wrong_endpoint',
    { variable: 'HTTPS_PROXY', tried: origin },
    `A proxy or firewall between this Agent and ${origin} answers instead of Google: let the Agent through it. The key is not the cause; do not replace it.`,
  );
}
