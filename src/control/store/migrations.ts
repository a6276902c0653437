/**
 * The one ordered list. A migration that was released is never changed, nor what it creates: a change of the store is a new
 * entry at the end. `test/api/store-migrations.test.ts` compares the list with that of the last release.
 */
import type { Migration } from './migrations/migration.ts';
import { store } from './migrations/0001-store.ts';
import { savedQuestions } from './migrations/0002-saved-questions.ts';

export const migrations: readonly Migration[] = [store, savedQuestions];
