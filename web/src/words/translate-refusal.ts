/** Refusals of the control plane in the language of the page. They are served in English; their words are loaded with the first. */
import { signal } from '@preact/signals';
import type { Locale } from './words.ts';

interface KnownRefusal {
  /** The sentences as they were said, in the other language. */
  readonly whole: string | undefined;
  /** What the code says, where the sentences are not known: those of a newer control plane. */
  readonly start: string | undefined;
}

type Translate = (text: string, code: string) => KnownRefusal;

const portuguese = signal<Translate | undefined>(undefined);

/** Without its file refusals stay English, and are marked as such. */
export async function loadRefusalWords(wanted: Locale): Promise<void> {
  if (wanted !== 'pt-BR' || portuguese.peek() !== undefined) return;
  try {
    portuguese.value = (await import('./refusals-pt-br.ts')).refusalPtBr;
  } catch {
    // Tried again with the next refusal.
  }
}

/** Only where the page does not speak English. */
export function translateRefusal(text: string, code: string): KnownRefusal {
  return portuguese.value?.(text, code) ?? { whole: undefined, start: undefined };
}
