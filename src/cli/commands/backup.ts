/**
 * `farol control backup`, `restore` and `migrate-to-postgres`: on the machine of the control plane, with
 * its FAROL_ variables.
 * They end with one of `operatorExits`; when refused, nothing was changed.
 */
import { operatorExits } from '../../core/exit-codes.ts';
import type { StoreSums } from '../../control/backup/copy-store.ts';

interface JsonOption {
  readonly json?: true;
}
interface BackupOptions extends JsonOption {
  readonly out: string;
  readonly keyFile?: string;
}
interface RestoreOptions extends JsonOption {
  readonly from: string;
  readonly keyFile?: string;
}
interface MigrateOptions extends JsonOption {
  readonly to: string;
}

export function backUpStore({ out, keyFile, json }: BackupOptions): Promise<void> {
  return endWith('backup', async () => {
    const { backUp } = await import('../../control/operator/operator-backup.ts');
    printSums(await backUp(process.env, { file: out, keyFile }), json);
    note(`${out} is complete. Store its key in another place.`);
  });
}

export function restoreStore({ from, keyFile, json }: RestoreOptions): Promise<void> {
  return endWith('restore', async () => {
    const { restore } = await import('../../control/operator/operator-backup.ts');
    const { createdAt, sums, files } = await restore(process.env, { file: from, keyFile });
    printSums(sums, json);
    for (const file of files) note(`written: ${file}`);
    note(
      `Restored as of ${createdAt}, every row verified. Anything that was revoked, used or removed later is valid ` +
        'again: revoke it before you start the control plane.',
    );
  });
}

export function migrateStore({ to, json }: MigrateOptions): Promise<void> {
  return endWith('migrate-to-postgres', async () => {
    const { migrateToPostgres } = await import('../../control/operator/operator-backup.ts');
    printSums(await migrateToPostgres(process.env, to), json);
    note(
      'Every row is copied and verified. Start the control plane with FAROL_DATABASE_URL set to that address and ' +
        'the same FAROL_DATA_DIR, and archive the embedded store: nothing reads it any more.',
    );
  });
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

function printSums(sums: StoreSums, json = false): void {
  if (json) {
    process.stdout.write(`${JSON.stringify({ tables: sums })}\n`);
    return;
  }
  for (const [table, { rows, sha256 }] of Object.entries(sums)) {
    process.stdout.write(`${sha256}  ${String(rows).padStart(8)}  ${table}\n`);
  }
}

function note(text: string): void {
  process.stderr.write(`${text}\n`);
}
