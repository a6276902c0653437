import type { Kysely } from 'kysely';

export type StoreDialect = 'sqlite' | 'postgres';

export interface Migration {
  /** Never changes once released. */
  readonly id: string;
  /**
   * The version before this one works unchanged on the migrated store: only new tables, new columns that
   * may be left out, new indexes. Tightening and dropping wait for a release of their own.
   */
  readonly isCompatible?: boolean;
  up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void>;
}
