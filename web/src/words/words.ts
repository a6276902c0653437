/** Which language the page speaks: the reader's choice, else the browser's, else English. */
import { computed, signal } from '@preact/signals';
import { readPreference, writePreference } from '../preferences.ts';
import { en, type Words } from './en.ts';
import { ptBr } from './pt-br.ts';

export type Locale = 'en' | 'pt-BR';

const catalogs: Readonly<Record<Locale, Words>> = { en, 'pt-BR': ptBr };

export const locales: readonly { readonly locale: Locale; readonly name: string }[] = [
  { locale: 'en', name: 'English' },
  { locale: 'pt-BR', name: 'Português (Brasil)' },
];

export const locale = signal<Locale>('en');

const current = computed(() => catalogs[locale.value]);

/** The words of the page's language; a component that calls it is drawn again when the language changes. */
export function words(): Words {
  return current.value;
}

export function startLocale(): void {
  setLocale(chooseLocale(readPreference('locale'), navigator.language));
}

export function chooseLocale(chosen: string | undefined, browser: string): Locale {
  if (chosen === 'en' || chosen === 'pt-BR') return chosen;
  return browser.toLowerCase().startsWith('pt') ? 'pt-BR' : 'en';
}

/** Also remembers it in this browser. */
export function switchLocale(next: Locale): void {
  writePreference('locale', next);
  setLocale(next);
}

function setLocale(next: Locale): void {
  locale.value = next;
  document.documentElement.lang = next;
}
