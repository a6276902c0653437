/** What later versions do to the store, in the tests of an upgrade: one only adds, the next one removes what this one reads. */
export interface LaterMigration {
  readonly id: string;
  /** Of its file, as it would lie in `src/control/store/migrations`. */
  readonly text: string;
}

export const laterMigrations = {
  additive: {
    id: '9000-colours',
    text: `import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

export const later: Migration = {
  id: '9000-colours',
  isCompatible: true,
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('organizations').addColumn('colour', 'text').execute();
    await db.schema.createTable('colours').addColumn('name', 'text', (column) => column.primaryKey()).execute();
  },
};
`,
  },
  breaking: {
    id: '9001-no-own-counts',
    text: `import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

export const later: Migration = {
  id: '9001-no-own-counts',
  async up(db: Kysely<unknown>) {
    await db.schema.dropTable('own_counts').execute();
  },
};
`,
  },
} as const satisfies Record<string, LaterMigration>;
