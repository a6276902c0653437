/** Addresses opened by search in this browser, the latest first. They are forgotten when the session ends. */
import { readPreference, writePreference } from '../browser/preferences.ts';

const kept = 8;

export function readRecent(): readonly string[] {
  return (readPreference('recent') ?? '').split('\n').filter(Boolean);
}

/** Only an address of this app, which holds names and identifiers and no secret. */
export function rememberRecent(href: string): void {
  writePreference('recent', [href, ...readRecent().filter((one) => one !== href)].slice(0, kept).join('\n'));
}
