/**
 * The secret store of an Agent: finds what a reference leads to, reads it when it is needed, and says for
 * each variable what keeps it from being read. Everything read is known to the redactor before it is used.
 */
import type { Clock } from '../../core/clock.ts';
import { Fault } from '../../core/fault.ts';
import type { Log } from '../../core/log.ts';
import { createAgents } from '../../core/network-agent.ts';
import { systemRandom } from '../../core/random.ts';
import type { Redactor } from '../../core/redact.ts';
import type { SecretProblem, StoreReference } from '../secret-reference.ts';
import { type FoundSecret, type SecretStore, SecretUnreadable } from '../secret-source.ts';
import { AwsStore } from './aws/aws-store.ts';
import { GcpStore } from './gcp/gcp-store.ts';
import { CachedSecrets } from './cached-secrets.ts';
import { KubernetesStore } from './kubernetes/kubernetes-store.ts';
import type { BackendPorts, StoreBackend } from './store-backend.ts';
import { realPlatform, type StorePlatform } from './store-platform.ts';
import { type Environment, readStoreSettings, type StoreSettings } from './store-settings.ts';
import { secretsIn, type StoredSecret } from './stored-secret.ts';
import { StoreSecret } from './store-secret.ts';
import { VaultStore } from './vault/vault-store.ts';

export interface SecretStorePorts {
  readonly env: Environment;
  readonly redactor: Redactor;
  /** PEM of an additional authority. */
  readonly ca: string | undefined;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  /** Another place than the real one, in tests. */
  readonly platform?: StorePlatform;
}

export interface OpenSecretStore extends SecretStore {
  /** What is wrong with its settings. */
  readonly problems: readonly SecretProblem[];
  /** Which store, where, and with which credential; undefined when there is none. */
  readonly described: string | undefined;
  /** Ends its connections. */
  close(): void;
}

/** Sends nothing yet. */
export function openSecretStore(ports: SecretStorePorts): OpenSecretStore {
  const { env, redactor, ca, clock, log, platform = realPlatform(env) } = ports;
  const { settings, problems } = readStoreSettings(env, redactor);
  if (settings === undefined) {
    const find = (variable: string, reference: StoreReference): FoundSecret =>
      invalid(variable, `${wordsOf(variable, reference)} ${problems.length > 0 ? wrongSettings : noMode}`, reference);
    return { problems, described: undefined, find, close: () => undefined };
  }
  const agents = createAgents({ ca, env });
  const backend = createBackend(settings, { agents, clock, random: systemRandom, platform });
  const kept = new CachedSecrets({
    read: (name) => readFrom(backend, name),
    onRead: (stored) => {
      for (const secret of secretsIn(stored)) redactor.add(secret);
    },
    clock,
    log,
  });
  return {
    problems: [],
    described: `${backend.described}, below ${settings.prefix}${backend.separator}`,
    find(variable, reference) {
      const problem = problemWith(settings, backend, reference);
      if (problem !== undefined) return invalid(variable, `${wordsOf(variable, reference)} ${problem}`, reference);
      return { state: 'present', source: new StoreSecret(variable, reference, { kept, clock }) };
    },
    close() {
      backend.close?.();
      agents.close();
    },
  };
}

const noMode = 'is given, but RUNNER_SECRET_STORE_MODE is not set.';
const wrongSettings = 'is given, but the settings of the secret store are not valid.';

function createBackend(settings: StoreSettings, ports: BackendPorts): StoreBackend {
  switch (settings.mode) {
    case 'aws':
      return new AwsStore(settings, ports);
    case 'gcp':
      return new GcpStore(settings, ports);
    case 'vault':
      return new VaultStore(settings, ports);
    case 'k8s':
      return new KubernetesStore(settings, ports);
  }
}

/** The store's own credential comes from a variable or a file, which may be unreadable too. */
async function readFrom(backend: StoreBackend, name: string): Promise<StoredSecret> {
  try {
    return await backend.read(name);
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    throw new Fault('credential_rejected', { kind: error.variable, reason: 'missing' }, error.message, {
      cause: error,
    });
  }
}

function problemWith(
  { mode, prefix }: StoreSettings,
  backend: StoreBackend,
  reference: StoreReference,
): string | undefined {
  if (reference.scheme !== mode) return `is given, but RUNNER_SECRET_STORE_MODE is ${mode}.`;
  const wrong = backend.problemWith(reference);
  if (wrong !== undefined) return `${wrong}.`;
  const start = `${prefix}${backend.separator}`;
  if (reference.name.startsWith(start)) return undefined;
  return `is outside RUNNER_SECRET_STORE_PREFIX, which allows names that begin with ${start} only.`;
}

function wordsOf(variable: string, { scheme, name }: StoreReference): string {
  return `${variable}: ${scheme}://${name}`;
}

function invalid(variable: string, problem: string, { scheme }: StoreReference): FoundSecret {
  const remedy = `Correct the reference or the settings of the store (RUNNER_SECRET_STORE_MODE=${scheme}, its prefix and its credential), or give ${variable} as value or as file in ${variable}_FILE.`;
  return { state: 'invalid', problem: { variable, problem, remedy } };
}
