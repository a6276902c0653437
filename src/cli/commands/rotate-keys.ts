/**
 * `farol control rotate-keys`: changes the key that signs commands, the authority of the certificates, or
 * the key that encrypts both in the store, beside the running control plane. It works on the store
 * itself, with the FAROL_ variables of the control plane.
 * It ends with one of `operatorExits`.
 */
import { operatorExits } from '../../core/exit-codes.ts';
import type { OperatorKeys } from '../../control/operator/operator-keys.ts';
import type { KeyStatus, Progress, RotationStatus, UnconfirmedInstance } from '../../control/keys/rotation.ts';

type Purpose = 'command' | 'authority';

export interface RotateOptions {
  readonly command?: true;
  readonly authority?: true;
  readonly storeKey?: true;
  readonly status?: true;
  readonly finish?: true | Purpose;
  readonly strand?: true;
  readonly lost?: Purpose;
  readonly json?: true;
}

const acts = ['command', 'authority', 'storeKey', 'finish', 'lost'] as const;

export async function rotateKeys(options: RotateOptions): Promise<number> {
  if (acts.every((one) => options[one] === undefined) && !options.status) {
    process.stderr.write(
      'farol control rotate-keys: give --command, --authority, --store-key, --status, --finish or --lost <key>.\n',
    );
    return operatorExits.refused.code;
  }
  const { openOperatorKeys } = await import('../../control/operator/operator-keys.ts');
  const { tellOperator } = await import('../../control/operator/operator-problem.ts');
  try {
    const keys = await openOperatorKeys(process.env);
    try {
      const advice = await act(keys, options);
      const status = await keys.status();
      process.stdout.write(options.json ? `${JSON.stringify(status)}\n` : renderStatus(status));
      process.stderr.write(advice(status));
      return operatorExits.done.code;
    } finally {
      await keys.close();
    }
  } catch (error) {
    process.stderr.write(`farol control rotate-keys: ${tellOperator(error)}\n`);
    return operatorExits.refused.code;
  }
}

/** Does what was asked for; the answer says what is left to do. */
async function act(keys: OperatorKeys, options: RotateOptions): Promise<(status: RotationStatus) => string> {
  if (options.command) {
    await keys.rotateCommandKey();
    return () => afterRotation;
  }
  if (options.authority) {
    await keys.rotateAuthority();
    return (status) => afterAuthority(status, keys.caFile);
  }
  if (options.storeKey) {
    const count = await keys.changeStoreKey();
    return () => afterStoreKey(count);
  }
  if (options.finish !== undefined) {
    const purpose = options.finish === true ? undefined : options.finish;
    await keys.finish({ strand: options.strand === true, purpose });
  }
  if (options.lost !== undefined) await keys.giveUp(options.lost);
  return () => '';
}

const afterRotation =
  'Running replicas use the new key within seconds and announce it to their instances. Take a backup now: one from before ' +
  'this change does not have the new key.\n';

function afterAuthority({ keys }: RotationStatus, caFile: string): string {
  const end = keys.find(({ purpose, state }) => purpose === 'authority' && state === 'retiring')?.until ?? 0;
  return (
    'Running replicas use the new authority within seconds and announce it to their instances, which then trust both. ' +
    `Browsers, pipelines (FAROL_CA_FILE) and everything else that trusts the previous authority need the new ${caFile} ` +
    `before ${timeOf(end)}; it contains both until then. Put it into the files of RUNNER_CA_FILE too, for the next ` +
    'enrolment. Take a backup now: one from before this change does not have the new key.\n'
  );
}

function afterStoreKey(count: number): string {
  return (
    `${count} keys are encrypted with FAROL_STORE_KEY_NEW. Running replicas continue; set FAROL_STORE_KEY to the new key ` +
    'on every replica before its next restart, which fails with the previous key, and before the next change of ' +
    'keys. Take a backup now, and keep the previous key as long as you keep backups made with it.\n'
  );
}

function renderStatus({ keys, authority, ...command }: RotationStatus): string {
  const lines = [
    ...keys.map(renderKey),
    `${command.confirmed} instances pin the current command key, ${command.unconfirmed.length} do not.`,
    ...command.unconfirmed.map((one) => renderInstance(one, ofCommandKey)),
    ...renderAuthority(authority),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function renderAuthority({ confirmed, unconfirmed }: Progress): string[] {
  if (unconfirmed.length === 0) return [];
  return [
    `${confirmed} instances trust the current authority, ${unconfirmed.length} have not confirmed it.`,
    ...unconfirmed.map((one) => renderInstance(one, ofAuthority)),
  ];
}

interface Mends {
  readonly stranded: string;
  readonly waiting: string;
}

const ofCommandKey: Mends = {
  stranded:
    'its key has expired: allow one re-enrolment on the Fleet page, empty its identity directory and start it with a new bootstrap token',
  waiting: 'has not confirmed: let it connect before the change ends',
};
const ofAuthority: Mends = {
  stranded:
    'its authority has expired: put the current ca.pem into the file of its RUNNER_CA_FILE and restart it; its identity stays valid',
  waiting: 'has not confirmed: let it connect before the change ends',
};

function renderKey({ purpose, fingerprint, state, since, until, home }: KeyStatus): string {
  const end = until === undefined ? '' : `, until ${timeOf(until)}`;
  return `${purpose.padEnd(9)} ${fingerprint}  ${state} since ${timeOf(since)}${end} (${home})`;
}

function renderInstance(
  { organization, instance, class: of, lastSeenAt, isStranded }: UnconfirmedInstance,
  { stranded, waiting }: Mends,
): string {
  const seen = lastSeenAt === undefined ? 'never connected' : `last seen ${timeOf(lastSeenAt)}`;
  const state = isStranded ? stranded : waiting;
  return `  ${organization}  ${of} ${instance}  ${seen}  ${state}`;
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
