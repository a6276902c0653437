/** A newer version changed the store in a way that this one cannot work with. The message names both, and the way back. */
import { type AppliedMigration, lastVersion } from './ledger.ts';

export class NewerStore extends Error {
  override readonly name = 'NewerStore';

  /** `refused` is not empty; `version` is that of this program. */
  constructor(refused: readonly AppliedMigration[], version: string) {
    const by = lastVersion(refused);
    const [who, what] = by === undefined ? ['a newer version', 'that version'] : [`version ${by}`, by];
    super(
      `The store was migrated by ${who} (${refused.map(({ id }) => id).join(', ')}), and this is version ${version}, which ` +
        `cannot work with it. Nothing was changed. Start ${what} again; or restore the backup from before the upgrade, ` +
        'with this version and into an empty store and data directory: farol control restore --from <file>',
    );
  }
}
