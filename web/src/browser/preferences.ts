/**
 * Harmless choices kept in this browser: language, theme, the way to install, whether keys open something, and, until
 * the session ends, addresses of what was opened by search and of questions that were asked, and which questions the page
 * of a release shows. Nothing else of the app is stored.
 */
import { signal } from '@preact/signals';

type Preference = 'locale' | 'theme' | 'way' | 'keys' | 'recent' | 'questions' | 'releases';
export type Theme = 'system' | 'light' | 'dark';

export const theme = signal<Theme>('system');

/** `undefined` when never chosen, or when the browser keeps nothing for this site. */
export function readPreference(name: Preference): string | undefined {
  try {
    return localStorage.getItem(`farol.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Where storage is turned off the choice lasts as long as the page, which is all that can be done. */
export function writePreference(name: Preference, value: string): void {
  try {
    localStorage.setItem(`farol.${name}`, value);
  } catch {
    return;
  }
}

export function startTheme(): void {
  const chosen = readPreference('theme');
  applyTheme(chosen === 'light' || chosen === 'dark' ? chosen : 'system');
}

export function switchTheme(next: Theme): void {
  writePreference('theme', next);
  applyTheme(next);
}

function applyTheme(next: Theme): void {
  theme.value = next;
  if (next === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = next;
}
