/**
 * `farol control rotate-keys`: changes the key that signs commands, beside the running control plane.
 * It works on the store itself, with the FAROL_ variables of the control plane.
 *
 * Exit codes: 0 done, 1 refused or the store cannot be used.
 */
import { Command, Option } from 'commander';
import type { KeyStatus, RotationStatus, UnconfirmedInstance } from '../../control/keys/rotation.ts';

interface RotateOptions {
  readonly command?: true;
  readonly status?: true;
  readonly finish?: true;
  readonly strand?: true;
  readonly lost?: 'command' | 'authority';
  readonly json?: true;
}

export function rotateKeysCommand(): Command {
  return new Command('rotate-keys')
    .description('change the key that signs commands, in the store of a running control plane')
    .addOption(
      new Option('--command', 'make a new command key; the one before signs for 30 days more').conflicts([
        'finish',
        'lost',
      ]),
    )
    .option('--status', 'show the keys and which instances have not confirmed the new one')
    .addOption(new Option('--finish', 'end the key before now, for example because it was stolen').conflicts('lost'))
    .option('--strand', 'with --finish: although instances pin it, which must then be enrolled again')
    .addOption(
      new Option('--lost <key>', 'give up a key whose private half is gone; the next start makes another').choices([
        'command',
        'authority',
      ]),
    )
    .option('--json', 'print JSON')
    .action(async (options: RotateOptions) => {
      process.exitCode = await rotateKeys(options);
    });
}

async function rotateKeys(options: RotateOptions): Promise<number> {
  if (!options.command && !options.finish && options.lost === undefined && !options.status) {
    process.stderr.write('farol control rotate-keys: give --command, --status, --finish or --lost <key>.\n');
    return 1;
  }
  const { openOperatorKeys } = await import('../../control/operator-keys.ts');
  const { tellOperator } = await import('../../control/operator-problem.ts');
  try {
    const keys = await openOperatorKeys(process.env);
    try {
      if (options.command) await keys.rotateCommandKey();
      if (options.finish) await keys.finish({ strand: options.strand === true });
      if (options.lost !== undefined) await keys.giveUp(options.lost);
      const status = await keys.status();
      process.stdout.write(options.json ? `${JSON.stringify(status)}\n` : renderStatus(status));
      if (options.command) process.stderr.write(afterRotation);
      return 0;
    } finally {
      await keys.close();
    }
  } catch (error) {
    process.stderr.write(`farol control rotate-keys: ${tellOperator(error)}\n`);
    return 1;
  }
}

const afterRotation =
  'Running replicas use the new key within seconds and tell their instances. Take a backup now: one from before ' +
  'this change does not have the new key.\n';

function renderStatus({ keys, confirmed, unconfirmed }: RotationStatus): string {
  const lines = [
    ...keys.map(renderKey),
    `${confirmed} instances pin the current command key, ${unconfirmed.length} do not.`,
    ...unconfirmed.map(renderInstance),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function renderKey({ purpose, fingerprint, state, since, until, home }: KeyStatus): string {
  const end = until === undefined ? '' : `, until ${timeOf(until)}`;
  return `${purpose.padEnd(9)} ${fingerprint}  ${state} since ${timeOf(since)}${end} (${home})`;
}

function renderInstance({ organization, instance, class: of, lastSeenAt, isStranded }: UnconfirmedInstance): string {
  const seen = lastSeenAt === undefined ? 'never connected' : `last seen ${timeOf(lastSeenAt)}`;
  const state = isStranded
    ? 'its key has ended: allow one re-enrolment on the Fleet page, empty its identity directory and start it with a new bootstrap token'
    : 'has not confirmed: let it connect before the change ends';
  return `  ${organization}  ${of} ${instance}  ${seen}  ${state}`;
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
