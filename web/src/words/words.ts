/** Which language the page speaks: the reader's choice, else the browser's, else English. */
import { batch, signal } from '@preact/signals';
import { readPreference, writePreference } from '../browser/preferences.ts';
import type { Words } from './en.ts';
import type { LaterWords } from './later-en.ts';

export type Locale = 'en' | 'pt-BR';

export interface Language {
  readonly words: Words;
  /** Reasons of captures by their codes; undefined in English. */
  readonly served?: ReadonlyMap<string, string>;
}

/** Only the language of the page is loaded. */
const languages: Readonly<Record<Locale, () => Promise<Language>>> = {
  en: async () => ({ words: (await import('./en.ts')).en }),
  'pt-BR': async () => (await import('./portuguese.ts')).portuguese,
};

/** Words that no page needs that is opened first. */
const later: Readonly<Record<Locale, () => Promise<LaterWords>>> = {
  en: async () => (await import('./later-en.ts')).laterEn,
  'pt-BR': async () => (await import('./later-pt-br.ts')).laterPtBr,
};

export const locales: readonly { readonly locale: Locale; readonly name: string }[] = [
  { locale: 'en', name: 'English' },
  { locale: 'pt-BR', name: 'Português' },
];

export const locale = signal<Locale>('en');

const current = signal<Language | undefined>(undefined);
const currentLater = signal<LaterWords | undefined>(undefined);
let isLaterWanted = false;

/** The words of the page's language; a component that calls it is drawn again when the language changes. */
export function words(): Words {
  if (current.value === undefined) throw new Error('words are used before startLocale has loaded them');
  return current.value.words;
}

/** As `words`, with the words of pages for which `loadLaterWords` was called. */
export function allWords(): Words & LaterWords {
  if (currentLater.value === undefined) throw new Error('these words are used before loadLaterWords has loaded them');
  return { ...words(), ...currentLater.value };
}

/** Rejects when their file cannot be loaded. */
export async function loadLaterWords(): Promise<void> {
  isLaterWanted = true;
  const wanted = locale.peek();
  const loaded = await later[wanted]();
  if (locale.peek() === wanted) currentLater.value = loaded;
}

/** Undefined where the page speaks English, or the code has no translation. */
export function translateReason(code: string): string | undefined {
  return current.value?.served?.get(code);
}

/** Of a sentence without a code; undefined where it is not known, or the words that know it are not loaded. */
export function translateSentence(text: string): string | undefined {
  return currentLater.value?.sentence(text);
}

/** Returns when the words are loaded. Rejects when the file of neither the chosen language nor English can be loaded. */
export async function startLocale(): Promise<void> {
  const chosen = chooseLocale(readPreference('locale'), navigator.language);
  // At once: what is loaded beside the words of the first page needs to know it.
  locale.value = chosen;
  try {
    await setLocale(chosen);
  } catch {
    await setLocale('en');
  }
}

export function chooseLocale(chosen: string | undefined, browser: string): Locale {
  const known = locales.find((one) => one.locale === chosen);
  if (known !== undefined) return known.locale;
  return browser.toLowerCase().startsWith('pt') ? 'pt-BR' : 'en';
}

/** Also remembers it in this browser. Rejects, and leaves the language as it is, when its words cannot be loaded. */
export async function switchLocale(next: Locale): Promise<void> {
  await setLocale(next);
  writePreference('locale', next);
}

async function setLocale(next: Locale): Promise<void> {
  const [language, laterWords] = await Promise.all([languages[next](), isLaterWanted ? later[next]() : undefined]);
  batch(() => {
    current.value = language;
    if (laterWords !== undefined) currentLater.value = laterWords;
    locale.value = next;
  });
  document.documentElement.lang = next;
}
