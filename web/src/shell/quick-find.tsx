/** Search and the list of keys, opened from anywhere: by a button, Ctrl+K and `?`. Their script is loaded when it is wanted. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { readPreference } from '../browser/preferences.ts';
import { readShortcut, type Shortcut } from '../browser/read-shortcut.ts';
import { words } from '../words/words.ts';
import { lazyPage } from '../parts/lazy-page.tsx';

const palette = lazyPage(async () => await (await import('../palette/palette.tsx')).loadPalette());
const shown = signal<Shortcut | undefined>(undefined);

export function QuickFind() {
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
      shown.value = undefined;
    };
  }, []);
  return (
    <button
      type="button"
      class="small-button"
      aria-haspopup="dialog"
      onPointerEnter={palette.preload}
      onClick={() => show('find')}
    >
      {words().app.find}
    </button>
  );
}

/** Not inside the header, which is dark in every theme. */
export function QuickFindDialog() {
  return shown.value === undefined ? null : <palette.Page view={shown.value} onClose={() => show(undefined)} />;
}

function show(view: Shortcut | undefined): void {
  shown.value = view;
}

function onKey(event: KeyboardEvent): void {
  // Pressed before the K: by then the script is there.
  if (event.key === 'Control' || event.key === 'Meta') palette.preload();
  const wanted = readShortcut(event, document.querySelector('dialog[open]') !== null);
  if (wanted === undefined || readPreference('keys') === 'off') return;
  event.preventDefault();
  show(wanted);
}
