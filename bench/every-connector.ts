/**
 * An Agent with everything configured and nothing used: variables for every connector of the registry,
 * made from what its manifest declares, all of them leading to one address of this machine.
 */
import { generateKeyPairSync } from 'node:crypto';
import { registry } from '../connectors/registry.ts';
import type { Manifest, Variable } from '../src/connector/manifest.ts';

/** Stands where an example of a secret is cut short. */
const filler = 'of-the-benchmark-and-of-no-system-0123456789';

/** Secrets that are documents: an example cannot be completed into one. */
const documents: Readonly<Record<string, (address: string) => string>> = {
  GCP_SERVICE_ACCOUNT_KEY: serviceAccountKey,
};

/** `address` is `host:port` on loopback; where nobody listens, each call fails at once. */
export function everyConnector(address: string): Record<string, string> {
  const manifests = registry.map(({ manifest }) => manifest);
  const asked = textsAskedFor(manifests);
  const valueOf = (name: string, variable: Variable): string => {
    if (variable.kind === 'url') return `http://${address}/`;
    if (variable.kind === 'text') return asked.get(name) ?? variable.example;
    const [scheme] = variable.carriesAddress ?? [];
    if (scheme !== undefined) return `${scheme}://farol:${filler}@${address}/?authSource=admin`;
    return documents[name]?.(address) ?? `${variable.example.replace(/…$/u, '')}${filler}`;
  };
  const variables = manifests.flatMap(({ config }) => Object.entries(config));
  return Object.fromEntries(variables.map(([name, variable]) => [name, valueOf(name, variable)]));
}

/** A variable that another one's `being` speaks of has that text, so that the other one is needed and read. */
function textsAskedFor(manifests: readonly Manifest[]): ReadonlyMap<string, string> {
  const asked = new Map<string, string>();
  for (const { need } of manifests.flatMap(({ config }) => Object.values(config))) {
    if (typeof need === 'object' && 'with' in need && need.being !== undefined) asked.set(need.with, need.being);
  }
  return asked;
}

function serviceAccountKey(address: string): string {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return JSON.stringify({
    type: 'service_account',
    project_id: 'bench',
    private_key_id: '0123456789abcdef',
    private_key: privateKey,
    client_email: 'farol@bench.iam.gserviceaccount.com',
    client_id: '1',
    token_uri: `http://${address}/token`,
  });
}
