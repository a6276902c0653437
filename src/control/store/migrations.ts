/** The one ordered list. A released migration is never edited: a change is a new entry at the end. */
import type { Migration } from './migrate.ts';
import { peopleAndCaptures } from './migrations/0001-people-and-captures.ts';

export const migrations: readonly Migration[] = [peopleAndCaptures];
