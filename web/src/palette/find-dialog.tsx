/** Search over pages, processes, captures, operations and instances: a combobox whose list stays open. */
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.tsx';
import { navigate } from '../browser/router.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { paletteWords } from './palette-words.ts';
import { type Entry, rankEntries } from './rank-entries.ts';
import { useEntries } from './use-entries.ts';
import { readLines, writeLines } from '../edge/remembered-lines.ts';

export function FindDialog({ onClose }: { readonly onClose: () => void }) {
  const p = paletteWords();
  const { entries, isLoading, isPartial } = useEntries();
  const [search, setSearch] = useState('');
  const [recent] = useState(() => readLines('recent'));
  /** The address of the chosen one, so that it stays chosen while lists come in. */
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const found = useMemo(() => rankEntries(entries, search, recent), [entries, search, recent]);
  const at = Math.max(
    0,
    found.findIndex(({ href }) => href === chosen),
  );
  const [areKeysShown, setKeysShown] = useState(false);
  const id = useId();
  const optionId = (index: number): string => `${id}-${index}`;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children.item(at)?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [at, found]);

  return (
    <Dialog title={p.title} onClose={onClose}>
      {(close) => {
        const open = ({ href }: Entry): void => {
          rememberRecent(href);
          // First: closing gives the focus back to where it was, and the opened page takes it from there.
          close();
          navigate(href);
        };
        const onKeyDown = (event: KeyboardEvent): void => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          const current = found[at];
          if (event.isComposing || current === undefined) return;
          if (step !== undefined) setChosen(found[(at + step + found.length) % found.length]?.href);
          else if (event.key === 'Enter') open(current);
          else return;
          event.preventDefault();
        };
        return (
          <div class="palette">
            <label class="small" for={`${id}-field`}>
              {p.field}
            </label>
            <input
              id={`${id}-field`}
              type="text"
              role="combobox"
              aria-expanded={found.length > 0}
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              aria-activedescendant={found.length > 0 ? optionId(at) : undefined}
              aria-describedby={`${id}-hint`}
              autocomplete="off"
              autocapitalize="none"
              spellcheck={false}
              autofocus
              value={search}
              onInput={({ currentTarget }) => {
                setSearch(currentTarget.value);
                setChosen(undefined);
              }}
              onKeyDown={onKeyDown}
            />
            <ul ref={list} id={`${id}-list`} role="listbox" aria-label={p.results} class="palette-list">
              {found.map((entry, index) => (
                <li
                  key={entry.href}
                  id={optionId(index)}
                  role="option"
                  aria-selected={index === at}
                  onClick={() => open(entry)}
                >
                  <span class="palette-label">{entry.label}</span>
                  <span class="small faint palette-detail">{entry.detail}</span>
                  <span class="small faint palette-kind">{p.kinds[entry.kind]}</span>
                </li>
              ))}
            </ul>
            <p role="status" class="small faint">
              {isLoading ? p.loading : found.length === 0 ? p.none : p.found(found.length)} {isPartial && p.missing}
            </p>
            <div class="palette-foot">
              <span id={`${id}-hint`} class="small faint">
                {p.hint}
              </span>
              <button type="button" class="small-button" onClick={() => setKeysShown(true)}>
                {p.keys.title}
              </button>
              <button type="button" class="small-button" onClick={close}>
                {p.close}
              </button>
            </div>
            {areKeysShown && <KeysDialog onClose={() => setKeysShown(false)} />}
          </div>
        );
      }}
    </Dialog>
  );
}

/** Addresses opened by search in this browser, the latest first. They are forgotten when the session ends. */
const kept = 8;

/** Only an address of this app, which holds names and identifiers and no secret. */
function rememberRecent(href: string): void {
  writeLines('recent', [href, ...readLines('recent').filter((one) => one !== href)], kept);
}
