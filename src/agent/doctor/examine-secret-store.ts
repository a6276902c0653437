/** Whether the secret store gives what the settings refer to. Names of secrets may be seen; nothing that was read is. */
import { faultTable } from '../../core/fault.ts';
import { type SecretSource, SecretUnreadable } from '../../secrets/secret-source.ts';
import type { AgentSettings } from '../boot/read-settings.ts';
import type { Diagnosis } from './diagnosis.ts';

/** Empty without a store. What boot has just read is not asked for again. */
export async function examineSecretStore(
  { secretStore, connectors }: Pick<AgentSettings, 'secretStore' | 'connectors'>,
  isOffline: boolean,
): Promise<Diagnosis[]> {
  const { described } = secretStore;
  if (described === undefined) return [];
  const at = { area: 'secrets', subject: described } as const;
  const sources = connectors.flatMap(({ setup }) => [...setup.secrets.values()]);
  const referring = sources.filter(({ reference }) => reference !== undefined);
  if (referring.length === 0) return [{ ...at, status: 'skipped', says: 'No variable of a connector refers to it.' }];
  const count = `${referring.length} ${referring.length === 1 ? 'secret' : 'secrets'}`;
  if (isOffline) return [{ ...at, status: 'skipped', says: `${count} not read, as requested.` }];
  const failures = (await Promise.all(referring.map(failureOf))).filter((one) => one !== undefined);
  const [first] = failures;
  if (first === undefined) return [{ ...at, status: 'ok', says: `${count} read.` }];
  const names = failures.map(({ variable }) => variable).join(', ');
  const who = first.fault === undefined ? 'operator' : faultTable[first.fault.kind].who;
  return [{ ...at, status: 'problem', says: `Of ${count}, unreadable: ${names}.`, who, fix: first.remedy }];
}

async function failureOf(source: SecretSource): Promise<SecretUnreadable | undefined> {
  try {
    await source.read();
    return undefined;
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    return error;
  }
}
