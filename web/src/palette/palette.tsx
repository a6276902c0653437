/** What a key or the button of the header opens: search, or the list of keys. */
import type { FunctionComponent } from 'preact';
import type { Shortcut } from '../browser/read-shortcut.ts';
import { loadCatalogWords } from '../words/translate-catalog.ts';
import { loadLaterWords, locale } from '../words/words.ts';
import { FindDialog } from './find-dialog.tsx';
import { KeysDialog } from './keys-dialog.tsx';

interface PaletteProps {
  readonly view: Shortcut;
  readonly onClose: () => void;
}

function Palette({ view, onClose }: PaletteProps) {
  return view === 'keys' ? <KeysDialog onClose={onClose} /> : <FindDialog onClose={onClose} />;
}

/** With the words of pages that were not opened yet. Rejects when they cannot be loaded. */
export async function loadPalette(): Promise<FunctionComponent<PaletteProps>> {
  await Promise.all([loadLaterWords(), loadCatalogWords(locale.peek())]);
  return Palette;
}
