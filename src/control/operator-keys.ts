/** What the operator of the machine does with the keys, on the store itself. Works beside a running control plane. */
import { systemClock } from '../core/clock.ts';
import { readMark } from './clock/clock-mark.ts';
import { SteadyClock } from './clock/steady-clock.ts';
import { parseControlConfig } from './config.ts';
import { KeyCustody } from './keys/key-custody.ts';
import type { KeyPurpose } from './keys/key-kinds.ts';
import {
  finishRotation,
  giveUpKey,
  readRotationStatus,
  rotateCommandKey,
  type RotationStatus,
} from './keys/rotation.ts';
import { openStore } from './store/database.ts';

export interface OperatorKeys {
  rotateCommandKey(): Promise<void>;
  finish(how: { readonly strand: boolean }): Promise<void>;
  giveUp(purpose: KeyPurpose): Promise<void>;
  status(): Promise<RotationStatus>;
  close(): Promise<void>;
}

/** Reads the same FAROL_ variables as the control plane. @throws ConfigProblems, or why the store cannot be opened. */
export async function openOperatorKeys(env: Readonly<Record<string, string | undefined>>): Promise<OperatorKeys> {
  const config = parseControlConfig(env);
  const store = await openStore(config.databaseUrl.reveal(), { clock: systemClock });
  const closing = async (error: unknown): Promise<never> => {
    await store.close();
    throw error;
  };
  const clock = new SteadyClock(systemClock, (await readMark(store.db).catch(closing))?.at);
  const custody = await KeyCustody.open({
    store,
    dataDir: config.dataDir,
    storeKey: config.storeKey,
    clock,
    onImported: () => {},
  }).catch(closing);
  const deps = { store, custody, clock };
  return {
    rotateCommandKey: () => rotateCommandKey(deps),
    finish: (how) => finishRotation(deps, how),
    giveUp: (purpose) => giveUpKey(deps, purpose),
    status: () => readRotationStatus(deps),
    close: () => store.close(),
  };
}
