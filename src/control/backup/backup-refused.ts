/** Why a backup, a restore or a migration does not happen, and what to do. Nothing was changed. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
