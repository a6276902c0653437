/** Whether the secret store gives what the settings refer to. Names of secrets may be seen; nothing that was read is. */
import { faultTable } from '../../core/fault.ts';
import { type SecretSource, SecretUnreadable } from '../../secrets/secret-source.ts';
import type { AgentSettings } from '../boot/read-settings.ts';
import { type ConnectorSetup, nameIn } from '../connectors/connector-setup.ts';
import type { Diagnosis } from '../../tunnel/doctor/diagnosis.ts';

/** Empty without a store. What boot has just read is not asked for again. */
export async function examineSecretStore(
  { secretStore, sources }: Pick<AgentSettings, 'secretStore' | 'sources'>,
  isOffline: boolean,
): Promise<Diagnosis[]> {
  const { described } = secretStore;
  if (described === undefined) return [];
  const at = { area: 'secrets', subject: described } as const;
  const secrets = sources.flatMap(({ setup }) => [...setup.secrets.values()].map((secret) => ({ setup, secret })));
  const referring = secrets.filter(({ secret }) => secret.reference !== undefined);
  if (referring.length === 0) return [{ ...at, status: 'skipped', says: 'No variable of a connector refers to it.' }];
  const count = `${referring.length} ${referring.length === 1 ? 'secret' : 'secrets'}`;
  if (isOffline) return [{ ...at, status: 'skipped', says: `${count} not read, as requested.` }];
  const failures = (await Promise.all(referring.map(failureOf))).filter((one) => one !== undefined);
  const [first] = failures;
  if (first === undefined) return [{ ...at, status: 'ok', says: `${count} read.` }];
  const names = failures.map(({ name }) => name).join(', ');
  const { fault, remedy: fix } = first.failure;
  const who = fault === undefined ? 'operator' : faultTable[fault.kind].who;
  return [{ ...at, status: 'problem', says: `Of ${count}, unreadable: ${names}.`, who, fix }];
}

interface Referring {
  readonly setup: ConnectorSetup;
  readonly secret: SecretSource;
}

interface Unreadable {
  /** Of the variable, and of its source where the variable alone does not say it. */
  readonly name: string;
  readonly failure: SecretUnreadable;
}

async function failureOf({ setup, secret }: Referring): Promise<Unreadable | undefined> {
  try {
    await secret.read();
    return undefined;
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    return { name: nameIn(setup, error.variable), failure: error };
  }
}
