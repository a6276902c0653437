/** What the operator of the machine does with the keys, on the store itself. Works beside a running control plane. */
import path from 'node:path';
import { systemClock } from '../../core/clock.ts';
import { readMark } from '../clock/clock-mark.ts';
import { SteadyClock } from '../clock/steady-clock.ts';
import { parseControlConfig } from '../config/config.ts';
import { KeyCustody } from '../keys/key-custody.ts';
import type { KeyPurpose } from '../keys/key-kinds.ts';
import {
  changeStoreKey,
  finishRotation,
  giveUpKey,
  readRotationStatus,
  rotateAuthority,
  rotateCommandKey,
  RotationRefused,
  type RotationStatus,
} from '../keys/rotation.ts';
import { openStore } from '../store/database.ts';

export interface OperatorKeys {
  rotateCommandKey(): Promise<void>;
  rotateAuthority(): Promise<void>;
  /** Returns how many keys are encrypted with FAROL_STORE_KEY_NEW now. */
  changeStoreKey(): Promise<number>;
  finish(how: { readonly strand: boolean; readonly purpose?: KeyPurpose | undefined }): Promise<void>;
  giveUp(purpose: KeyPurpose): Promise<void>;
  status(): Promise<RotationStatus>;
  /** Where a control plane with this data directory writes the certificate of its authority. */
  readonly caFile: string;
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
    rotateAuthority: async () => {
      if (config.tlsFiles !== undefined) throw new RotationRefused(ownFiles);
      await rotateAuthority(deps, systemClock.now());
    },
    changeStoreKey: () => changeStoreKey(deps, { present: config.storeKey, next: config.newStoreKey }),
    finish: (how) => finishRotation(deps, how),
    giveUp: (purpose) => giveUpKey(deps, purpose),
    status: () => readRotationStatus(deps),
    caFile: path.join(config.dataDir, 'tls', 'ca.pem'),
    close: () => store.close(),
  };
}

const ownFiles =
  'FAROL_TLS_CERT_FILE is set: this control plane serves your certificate and has no authority of its own to ' +
  'change. Replace FAROL_TLS_CERT_FILE and FAROL_TLS_KEY_FILE; a running control plane reads them within an hour. ' +
  'If another authority issued the new certificate, distribute that authority to instances (RUNNER_CA_FILE), pipelines and ' +
  'browsers first.';
