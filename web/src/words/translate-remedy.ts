/** Remedies in Portuguese. Their file is loaded when the first sentence is shown that nothing else knows. */
import { signal } from '@preact/signals';

const known = signal<((text: string) => string | undefined) | undefined>(undefined);
let isLoading = false;

/** Undefined until the file is there: what shows the sentence is then drawn again. */
export function translateRemedy(text: string): string | undefined {
  if (known.value === undefined) void load();
  return known.value?.(text);
}

async function load(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  try {
    known.value = (await import('./remedies-pt-br.ts')).remedyPtBr;
  } catch {
    // Sentences stay English, and are marked as such; the next one tries again.
    isLoading = false;
  }
}
