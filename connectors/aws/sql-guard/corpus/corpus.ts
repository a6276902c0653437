/** Every statement whose verdict is known: what the tests prove and `./farol bench` times. */
import { acceptedLake } from './accepted-lake.ts';
import { acceptedLanguage } from './accepted-language.ts';
import { acceptedLogs } from './accepted-logs.ts';
import { acceptedLarge, refusedLarge } from './large.ts';
import { refusedMeaning } from './refused-meaning.ts';
import { refusedStatements } from './refused-statements.ts';
import { refusedText } from './refused-text.ts';
import type { BadStatement, GoodStatement } from './statement.ts';

export const accepted: readonly GoodStatement[] = [
  ...acceptedLogs,
  ...acceptedLanguage,
  ...acceptedLake,
  ...acceptedLarge,
];
export const refused: readonly BadStatement[] = [
  ...refusedStatements,
  ...refusedText,
  ...refusedMeaning,
  ...refusedLarge,
];
