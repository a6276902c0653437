/** Questions that people saved, with their arguments. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const savedQuestions: Migration = {
  id: '0002-saved-questions',
  isCompatible: true,
  async up(db) {
    await sql`
      create table saved_questions (
        id text primary key,
        organization_id text not null references organizations (id),
        person_id text not null references people (id),
        name text not null,
        operation text not null,
        args text not null,
        source text,
        instance text,
        is_shared integer not null,
        saved_at bigint not null
      )`.execute(db);
    await sql`create index saved_questions_of on saved_questions (organization_id, person_id)`.execute(db);
  },
};
