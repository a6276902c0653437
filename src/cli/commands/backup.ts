/**
 * `farol control backup`, `restore` and `migrate-to-postgres`: on the machine of the control plane, with
 * its FAROL_ variables.
 * They end with one of `operatorExits`; when refused, nothing was changed.
 */
import { Command } from 'commander';
import { operatorExits } from '../../core/exit-codes.ts';
import type { StoreSums } from '../../control/backup/copy-store.ts';

interface BackupOptions {
  readonly out: string;
  readonly keyFile?: string;
}
interface RestoreOptions {
  readonly from: string;
  readonly keyFile?: string;
}

const keyFileText = 'file with the key that encrypts the archive; default: FAROL_STORE_KEY';

export function backupCommands(): Command[] {
  return [
    new Command('backup')
      .description('write the whole store and its keys into one encrypted file, while the control plane runs')
      .requiredOption('--out <file>', 'file to create; it must not exist yet')
      .option('--key-file <file>', keyFileText)
      .action(({ out, keyFile }: BackupOptions) =>
        endWith('backup', async () => {
          const { backUp } = await import('../../control/operator/operator-backup.ts');
          printSums(await backUp(process.env, { file: out, keyFile }));
          note(`${out} is complete. Store its key in another place.`);
        }),
      ),
    new Command('restore')
      .description('restore a backup into an empty store and data directory, of either kind')
      .requiredOption('--from <file>', 'the backup')
      .option('--key-file <file>', keyFileText)
      .action(({ from, keyFile }: RestoreOptions) =>
        endWith('restore', async () => {
          const { restore } = await import('../../control/operator/operator-backup.ts');
          const { createdAt, sums, files } = await restore(process.env, { file: from, keyFile });
          printSums(sums);
          for (const file of files) note(`written: ${file}`);
          note(
            `Restored as of ${createdAt}, every row verified. Anything that was revoked, used or removed later is valid ` +
              'again: revoke it before you start the control plane.',
          );
        }),
      ),
    new Command('migrate-to-postgres')
      .description('copy the embedded store of a stopped control plane into an empty PostgreSQL')
      .requiredOption('--to <url>', 'postgres:// address without a password; that comes from PGPASSWORD or PGPASSFILE')
      .action(({ to }: { readonly to: string }) =>
        endWith('migrate-to-postgres', async () => {
          const { migrateToPostgres } = await import('../../control/operator/operator-backup.ts');
          printSums(await migrateToPostgres(process.env, to));
          note(
            'Every row is copied and verified. Start the control plane with FAROL_DATABASE_URL set to that address and ' +
              'the same FAROL_DATA_DIR, and archive the embedded store: nothing reads it any more.',
          );
        }),
      ),
  ];
}

async function endWith(command: string, work: () => Promise<void>): Promise<void> {
  const { tellOperator } = await import('../../control/operator/operator-problem.ts');
  try {
    await work();
  } catch (error) {
    note(`farol control ${command}: ${tellOperator(error)}`);
    process.exitCode = operatorExits.refused.code;
  }
}

function printSums(sums: StoreSums): void {
  for (const [table, { rows, sha256 }] of Object.entries(sums)) {
    process.stdout.write(`${sha256}  ${String(rows).padStart(8)}  ${table}\n`);
  }
}

function note(text: string): void {
  process.stderr.write(`${text}\n`);
}
