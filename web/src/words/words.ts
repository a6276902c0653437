/** Which language the page speaks: the reader's choice, else the browser's, else English. */
import { signal } from '@preact/signals';
import { readPreference, writePreference } from '../preferences.ts';
import type { Words } from './en.ts';

export type Locale = 'en' | 'pt-BR';

/** Translations of what the control plane sends in English, by its code. */
type Served = Readonly<Record<'reason' | 'refusal', ReadonlyMap<string, string>>>;

export interface Language {
  readonly words: Words;
  /** Undefined in English. */
  readonly served?: Served;
}

/** Only the language of the page is loaded. */
const languages: Readonly<Record<Locale, () => Promise<Language>>> = {
  en: async () => ({ words: (await import('./en.ts')).en }),
  'pt-BR': async () => (await import('./portuguese.ts')).portuguese,
};

export const locales: readonly { readonly locale: Locale; readonly name: string }[] = [
  { locale: 'en', name: 'English' },
  { locale: 'pt-BR', name: 'Português (Brasil)' },
];

export const locale = signal<Locale>('en');

const current = signal<Language | undefined>(undefined);

/** The words of the page's language; a component that calls it is drawn again when the language changes. */
export function words(): Words {
  if (current.value === undefined) throw new Error('words are used before startLocale has loaded them');
  return current.value.words;
}

/** Undefined where the page speaks English, or the code has no translation. */
export function translateServed(of: keyof Served, code: string): string | undefined {
  return current.value?.served?.[of].get(code);
}

/** Returns when the words are loaded. Rejects when the file of neither the chosen language nor English can be loaded. */
export async function startLocale(): Promise<void> {
  const chosen = chooseLocale(readPreference('locale'), navigator.language);
  try {
    await setLocale(chosen);
  } catch {
    await setLocale('en');
  }
}

export function chooseLocale(chosen: string | undefined, browser: string): Locale {
  if (chosen === 'en' || chosen === 'pt-BR') return chosen;
  return browser.toLowerCase().startsWith('pt') ? 'pt-BR' : 'en';
}

/** Also remembers it in this browser. Rejects, and leaves the language as it is, when its words cannot be loaded. */
export async function switchLocale(next: Locale): Promise<void> {
  await setLocale(next);
  writePreference('locale', next);
}

async function setLocale(next: Locale): Promise<void> {
  const language = await languages[next]();
  current.value = language;
  locale.value = next;
  document.documentElement.lang = next;
}
