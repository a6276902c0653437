/** Preferences of several lines, the latest first, which are forgotten when the session ends: see `endSession`. */
import { readPreference, writePreference } from '../browser/preferences.ts';
import { session } from './session.ts';

type Lines = 'recent' | 'questions' | 'releases';

export function readLines(name: Lines): readonly string[] {
  return (readPreference(name) ?? '').split('\n').filter(Boolean);
}

/** Keeps the first `most`. */
export function writeLines(name: Lines, lines: readonly string[], most: number): void {
  writePreference(name, lines.slice(0, most).join('\n'));
}

/** The same browser may be signed in to another organization later. Empty where nobody is signed in. */
export function organizationId(): string {
  const now = session.peek();
  return now.state === 'signed_in' ? now.me.organization.id : '';
}
